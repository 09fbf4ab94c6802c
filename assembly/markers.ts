// Markers: an Aho–Corasick tree that finds the leftmost, then longest marker in one pass. A node stands for a
// prefix of one or more markers; its record is, in words of the table:
//
//     depth │ match │ match length │ fail │ skip │ edges │ (unit, node) × edges, by unit
//
// `match` is the longest marker (index + 1) that is itself a prefix of the node's text, so a longer candidate
// that breaks off falls back to it. Where there is none, the next place a marker can start is `skip` units
// further on, and what is already known of it there is the node `fail`.
import { word } from './host';

export const enum Node {
  Depth = 0,
  Match = 1,
  MatchLength = 2,
  Fail = 3,
  Skip = 4,
  Edges = 5,
  Record = 6, // words before the edges
}

/** The node one unit further on, or 0. */
export function step(node: i32, unit: i32): i32 {
  let low: i32 = 0;
  let high = word(node + Node.Edges);
  while (low < high) {
    const middle = (low + high) >> 1;
    const edge = node + Node.Record + 2 * middle;
    const found = word(edge);
    if (found == unit) return word(edge + 1);
    if (found < unit) low = middle + 1;
    else high = middle;
  }
  return 0;
}

/** Whether no marker goes on from here. */
export function isLeaf(node: i32): bool {
  return word(node + Node.Edges) == 0;
}

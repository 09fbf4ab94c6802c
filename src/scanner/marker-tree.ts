// The tree of markers that a table holds, built: `assembly/markers.ts` says what its words mean and walks it.
import { Node } from '../../assembly/markers';
import { TREE } from '../../assembly/table';

interface TreeNode {
  text: string;
  match: number;
  matchLength: number;
  fail: TreeNode | undefined;
  skip: number;
  edges: Map<number, TreeNode>;
  index: number;
}

const createNode = (text: string): TreeNode => ({
  text,
  match: 0,
  matchLength: 0,
  fail: undefined,
  skip: 0,
  edges: new Map(),
  index: 0,
});

/** The words of the tree that finds `markers`, as they stand in a table. */
export function buildTree(markers: readonly string[]): Int32Array {
  const root = createNode('');
  markers.forEach((marker, index) => {
    let node = root;
    for (let i = 0; i < marker.length; i++) {
      const unit = marker.charCodeAt(i);
      const next = node.edges.get(unit) ?? createNode(marker.slice(0, i + 1));
      node.edges.set(unit, next);
      node = next;
    }
    node.match = index + 1;
    node.matchLength = marker.length;
  });
  const nodes = [root];
  for (const node of nodes) {
    for (const next of node.edges.values()) {
      if (next.match === 0) [next.match, next.matchLength] = [node.match, node.matchLength];
      nodes.push(next);
    }
  }
  for (const node of nodes) if (node !== root && node.match === 0) setRestart(node, root);
  return writeTree(nodes);
}

/** Where to go on when this candidate breaks off with no marker in it: the next place another one can start. */
function setRestart(node: TreeNode, root: TreeNode): void {
  const { text } = node;
  for (node.skip = 1; node.skip < text.length; node.skip++) {
    let other: TreeNode | undefined = root;
    let at = node.skip;
    while (other && at < text.length && other.match === 0) other = other.edges.get(text.charCodeAt(at++));
    if (!other) continue;
    // Its end is reached: that much of another marker is known. If not, a whole marker lies inside: it is read again.
    if (at === text.length) node.fail = other;
    return;
  }
}

function writeTree(nodes: readonly TreeNode[]): Int32Array {
  let size = 0;
  for (const node of nodes) {
    node.index = TREE + size;
    size += Node.Record + 2 * node.edges.size;
  }
  const words = new Int32Array(size);
  for (const node of nodes) {
    const at = node.index - TREE;
    words[at + Node.Depth] = node.text.length;
    words[at + Node.Match] = node.match;
    words[at + Node.MatchLength] = node.matchLength;
    words[at + Node.Fail] = node.fail?.index ?? 0;
    words[at + Node.Skip] = node.skip;
    words[at + Node.Edges] = node.edges.size;
    const edges = [...node.edges].sort(([a], [b]) => a - b);
    edges.forEach(([unit, next], k) => {
      words[at + Node.Record + 2 * k] = unit;
      words[at + Node.Record + 2 * k + 1] = next.index;
    });
  }
  return words;
}

// Values at dotted paths, kept until the call ends: paths that share a first segment share one object, and any later
// pair may add to it. Only Maps hold the model's keys: `__proto__` is a key like others.
import { maxDepth } from '../arguments/literal.ts';
import type { ArgumentWriter } from '../arguments/writer.ts';

/** Writes one value. */
export type WriteValue = (writer: ArgumentWriter) => void;

type Branch = Map<string, Branch | WriteValue>;

export class PathTree {
  readonly #root: Branch = new Map();

  /** Whether a path with this first segment is kept. */
  has(first: string): boolean {
    return this.#root.has(first);
  }

  /** Keeps a value; false if the path, or a part of it, has a value already. */
  add(path: readonly string[], value: WriteValue): boolean {
    let branch = this.#root;
    for (const key of path.slice(0, -1)) {
      const next = branch.get(key) ?? new Map();
      if (!(next instanceof Map)) return false;
      branch.set(key, next);
      branch = next;
    }
    const last = path.at(-1) as string;
    if (branch.has(last)) return false;
    branch.set(last, value);
    return true;
  }

  /** Writes all that was kept as members of the open object, and forgets it. */
  flush(writer: ArgumentWriter): void {
    writeBranch(this.#root, writer);
    this.clear();
  }

  clear(): void {
    this.#root.clear();
  }
}

function writeBranch(branch: Branch, writer: ArgumentWriter): void {
  for (const [key, child] of branch) {
    writer.key(key);
    if (child instanceof Map) {
      writer.open('{');
      writeBranch(child, writer);
      writer.close('{');
    } else child(writer);
  }
}

/** The segments of a dotted key; a key that has an empty segment, or too many, is no path. */
export function splitPath(key: string): string[] {
  const segments = key.split('.');
  return segments.length > maxDepth || segments.includes('') ? [key] : segments;
}

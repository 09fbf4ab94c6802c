// The artifacts: a line of JSON per cell, appended as soon as it is done. Of several lines of a cell the last one holds.
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { type Cell, keyOf, type Outcome } from './cell.ts';

export class Store {
  readonly #file: string;
  readonly #outcomes = new Map<string, Outcome>();

  /** Opens the artifacts in a folder, which is made if need be. */
  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.#file = join(folder, 'cells.jsonl');
    if (existsSync(this.#file)) this.#load();
  }

  #load(): void {
    const bytes = readFileSync(this.#file);
    // A line that was being written when the process was killed has no end: it never was.
    const end = bytes.lastIndexOf('\n') + 1;
    if (end < bytes.length) truncateSync(this.#file, end);
    for (const line of bytes.toString('utf8', 0, end).split('\n')) {
      const outcome = readLine(line);
      if (outcome) this.#outcomes.set(keyOf(outcome), outcome);
    }
  }

  /** What came of a cell, if it was run as it would be now. */
  get(cell: Cell, digest: string): Outcome | undefined {
    const outcome = this.#outcomes.get(keyOf(cell));
    return outcome?.digest === digest ? outcome : undefined;
  }

  add(outcome: Outcome): void {
    appendFileSync(this.#file, `${JSON.stringify(outcome)}\n`);
    this.#outcomes.set(keyOf(outcome), outcome);
  }
}

/** A line that was damaged otherwise counts as not there: its cell is run again. */
function readLine(line: string): Outcome | undefined {
  try {
    const value = JSON.parse(line);
    return typeof value?.model === 'string' && typeof value.case === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

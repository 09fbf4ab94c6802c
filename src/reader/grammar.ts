// A format's markers for a set of tools, and the tables made of them: compiled on first use, shared by all streams.
import type { CallMarkers, FormatMarkers } from '../formats/markers.ts';
import { compileTable, type ScanTable, type TableOptions } from '../scanner/table.ts';
import { checkFormat } from './check-format.ts';

/** What a marker means to the reader that meets it. */
export const enum Role {
  SectionOpen,
  SectionClose,
  CallOpen,
  StartOpen,
  CallClose,
  ReasoningOpen,
  ReasoningClose,
  Stray,
  NameEnd,
  KeyOpen,
  KeyEnd,
  ValueOpen,
  ValueClose,
  Markup,
  Quote,
}

/** Markers that have one role. */
export type RoleList = readonly [Role, readonly string[] | undefined];

/** A table, and the role of each of its markers. */
export interface MarkerTable {
  readonly scan: ScanTable;
  readonly roles: readonly Role[];
}

/** How a table scans besides its markers. */
export type ScanOptions = Pick<TableOptions, 'lex' | 'entities'>;

export class Grammar {
  readonly format: FormatMarkers;
  /** What opens calls and sections. */
  readonly openers: readonly RoleList[];
  /** What opens calls where the content starts. */
  readonly starters: readonly RoleList[];
  /** What closes them. */
  readonly closers: readonly RoleList[];
  readonly #made = new Map<string, object>();

  constructor(format: FormatMarkers, toolNames: readonly string[]) {
    checkFormat(format);
    const { call, section } = format;
    const literals = (open: CallMarkers['start']) =>
      typeof open === 'function' ? toolNames.flatMap(open) : open;
    this.format = format;
    this.openers = [
      [Role.CallOpen, literals(call.open)],
      [Role.SectionOpen, section?.open],
    ];
    this.starters = [[Role.StartOpen, literals(call.start)]];
    this.closers = [
      [Role.CallClose, literals(call.close)],
      [Role.SectionClose, section?.close],
    ];
  }

  /** What `make` makes, made once: readers are created for every text, their tables are not. */
  once<T extends object>(name: string, make: () => T): T {
    const known = this.#made.get(name) as T | undefined;
    if (known) return known;
    const made = make();
    this.#made.set(name, made);
    return made;
  }

  /** The table called `name`. A literal that is in two lists has the role of the first. */
  table(name: string, lists: readonly RoleList[], options: ScanOptions = {}): MarkerTable {
    return this.once(`table ${name}`, () => compileMarkers(lists, options));
  }
}

/** A table that is not kept: one made of what a model wrote. */
export function compileMarkers(lists: readonly RoleList[], options: ScanOptions): MarkerTable {
  const roles = new Map<string, Role>();
  for (const [role, markers = []] of lists) {
    for (const marker of markers) if (!roles.has(marker)) roles.set(marker, role);
  }
  return { scan: compileTable({ markers: [...roles.keys()], ...options }), roles: [...roles.values()] };
}

/** Grammars by format and, if its openers depend on them, by the names of the tools. */
const grammars = new WeakMap<FormatMarkers, Map<string, Grammar>>();

/** Sets of tools remembered per format; an application has few. */
const MAX_TOOL_SETS = 50;

/** The grammar of a format for these tools. */
export function grammarOf(format: FormatMarkers, tools: ReadonlyMap<string, unknown>): Grammar {
  const bySet = grammars.get(format) ?? new Map<string, Grammar>();
  const { open, start } = format.call;
  const isByTool = typeof open === 'function' || typeof start === 'function';
  const key = isByTool ? JSON.stringify([...tools.keys()]) : '';
  const known = bySet.get(key);
  if (known) return known;
  if (bySet.size >= MAX_TOOL_SETS) bySet.clear();
  const grammar = new Grammar(format, [...tools.keys()]);
  grammars.set(format, bySet.set(key, grammar));
  return grammar;
}

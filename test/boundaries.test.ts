// Who may import whom, and what no source file may use. A wall is moved here, in a commit that says why.
import { expect, test } from 'vitest';

/** The first row whose pattern fits a file holds. `*` ends a prefix; `type` allows `import type` only. */
const walls: [file: string, mayImport: string[]][] = [
  ['assembly/*', ['assembly/*']],
  ['src/events.ts', []],
  ['src/wrong-use.ts', []],
  ['src/scanner/load*', ['src/scanner/*', 'assembly/*', 'build/out/bytes.ts']],
  ['src/scanner/*', ['src/scanner/*', 'assembly/*']],
  ['src/arguments/*', ['src/arguments/*']],
  ['src/reader/*', ['src/reader/*', 'src/arguments/*', 'src/scanner/*', 'type src/formats/*']],
  ['src/formats/index.ts', ['src/formats/*']],
  [
    'src/formats/format.ts',
    ['type src/arguments/json-schema.ts', 'type src/reader/payload.ts', 'type src/formats/markers.ts'],
  ],
  ['src/formats/values.ts', []],
  [
    'src/formats/wire.ts',
    ['src/wire/*', 'src/reader/families.ts', 'type src/formats/format.ts', 'src/formats/values.ts'],
  ],
  // A format brings the reader of its payload, so that an application bundles no other.
  ['src/formats/*', ['src/reader/families.ts', 'type src/formats/format.ts', 'src/formats/values.ts']],
  ['src/wire/*', ['src/wire/*', 'src/arguments/*', 'type src/formats/format.ts']],
  ['src/parser.ts', ['src/scanner/*', 'src/reader/*', 'src/arguments/*', 'src/formats/format.ts']],
  [
    'src/protocols/*',
    ['src/protocols/*', 'src/parser.ts', 'src/formats/*', 'src/reader/families.ts', 'type src/wire/plan.ts'],
  ],
  [
    'src/middleware/*',
    [
      'src/middleware/*',
      'src/protocols/*',
      'src/formats/*',
      'src/wire/*',
      'src/reader/families.ts',
      'src/arguments/*',
    ],
  ],
  // Of the middleware, what it leaves for the model below it.
  [
    'src/webllm*',
    [
      'src/webllm/*',
      'src/wire/*',
      'src/arguments/*',
      'src/middleware/state.ts',
      'type src/formats/format.ts',
    ],
  ],
  ['src/testing*', ['src/testing/*', 'type src/formats/format.ts', 'type src/protocols/protocol.ts']],
  ['src/index.ts', ['src/*', 'build/out/bytes.ts']],
  ['src/no-wasm.ts', ['src/*']],
  ['src/workerd.ts', ['src/*']],
  ['src/edge-light.ts', ['src/*']],
];

/** What every file of src/ may import besides. */
const common = ['src/events.ts', 'src/wrong-use.ts', 'type @ai-sdk/provider'];

/** What no file of src/ contains, comments aside: the same deltas give the same parts, on every host. */
const banned: [what: string, pattern: RegExp][] = [
  ['a timer', /\b(setTimeout|setInterval|setImmediate|requestAnimationFrame)\b/],
  ['a clock', /\b(Date\.now|new Date|performance\.now)\b/],
  [
    '`process` but as `globalThis.process?.`',
    /(?<!globalThis\.)\bprocess\b[.?[]|globalThis\.process\b(?!\?\.)/,
  ],
  ['eval', /\beval\(|\bnew Function\b/],
];

const fits = (pattern: string, path: string) =>
  pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;

/** `import`s and re-exports of a source text, as paths from the top of the repository; packages by name. */
function importsOf(file: string, code: string): { path: string; typeOnly: boolean }[] {
  const statement = /^(?:import|export)\s(type\s)?(?:[^'";]*?from\s)?\s*'([^']+)'|\bimport\('([^']+)'\)/gm;
  return [...code.matchAll(statement)].map(([, type, from, dynamic]) => {
    const specifier = from ?? dynamic ?? '';
    if (!specifier.startsWith('.')) return { path: specifier, typeOnly: type !== undefined };
    const path = new URL(specifier, `file:///${file}`).href.slice('file:///'.length);
    return { path: /\.\w+(\?\w+)?$/.test(path) ? path : `${path}.ts`, typeOnly: type !== undefined };
  });
}

/** What breaks the rules in one file, as lines to read. */
function breaches(file: string, text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
  const inSource = file.startsWith('src/');
  const wall = walls.find(([pattern]) => fits(pattern, file))?.[1];
  if (!wall) return [`${file} has no row in the table`];
  const allowed = inSource ? [...wall, ...common] : wall;
  const imports = importsOf(file, code)
    .filter(
      ({ path, typeOnly }) =>
        !allowed.some((may) => fits(may, path) || (typeOnly && fits(may, `type ${path}`))),
    )
    .map(({ path }) => `${file} may not import ${path}`);
  const uses = banned
    .filter(([, pattern]) => inSource && pattern.test(code))
    .map(([what]) => `${file} uses ${what}`);
  return [...imports, ...uses];
}

test('every file keeps to its walls', () => {
  const files = import.meta.glob<string>(['../assembly/**/*.ts', '../src/**/*.ts', '!**/*.d.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  expect(Object.keys(files)).not.toHaveLength(0);
  expect(Object.entries(files).flatMap(([path, text]) => breaches(path.replace('../', ''), text))).toEqual(
    [],
  );
});

test.each([
  ['assembly/scanner.ts', "import { a } from '../src/events';", 'may not import src/events.ts'],
  [
    'src/formats/hermes.ts',
    "import {\n  a,\n  b,\n} from './gemma.ts';",
    'may not import src/formats/gemma.ts',
  ],
  ['src/formats/hermes.ts', "export * from '../parser.ts';", 'may not import src/parser.ts'],
  [
    'src/reader/envelope.ts',
    "import { a } from '../protocols/protocol.ts';",
    'may not import src/protocols/protocol.ts',
  ],
  [
    'src/middleware/a.ts',
    "import { a } from '../reader/section.ts';",
    'may not import src/reader/section.ts',
  ],
  [
    'src/scanner/scanner.ts',
    "import a from '../../build/out/bytes.ts';",
    'may not import build/out/bytes.ts',
  ],
  ['src/parser.ts', "import { a } from '@ai-sdk/provider';", 'may not import @ai-sdk/provider'],
  ['src/scanner/load.ts', "const a = await import('node:fs');", 'may not import node:fs'],
  ['src/parser.ts', "import 'ai';", 'may not import ai'],
  ['src/parser.ts', 'setTimeout(run, 1);', 'uses a timer'],
  ['src/parser.ts', 'if (process.env.DEBUG) run();', 'uses `process` but as `globalThis.process?.`'],
  [
    'src/parser.ts',
    'if (globalThis.process.env.DEBUG) run();',
    'uses `process` but as `globalThis.process?.`',
  ],
  ['src/helpers.ts', '', 'has no row in the table'],
])('%s: %j is refused', (file, code, reason) => {
  expect(breaches(file, code)).toEqual([`${file} ${reason}`]);
});

test.each([
  ['src/middleware/a.ts', "import type { Protocol } from '../protocols/protocol.ts';"],
  [
    'src/formats/hermes.ts',
    "import type { Format } from './format.ts';\nimport type { A } from '@ai-sdk/provider';",
  ],
  [
    'src/scanner/scanner.ts',
    "import { scan } from '../../assembly/scanner';\nimport { a } from '../events.ts';",
  ],
  ['src/index.ts', "import bytes from '../build/out/bytes.ts';\nexport { a } from './parser.ts';"],
  ['src/edge-light.ts', "import module from './scanner.wasm?module';"],
  [
    'src/parser.ts',
    "// import { a } from 'ai';\n/** setTimeout */\nconst debug = globalThis.process?.env?.DEBUG;",
  ],
])('%s: %j is fine', (file, code) => {
  expect(breaches(file, code)).toEqual([]);
});

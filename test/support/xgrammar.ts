// The grammar engine that WebLLM is built with, in Node. Its package says that it is ESM, but holds a script of the
// CommonJS kind: it is run as such here.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { compileFunction, constants } from 'node:vm';
import type * as XGrammar from '@mlc-ai/web-xgrammar';
import type { Random } from './random.ts';

const require = createRequire(import.meta.url);

function load(): typeof XGrammar {
  const file = require.resolve('@mlc-ai/web-xgrammar');
  const module = { exports: {} as typeof XGrammar };
  const names = ['exports', 'module', 'require', '__filename', '__dirname'];
  const run = compileFunction(readFileSync(file, 'utf8'), names, {
    filename: file,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  run(module.exports, module, createRequire(file), file, dirname(file));
  return module.exports;
}

const { GrammarCompiler, GrammarMatcher, TokenizerInfo } = load();

/** Tokens of a small model: single units, and pieces that span what a grammar keeps apart. */
const vocabulary = [
  '</stop>',
  ...Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)),
  ...[
    '\n',
    'é',
    'ö',
    'ß',
    '天',
    '": "',
    '", "',
    '"}',
    '}}',
    '":',
    ' {',
    '[{',
    ']]',
    '\\n',
    'true',
    'null',
    '12',
    '-1',
    '0.5',
    '="',
    '" ',
    "='",
    "'</",
    '>\n',
    '</',
    'call>',
    '</parameter>',
  ],
];
const STOP = 0;
const MAX_TOKENS = 600;

// One after the other: the engine is loaded by the first call, and once more by one that does not wait for it.
const tokenizer = await TokenizerInfo.createTokenizerInfo(vocabulary, 'raw', false, vocabulary.length, STOP);
const compiler = await GrammarCompiler.createGrammarCompiler(tokenizer, false);

/** A grammar, ready to try texts on. */
export interface Acceptor {
  /** Whether a model may write this text and stop. */
  accepts(text: string): boolean;
  dispose(): void;
}

/** Compiles a structural tag as WebLLM does. Rejects if XGrammar can't read it. */
export async function compileTag(tag: object): Promise<Acceptor> {
  const grammar = await compiler.compileStructuralTag(JSON.stringify(tag)).catch((error: unknown) => {
    throw new Error(`XGrammar refuses ${JSON.stringify(tag)}: ${error}`);
  });
  const matcher = await GrammarMatcher.createGrammarMatcher(grammar);
  return {
    accepts(text) {
      matcher.reset();
      return (text === '' || matcher._acceptString(text)) && matcher.acceptToken(STOP);
    },
    dispose() {
      matcher.dispose();
      grammar.dispose();
    },
  };
}

/**
 * What a model writes that has no idea, as WebLLM lets it: each token is one of those that the grammar's mask leaves.
 * It would rather end things than not. Nothing if it does not come to an end.
 */
export async function writeAtRandom(tag: object, random: Random): Promise<string | undefined> {
  const grammar = await compiler.compileStructuralTag(JSON.stringify(tag));
  const matcher = await GrammarMatcher.createGrammarMatcher(grammar);
  let text = '';
  for (let count = 0; count < MAX_TOKENS && !matcher.isTerminated(); count++) {
    const mask = await matcher.getNextTokenBitmask();
    const allowed = vocabulary.flatMap((_, id) =>
      ((mask[id >> 5] as number) >>> (id & 31)) & 1 ? [id] : [],
    );
    const ends = allowed.filter((id) => /^[\]}"'>/]|^<\/|^ $|stop/.test(vocabulary[id] as string));
    const id = random.pick(ends.length > 0 && !random.oneIn(3) ? ends : allowed);
    if (id === undefined || !matcher.acceptToken(id)) throw new Error(`Nothing can follow ${text}`);
    if (id !== STOP) text += vocabulary[id];
  }
  const isWhole = matcher.isTerminated();
  matcher.dispose();
  grammar.dispose();
  return isWhole ? text : undefined;
}

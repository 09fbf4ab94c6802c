// The three AI SDKs, by one interface: as far as tests use it, they are the same.
import * as ai7 from 'ai';
import * as ai5 from 'ai5';
import * as ai6 from 'ai6';
import type { SpecVersion } from './model.ts';

// biome-ignore lint/suspicious/noExplicitAny: the types of the three differ; test/types checks them one by one
type Sdk = any;

// Each warns on the console of models of older versions.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

/** Name, SDK, and the versions of models that it takes. */
export const sdks: readonly [name: string, sdk: Sdk, specs: readonly SpecVersion[]][] = [
  ['ai@5', ai5, ['v2']],
  ['ai@6', ai6, ['v2', 'v3']],
  ['ai@7', ai7, ['v2', 'v3', 'v4']],
];

/** Every SDK with every version of models that it takes. */
export const hosts = sdks.flatMap(([name, sdk, specs]) =>
  specs.map((spec) => ({ name: `${name} with ${spec}`, sdk, spec })),
);

/** `stopWhen` for loops of so many steps. */
export const stopAfter = (sdk: Sdk, steps: number) => (sdk.stepCountIs ?? sdk.isStepCount)(steps);

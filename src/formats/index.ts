// All formats by name: one line each.
import type { Format } from './format.ts';
import { gemma } from './gemma.ts';
import { hermes } from './hermes.ts';

/** The built-in formats. */
export const formats = { gemma, hermes } satisfies Record<string, Format>;

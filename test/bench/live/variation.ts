// How a model gets its tools: natively, or in its prompt by `compactTools()`, as it is or with something changed.
import { type CompactToolsOptions, compactTools, type ToolMiddleware } from 'toolwire';

export const modes = ['native', 'compact'] as const;
export type Mode = (typeof modes)[number];

export interface Variation {
  readonly mode: Mode;
  /** What of `compactTools()` is changed, as on the command line; nothing if empty. */
  readonly ablation: string;
}

type Change = (value: string) => CompactToolsOptions;

const changes: Record<string, Change> = {
  syntax: (value) => ({ syntax: value as 'wire' }),
  placement: (value) => ({ placement: oneOf(value, ['first', 'last']) }),
  fallbackToJson: (value) => ({ fallbackToJson: value as 'complex' }),
  // The signatures stay, without a word on how to call.
  'no-manual': () => ({ manualHeader: '' }),
};

/** The options for `syntax=json+no-manual`. Throws if it is not known. */
export function parseAblation(ablation: string): CompactToolsOptions {
  const options: CompactToolsOptions = {};
  for (const part of ablation.split('+').filter(Boolean)) {
    const [name = '', value = ''] = part.split('=');
    const change = Object.hasOwn(changes, name) && changes[name];
    if (!change)
      throw new Error(`There is no ablation "${part}". Ablations: ${Object.keys(changes).join(', ')}.`);
    Object.assign(options, change(value));
  }
  compactTools(options); // throws at values that it does not know
  return options;
}

/** The middleware of a variation; native tools have none. */
export function middlewareOf({ mode, ablation }: Variation): ToolMiddleware | undefined {
  return mode === 'native' ? undefined : compactTools(parseAblation(ablation));
}

/** A short name to show. */
export const nameOf = ({ mode, ablation }: Variation) => (ablation ? `${mode} ${ablation}` : mode);

/** All that were asked for. */
export function listVariations(wanted: readonly Mode[], ablations: readonly string[]): Variation[] {
  return wanted.flatMap((mode) =>
    (mode === 'native' ? [''] : ['', ...ablations]).map((ablation) => ({ mode, ablation })),
  );
}

function oneOf<T extends string>(value: string, choices: readonly T[]): T {
  const choice = choices.find((one) => one === value);
  if (!choice) throw new Error(`"${value}" must be one of ${choices.join(', ')}.`);
  return choice;
}

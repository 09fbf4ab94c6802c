// Runs a cell: asks the model through the AI SDK, lets its tools run, and judges what came of it.
import { generateText, isStepCount } from 'ai';
import { withTools } from 'toolwire';
import type { Call, Case } from './case.ts';
import type { Cell, Outcome } from './cell.ts';
import { type Endpoint, explainError, isModelsFault, type Meter, meterModel } from './endpoint.ts';
import { middlewareOf } from './variation.ts';

/** The same in every mode. */
export const instructions =
  'Use your tools to do what the user asks, with exactly the values that are given. Do not ask back.';

/** Answers that a task may take. */
export const MAX_STEPS = 20;

export interface Request {
  readonly cell: Cell;
  readonly case: Case;
  readonly digest: string;
  readonly endpoint: Endpoint;
  readonly temperature: number | undefined;
  readonly retries: number;
  readonly signal: AbortSignal;
}

export async function runCell(request: Request): Promise<Outcome> {
  const { cell, case: one, digest, endpoint } = request;
  const { model, meter } = meterModel(endpoint, cell.model);
  const base = { ...cell, digest, kind: one.kind };
  try {
    return { ...base, ...(await ask(request, model, meter)) };
  } catch (error) {
    const message = explainError(error, endpoint.url);
    if (!isModelsFault(error)) return { ...base, error: message };
    return {
      ...base,
      isRight: false,
      why: message,
      calls: [],
      inputTokens: null,
      outputTokens: null,
      ...meter,
    };
  }
}

async function ask(
  { cell, case: one, temperature, retries, signal }: Request,
  model: ReturnType<typeof meterModel>['model'],
  meter: Meter,
) {
  const middleware = middlewareOf(cell);
  const trial = one.begin();
  const { steps, usage } = await generateText({
    model: middleware ? withTools(model, middleware) : model,
    tools: trial.tools,
    instructions,
    prompt: one.prompt,
    stopWhen: isStepCount(one.kind === 'call' ? 1 : MAX_STEPS),
    maxRetries: retries,
    abortSignal: signal,
    ...(temperature !== undefined && { temperature }),
  });
  const calls = steps.flatMap(({ toolCalls }) =>
    toolCalls.map(({ toolName, input, invalid }): Call => {
      return { toolName, input, ...(invalid && { isInvalid: true }) };
    }),
  );
  const why = trial.judge(calls);
  return {
    isRight: why === undefined,
    why,
    calls,
    inputTokens: usage.inputTokens ?? null,
    outputTokens: usage.outputTokens ?? null,
    ...meter,
    latency: Math.round(meter.latency),
  };
}

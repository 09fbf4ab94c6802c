// Options of a call, and those of the middleware that hold where the call says nothing.
import {
  type DebugSummary,
  formats,
  type NamedMiddlewareOptions,
  type ToolCallMiddlewareOptions,
  toolCallOptions,
  toolMiddleware,
  withTools,
} from 'toolwire';
import { describe, expect, test } from 'vitest';
import { type Answer, createModel } from './support/model.ts';
import { hosts } from './support/sdks.ts';

const call = formats.hermes.writeCall({ toolName: 'ping', input: {} });

describe.each(hosts)('$name', ({ sdk, spec }) => {
  const tools = { ping: sdk.tool({ inputSchema: sdk.jsonSchema({ type: 'object', properties: {} }) }) };

  /** The calls that are read in an answer. */
  async function readCalls(
    mode: string,
    answer: string | Answer,
    options: ToolCallMiddlewareOptions,
    settings?: NamedMiddlewareOptions,
  ): Promise<unknown[]> {
    const result = await sdk[mode]({
      model: withTools(createModel(spec, [answer]), toolMiddleware('hermes', settings)),
      tools,
      prompt: 'Ping!',
      providerOptions: { toolCallMiddleware: toolCallOptions(options) },
    });
    return await result.toolCalls;
  }

  test.each(['generateText', 'streamText'])('%s: functions and sinks reach the middleware', async (mode) => {
    const errors: string[] = [];
    const debugSummary: DebugSummary = {};
    const onError = (message: string) => errors.push(message);
    const calls = await readCalls(mode, `${call}<tool_call>nothing`, {
      onError,
      debugSummary,
      generateId: () => 'id-1',
    });
    expect(calls).toMatchObject([{ toolCallId: 'id-1', toolName: 'ping' }]);
    expect(errors).not.toHaveLength(0);
    expect(new Set(errors).size).toBe(errors.length); // also where the text is read again for the summary
    expect(debugSummary.toolCalls).toBe('[{"toolName":"ping","input":{}}]');
  });

  test.each(['generateText', 'streamText'])(
    '%s: thinking is read where the middleware says so',
    async (mode) => {
      const thinking = { type: 'reasoning', text: call };
      const parts =
        mode === 'generateText'
          ? [thinking]
          : [
              { type: 'reasoning-start', id: '1' },
              { type: 'reasoning-delta', id: '1', delta: call },
              { type: 'reasoning-end', id: '1' },
            ];
      expect(await readCalls(mode, { parts }, {})).toHaveLength(0);
      expect(await readCalls(mode, { parts }, { reasoning: 'parse' })).toHaveLength(1);
      expect(await readCalls(mode, { parts }, {}, { reasoning: 'parse' })).toHaveLength(1);
      expect(await readCalls(mode, { parts }, { reasoning: 'skip' }, { reasoning: 'parse' })).toHaveLength(0);
    },
  );
});

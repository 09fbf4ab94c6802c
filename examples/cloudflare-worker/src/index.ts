// A chat route on Workers AI: tools for a model that has none, streamed as the AI SDK's UI messages.
import {
  convertToModelMessages,
  createUIMessageStreamResponse,
  isStepCount,
  streamText,
  tool,
  toUIMessageStream,
  type UIMessage,
} from 'ai';
import { toolMiddleware, withTools } from 'toolwire';
import { createWorkersAI } from 'workers-ai-provider';
import { z } from 'zod';

/** What wrangler.jsonc binds. */
export interface Env {
  AI: Ai;
  /** Any text model: https://developers.cloudflare.com/workers-ai/models/ */
  MODEL: string;
}

const tools = {
  get_weather: tool({
    description: 'The weather of the next days.',
    inputSchema: z.object({ city: z.string(), days: z.int().min(1).max(7).default(1) }),
    execute: async ({ city, days }) => ({ city, days, celsius: 12 + city.length }),
  }),
};

// Workers AI has a JSON mode, which does not stream, for some models; others are told to call by the prompt.
// https://developers.cloudflare.com/workers-ai/features/json-mode/
const jsonMode = /llama-3(\.1)?-8b-instruct|llama-3\.3-70b|hermes-2-pro|deepseek-r1-distill|deepseek-coder/;

export default {
  async fetch(request, env) {
    if (request.method !== 'POST' || new URL(request.url).pathname !== '/chat')
      return new Response('POST /chat {"messages": […]}', { status: 404 });
    const body = await request.json<{ messages?: UIMessage[]; mustCall?: boolean }>().catch(() => undefined);
    if (!Array.isArray(body?.messages))
      return new Response('The body must be {"messages": […]}, as `useChat` sends it.', { status: 400 });

    const { messages, mustCall } = body;
    const forcedChoice = jsonMode.test(env.MODEL) ? 'generate' : 'prompt';
    const result = streamText({
      model: withTools(
        createWorkersAI({ binding: env.AI })(env.MODEL),
        toolMiddleware('hermes', { forcedChoice }),
      ),
      tools,
      messages: await convertToModelMessages(messages),
      stopWhen: isStepCount(5),
      // Forced once: with toolChoice 'required' in every step the model could never answer.
      prepareStep: ({ stepNumber }) =>
        mustCall && stepNumber === 0 ? { toolChoice: 'required' } : undefined,
    });
    // When the client goes away, the Worker's request ends, and with it the model's stream.
    return createUIMessageStreamResponse({
      stream: toUIMessageStream({ stream: result.stream, onError: explain }),
    });
  },
} satisfies ExportedHandler<Env>;

/** What the client is told: without this, "An error occurred." */
function explain(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (/\b(5007|No such model)/.test(text))
    return `${text}. Set MODEL in wrangler.jsonc to a model of Workers AI.`;
  if (/\b(5025|JSON)/.test(text)) return `${text}. Use a model with JSON mode, or forcedChoice: 'prompt'.`;
  return text;
}

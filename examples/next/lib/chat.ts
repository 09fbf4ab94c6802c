// What both routes do: stream an answer with tools as the AI SDK's UI messages.
import {
  convertToModelMessages,
  createUIMessageStreamResponse,
  type InferUITools,
  isStepCount,
  type LanguageModel,
  streamText,
  tool,
  toUIMessageStream,
  type UIMessage,
} from 'ai';
import { z } from 'zod';

const tools = {
  get_weather: tool({
    description: 'The weather of the next days.',
    inputSchema: z.object({ city: z.string(), days: z.int().min(1).max(7).default(1) }),
    execute: async ({ city, days }) => ({ city, days, celsius: 12 + city.length }),
  }),
};

/** A message of the page, with its tools typed. */
export type ChatMessage = UIMessage<never, never, InferUITools<typeof tools>>;

/** Answers the request of `useChat`. */
export async function chat(request: Request, model: LanguageModel): Promise<Response> {
  const body = await request.json().catch(() => undefined);
  if (!Array.isArray(body?.messages))
    return new Response('The body must be {"messages": […]}, as `useChat` sends it.', { status: 400 });
  const result = streamText({
    model,
    tools,
    messages: await convertToModelMessages(body.messages),
    stopWhen: isStepCount(5),
    abortSignal: request.signal,
  });
  // Without `onError` the page is told "An error occurred."
  return createUIMessageStreamResponse({
    stream: toUIMessageStream({ stream: result.stream, onError: String }),
  });
}

// A chat route for `useChat`, served by Deno:
//   deno serve --allow-env --allow-net --allow-sys deno.ts
//   MODEL_URL=http://localhost:11434/v1 MODEL=qwen2.5 deno serve --allow-env --allow-net --allow-sys deno.ts
import {
  convertToModelMessages,
  createUIMessageStreamResponse,
  isStepCount,
  streamText,
  toUIMessageStream,
} from 'ai';
import { hermesToolMiddleware, withTools } from 'toolwire';
import { createModel } from './model.ts';
import { tools } from './tools.ts';

const { MODEL_URL, MODEL } = process.env;
const model = withTools(createModel(MODEL_URL, MODEL), hermesToolMiddleware);

export default {
  async fetch(request: Request): Promise<Response> {
    const { messages = [] } = (await request.json()) as { messages?: [] };
    const result = streamText({
      model,
      tools,
      messages: await convertToModelMessages(messages),
      stopWhen: isStepCount(5),
      abortSignal: request.signal,
    });
    return createUIMessageStreamResponse({
      stream: toUIMessageStream({ stream: result.stream, onError: String }),
    });
  },
};

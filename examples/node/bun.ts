// A chat route for `useChat`, served by Bun:
//   bun bun.ts
//   MODEL_URL=http://localhost:11434/v1 MODEL=qwen2.5 bun bun.ts
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

const { MODEL_URL, MODEL, PORT = '3000' } = process.env;
const model = withTools(createModel(MODEL_URL, MODEL), hermesToolMiddleware);

export default {
  port: Number(PORT),
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

// The route on Node, which is what Next recommends.
import { hermesToolMiddleware, withTools } from 'toolwire';
import { chat } from '../../../lib/chat.ts';
import { createModel } from '../../../lib/model.ts';

const model = withTools(createModel(), hermesToolMiddleware);

export const POST = (request: Request) => chat(request, model);

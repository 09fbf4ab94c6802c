// The same on the Edge runtime. `toolwire/edge-light` brings the scanner as a file, as Vercel's Edge compiles no bytes;
// `toolwire` works there too, without WebAssembly.
import { hermesToolMiddleware, withTools } from 'toolwire/edge-light';
import { chat } from '../../../lib/chat.ts';
import { createModel } from '../../../lib/model.ts';

export const runtime = 'edge';

const model = withTools(createModel(), hermesToolMiddleware);

export const POST = (request: Request) => chat(request, model);

// Stops zod from trying whether it may make code, which a Content-Security-Policy would refuse and report. The AI SDK uses
// zod as it loads, so this is imported before it.
import { config } from 'zod';

config({ jitless: true });

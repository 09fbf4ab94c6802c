// Lets a corpus scorer read with the built package: `protocolFor(format)` gives a protocol, or nothing for a format
// that is not read yet.
import { createProtocol, formats } from 'toolwire';

export const name = 'toolwire';

const protocols = new Map(Object.values(formats).map((format) => [format.name, createProtocol(format)]));

/** Formats that the corpus has under another name. */
const aliases = { qwen3coder: 'qwen3-coder', 'k-exaone-2': 'qwen3-coder' };

export const protocolFor = (format) => protocols.get(aliases[format] ?? format);

// Lets a corpus scorer read with the built package: `protocolFor(format)` gives a protocol, or nothing for a format
// that is not read yet.
import { createProtocol, formats } from 'toolwire';

export const name = 'toolwire';

const protocols = new Map(Object.values(formats).map((format) => [format.name, createProtocol(format)]));

export const protocolFor = (format) => protocols.get(format);

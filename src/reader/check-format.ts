// A description is checked once, when the first parser is made of it: what the types can't say, with the field named.
import type { Format } from '../formats/format.ts';

/** Throws a `TypeError` if the description makes no sense. */
export function checkFormat(format: Format): void {
  const refuse = (field: string, wanted: string, given: unknown): never => {
    throw new TypeError(
      `Format "${format.name}": "${field}" must be ${wanted}, got ${JSON.stringify(given)}.`,
    );
  };
  const checkMarkers = (field: string, markers: unknown, isRequired: boolean) => {
    if (typeof markers === 'function' || (markers === undefined && !isRequired)) return;
    const isList =
      Array.isArray(markers) && markers.every((marker) => typeof marker === 'string' && marker !== '');
    if (!isList || (isRequired && markers.length === 0)) refuse(field, 'a list of literals', markers);
  };
  const { name, call, section, reasoning, payload, strays } = format;
  if (typeof name !== 'string' || name === '') refuse('name', 'a name', name);
  checkMarkers('call.open', call.open, call.start === undefined);
  checkMarkers('call.start', call.start, false);
  checkMarkers('call.close', call.close, false);
  checkMarkers('section.open', section?.open, section !== undefined);
  checkMarkers('section.close', section?.close, false);
  checkMarkers('reasoning.open', reasoning?.open, reasoning !== undefined);
  checkMarkers('reasoning.close', reasoning?.close, reasoning !== undefined);
  checkMarkers('strays', strays, false);
  if (payload.kind === 'routed') checkMarkers('payload.bodyStart', payload.bodyStart, true);
  if (payload.kind === 'header') {
    const { body, nameEnd } = payload;
    checkMarkers('payload.nameEnd', nameEnd, body.codec !== 'params');
    if (body.codec === 'params') {
      checkMarkers('payload.body.keyOpen', body.keyOpen, true);
      checkMarkers('payload.body.keyEnd', body.keyEnd, true);
      checkMarkers('payload.body.valueClose', body.valueClose, true);
    } else if (body.codec === 'literal') checkMarkers('payload.body.quote', [body.quote], true);
  }
}

// What a format may name as its payload, and as the body of a header: one line each. Built-in formats mark these calls
// as pure: a bundler then drops the formats that are not used, and the readers only they bring.

export { elements } from './elements.ts';
export { type EnvelopeOptions, envelope } from './envelope.ts';
export { expression } from './expression.ts';
export { type HeaderOptions, header } from './header.ts';
export { jsonBody } from './json-body.ts';
export { literalBody } from './literal-body.ts';
export { type DecodeBody, opaqueBody } from './opaque-body.ts';
export { pairsBody } from './pairs-body.ts';
export { type ParamsOptions, paramsBody } from './params-body.ts';
export { type Route, type RoutedOptions, routed } from './routed.ts';

// `toolwire/no-wasm`: everything but WebAssembly, for pages whose Content-Security-Policy refuses it.
export type { EventSink, Issue, ParserEvent, RefusalCode, ToleranceCode } from './events.ts';
export type { Format, Tool, WrittenCall, WrittenResult } from './formats/format.ts';
export * as formats from './formats/index.ts';
export { type CompactToolsOptions, compactTools } from './middleware/compact-tools.ts';
export type { DebugLevel } from './middleware/debug.ts';
export { createToolMiddleware } from './middleware/middleware.ts';
export { gemmaToolMiddleware, hermesToolMiddleware, xmlToolMiddleware } from './middleware/presets.ts';
export type { DebugSummary, ToolCallMiddlewareOptions, ToolMiddleware } from './middleware/sdk.ts';
export type { MiddlewareOptions, ToolMiddlewareOptions } from './middleware/settings.ts';
export { type OpaqueOptions, toolCallOptions } from './middleware/tool-call-options.ts';
export { createDynamicIfThenElseSchema } from './middleware/tool-choice.ts';
export { type NamedMiddlewareOptions, toolMiddleware } from './middleware/tool-middleware.ts';
export { withTools } from './middleware/with-tools.ts';
export {
  createParser,
  createParserStream,
  type Parser,
  type ParserOptions,
  type ParserSettings,
  parseText,
} from './parser.ts';
export { createProtocol, type FormatOptions, type ToolSchemas } from './protocols/from-format.ts';
export { type JsonMixOptions, jsonMixProtocol } from './protocols/json-mix.ts';
export { morphXmlProtocol } from './protocols/morph-xml.ts';
export type {
  OnError,
  Part,
  ProtocolOptions,
  ReadingSettings,
  TextReader,
  ToolCall,
  ToolCallProtocol,
  ToolResult,
} from './protocols/protocol.ts';
export { type FormatName, protocolFor } from './protocols/protocol-for.ts';
export { type WireOptions, wireProtocol } from './protocols/wire.ts';
export type { Body } from './reader/body.ts';
export * from './reader/families.ts';
export type { Payload } from './reader/payload.ts';
export { type EngineReport, engine } from './scanner/engine.ts';
export { createScanner, type Scanner, type TokenSink } from './scanner/scanner.ts';
export { compileTable, type Dialect, type ScanTable, type TableOptions } from './scanner/table.ts';
export type { Thresholds } from './scanner/thresholds.ts';
export { describeToken, type TokenDescription } from './scanner/tokens.ts';

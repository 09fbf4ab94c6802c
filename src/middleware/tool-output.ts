// What a tool gave back, as the model is to see it: every kind of output of the three specifications.
import type { OnError, Part } from '../protocols/protocol.ts';
import { report } from '../protocols/report.ts';

/** A tool's output as one value, and the files that go with it. */
export interface ToolOutput {
  result: unknown;
  isError: boolean;
  /** Files for the model, as parts of a user message. */
  files: Part[];
}

/** What becomes of images and other files in a tool's result. */
export type Media = 'forward' | 'placeholder';

/** How to read it. */
export interface OutputOptions {
  readonly media: Media;
  /** Whether files say what their data is, `{ type: 'url', url }`, as since specification 4. */
  readonly isTagged: boolean;
  readonly onError?: OnError | undefined;
}

/** Reads a tool result's output. */
export function readOutput(output: unknown, options: OutputOptions): ToolOutput {
  const { type, value, reason } = Object(output) as { type?: unknown; value?: unknown; reason?: unknown };
  const isError = type === 'error-text' || type === 'error-json' || type === 'execution-denied';
  switch (type) {
    case 'text':
    case 'json':
    case 'error-text':
    case 'error-json':
      return { result: value ?? null, isError, files: [] };
    case 'execution-denied':
      return { result: `The call was denied${reason ? `: ${reason}` : '.'}`, isError, files: [] };
    case 'content':
      return readContent(value as Part[], options);
    default:
      if (type !== undefined)
        report(options.onError, `A tool result is of unknown kind "${type}"; passed on as JSON.`, { output });
      return { result: output, isError, files: [] };
  }
}

/** Reads a list of texts and files. */
function readContent(items: readonly Part[], { media, isTagged, onError }: OutputOptions): ToolOutput {
  const files: Part[] = [];
  const lines = items.map((item) => {
    if (item.type === 'text') return String(item.text);
    const text = textOf(item);
    if (text !== undefined) return text;
    const file = media === 'forward' ? fileOf(item, isTagged) : undefined;
    if (file) {
      files.push(file);
      return `[${nameOf(item)}, attached]`;
    }
    if (!/^(?:file|image|media)/.test(item.type)) {
      const kind = item.type === 'custom' ? 'only its provider knows' : `of unknown type "${item.type}"`;
      report(onError, `A tool result holds a part ${kind}; passed on as JSON.`, { item });
      return JSON.stringify(item);
    }
    return `[${nameOf(item)}, not shown]`;
  });
  return { result: lines.join('\n'), isError: false, files };
}

/** A file that is plain text, since specification 4. */
function textOf({ data }: Part): string | undefined {
  const tagged = Object(data) as { type?: unknown; text?: unknown };
  return tagged.type === 'text' ? String(tagged.text) : undefined;
}

/** The item as a part of a user message, if it has its data or its address with it. */
function fileOf({ type, data, url, mediaType, filename }: Part, isTagged: boolean): Part | undefined {
  const name = filename === undefined ? {} : { filename };
  const fallback = type.startsWith('image') ? 'image/*' : 'application/octet-stream';
  const file = { type: 'file', mediaType: mediaType ?? fallback, ...name };
  if (typeof url === 'string') {
    if (!URL.canParse(url)) return undefined;
    const address = new URL(url);
    return { ...file, data: isTagged ? { type: 'url', url: address } : address };
  }
  const { type: tag } = Object(data) as { type?: unknown };
  if (data === undefined || tag === 'reference') return undefined;
  return { ...file, data: isTagged && tag === undefined ? { type: 'data', data } : data };
}

function nameOf({ type, filename, mediaType }: Part): string {
  const kind = type.startsWith('image') || String(mediaType).startsWith('image/') ? 'image' : 'file';
  return [kind, filename, mediaType].filter((word) => word !== undefined).join(' ');
}

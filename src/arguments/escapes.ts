// Decoding of what the scanner flags as escaped. The scanner never cuts an escape or an entity, so a piece decodes
// alone.

const single: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  '\n': '', // a backslash at the end of a line joins it to the next
};

/** Backslash escapes of JSON, JavaScript and Python; one that none of them knows stands for its unit. */
export function decodeEscapes(text: string): string {
  return text.replace(
    /\\(?:u([\da-fA-F]{4})|U([\da-fA-F]{8})|x([\da-fA-F]{2})|([\s\S]))/g,
    (_, u, long, x, unit) => {
      const digits = u ?? long ?? x;
      if (digits === undefined) return Object.hasOwn(single, unit) ? (single[unit] as string) : unit;
      const code = Number.parseInt(digits, 16);
      return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
    },
  );
}

/**
 * Backslash escapes of Python, which keeps the backslash of those it does not know (`\d`). `\_` is none of those: it is
 * Markdown's, and what models mean is the underscore.
 */
export function decodePythonEscapes(text: string): string {
  return decodeEscapes(
    text.replace(/\\([^bfnrtuUx'"\\/_\n])|\\\\/g, (found, unit) =>
      unit === undefined ? found : `\\${found}`,
    ),
  );
}

/**
 * What stands between quotes as JSON would have it there. Escapes that JSON knows stay as they are: how a text is spelled
 * may not depend on what else is in the piece.
 */
export function toJsonEscapes(text: string, decode: (text: string) => string): string {
  return text.replace(escapes, (found, known) => (known === undefined ? encodeString(decode(found)) : found));
}

/** Escapes, those that JSON knows in a group, and units that JSON would escape. */
const escapes = /\\(["\\/bfnrt]|u[\da-fA-F]{4})|\\(?:U[\da-fA-F]{8}|x[\da-fA-F]{2}|[\s\S])|[^ !#-\uffff]/g;

/** What JSON would not have between quotes: backslashes of escapes that it does not know, and units that it escapes. */
export function oddUnits(text: string): string[] {
  return [...text.matchAll(escapes)].flatMap(([found, known]) =>
    known === undefined ? found.charAt(0) : [],
  );
}

/**
 * Text as it stands between the quotes of a JSON string. Half a surrogate pair stays as it is, as it does in text that
 * needs no escape: what is written must not depend on what else is in the piece.
 */
export function encodeString(text: string): string {
  const json = JSON.stringify(text).slice(1, -1);
  if (!/\\ud[89a-f]/.test(json)) return json;
  return json.replace(/\\\\|\\u(d[89a-f][\da-f]{2})/g, (match, digits?: string) =>
    digits ? String.fromCharCode(Number.parseInt(digits, 16)) : match,
  );
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The five named entities of XML and numbered ones; others stay as they are, and so do those too long for the scanner. */
export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]{1,8})|#([0-9]{1,9})|([a-z]{1,10}));/gi,
    (entity, hex, decimal, name) => {
      if (name !== undefined) return Object.hasOwn(named, name) ? (named[name] as string) : entity;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0x10ffff ? entity : String.fromCodePoint(code);
    },
  );
}

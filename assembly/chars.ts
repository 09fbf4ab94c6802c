// The units that mean something to the scanner. All are ASCII; what a marker or a name is made of is
// compared unit by unit and needs no entry here.

export const enum Char {
  Newline = 0x0a,
  Space = 0x20,
  Quote = 0x22, // "
  Hash = 0x23, // #
  Ampersand = 0x26, // &
  Apostrophe = 0x27, // '
  Star = 0x2a, // *
  Slash = 0x2f, // /
  Semicolon = 0x3b, // ;
  Backslash = 0x5c, // \
  LowerU = 0x75, // u
  LowerX = 0x78, // x
  UpperU = 0x55, // U
}

/** The value of a hexadecimal digit, or -1. */
export function hexValue(unit: i32): i32 {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  const lower = unit | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** Whether a unit may stand between `&` and `;`. */
export function isEntityUnit(unit: i32): bool {
  const lower = unit | 0x20;
  return (unit >= 0x30 && unit <= 0x39) || (lower >= 0x61 && lower <= 0x7a) || unit == Char.Hash;
}

/** Whether JSON knows the escape `\` + unit (`\u` aside, which has digits to check). */
export function isJsonEscape(unit: i32): bool {
  switch (unit) {
    case 0x22: // "
    case 0x5c: // \
    case 0x2f: // /
    case 0x62: // b
    case 0x66: // f
    case 0x6e: // n
    case 0x72: // r
    case 0x74: // t
      return true;
    default:
      return false;
  }
}

// Whether two values say the same to a tool. Strict, but for what makes no difference: an optional argument that has
// its default or nothing in it may be there or not, and the order of a set does not count.

/** Undefined if the same, or where and how they differ. */
export type SameResult = string | undefined;

type Json = Readonly<Record<string, unknown>>;

/** Compares by a JSON Schema; without one, everything counts. */
export function compare(wanted: unknown, got: unknown, schema: unknown = {}, path = ''): SameResult {
  const rules = isObject(schema) ? schema : {};
  if (Array.isArray(wanted) && Array.isArray(got)) return compareLists(wanted, got, rules, path);
  if (isObject(wanted) && isObject(got)) return compareObjects(wanted, got, rules, path);
  return plain(wanted) === plain(got) ? undefined : differ(path, wanted, got);
}

function compareLists(wanted: unknown[], got: unknown[], schema: Json, path: string): SameResult {
  if (wanted.length !== got.length) return differ(path, wanted, got);
  const [one, other] = schema.uniqueItems === true ? [inOrder(wanted), inOrder(got)] : [wanted, got];
  return first(one.keys(), (at) => compare(one[at], other[at], schema.items, `${path}[${at}]`));
}

function compareObjects(wanted: Json, got: Json, schema: Json, path: string): SameResult {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  // Without a schema nothing is known to be optional.
  const isOptional = (key: string) => Object.hasOwn(properties, key) && !required.includes(key);
  return first(new Set([...Object.keys(wanted), ...Object.keys(got)]), (key) => {
    const rules = Object.hasOwn(properties, key) ? properties[key] : {};
    const where = path ? `${path}.${key}` : key;
    if (Object.hasOwn(wanted, key) && Object.hasOwn(got, key))
      return compare(wanted[key], got[key], rules, where);
    const extra = Object.hasOwn(wanted, key) ? wanted[key] : got[key];
    return isOptional(key) && isImplied(extra, rules) ? undefined : differ(where, wanted[key], got[key]);
  });
}

/** Whether leaving an optional value out says the same: it is the default, or where none is told, nothing. */
function isImplied(value: unknown, schema: unknown): boolean {
  if (isObject(schema) && Object.hasOwn(schema, 'default'))
    return compare(schema.default, value) === undefined;
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return value === null || value === undefined || value === '' || value === false || isEmpty;
}

/** Texts that look the same are: composed characters, line ends. */
const plain = (value: unknown) =>
  typeof value === 'string' ? value.normalize('NFC').replaceAll('\r\n', '\n') : value;

const inOrder = (list: unknown[]) =>
  [...list].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function first<T>(list: Iterable<T>, check: (item: T) => SameResult): SameResult {
  for (const item of list) {
    const difference = check(item);
    if (difference) return difference;
  }
  return undefined;
}

function differ(path: string, wanted: unknown, got: unknown): string {
  const show = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value));
  return `${path || 'value'}: wanted ${show(wanted)}, got ${show(got)}`;
}

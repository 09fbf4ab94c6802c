// How a tool is called in the compact format, decided by its schema alone, and the line that tells the model so:
//
//   flat    getTime: timezone:string — Get the time           <call>getTime timezone=Asia/Tokyo</call>
//   nested  move: to.x:number, to.y:number — Move a piece     <call>move to.x=1 to.y=2</call>
//   json    pick: {id:integer}|{name:string} — Pick an item   <call>pick {"id":7}</call>
//
// Pairs can say all of JSON: lists, unions and what contains itself are inline JSON as the value of a pair.
import { isRecord, type Json } from '../arguments/shape.ts';
import type { Tool } from '../formats/format.ts';
import { oneLine } from './note.ts';
import {
  ANY_KEY,
  branchesOf,
  choicesOf,
  type Field,
  fieldsOf,
  identityOf,
  isWithin,
  resolveSchema,
  typesOf,
} from './schema.ts';
import { TypeWriter } from './type-text.ts';

/** How tools are to be called. */
export interface WireSyntax {
  /** `'wire'`: pairs, `'json'`: a JSON object. Default: `'wire'`. */
  readonly syntax?: 'wire' | 'json' | undefined;
  /**
   * Tools that pairs do not suit, such as those whose input is a union: `'complex'` has them called with JSON, `'error'`
   * throws, `'force'` has them called with pairs all the same. Default: `'complex'`.
   */
  readonly fallbackToJson?: 'complex' | 'error' | 'force' | undefined;
}

/** How one tool is called. */
export interface ToolPlan {
  /** `'flat'`: pairs, `'nested'`: some keys are dotted paths, `'json'`: one JSON object. */
  readonly kind: 'flat' | 'nested' | 'json';
  /** One line for the model. */
  readonly signature: string;
}

/** Segments of a path at most: what lies deeper is shorter as JSON. */
export const MAX_SEGMENTS = 4;

/** Whether a key can stand in a pair or in a path as it is. */
export const isBareKey = (key: string) => /^[^\s"'=.?<{}[\]]+$/.test(key);

/** Whether a key as signatures have it is a path; one in quotes is none. */
export const isPath = (key: string) => key.includes('.') && !key.startsWith('"');

/** How a tool is called, and the line that says so. */
export function planTool(tool: Tool, options: WireSyntax = {}): ToolPlan {
  const types = new TypeWriter(rootOf(tool));
  const isJson = isCalledWithJson(tool, options);
  const fields = isJson ? [] : expandFields(types.root);
  const members = isJson
    ? types.write(types.root, []).replace(/^(?:object|any)$/, '{}')
    : fields.map(({ field, trail }) => types.writeField(field, trail)).join(', ');
  const where = types.definitions.length > 0 ? ` where ${types.definitions.join(', ')}` : '';
  const description = oneLine(tool.description);
  return {
    kind: isJson ? 'json' : fields.some(({ field }) => isPath(field.key)) ? 'nested' : 'flat',
    signature: `${tool.name}${members && `: ${members}`}${where}${description && ` — ${description}`}`,
  };
}

/** Whether a tool is called with one JSON object. */
export function isCalledWithJson(tool: Tool, { syntax, fallbackToJson = 'complex' }: WireSyntax): boolean {
  if (syntax === 'json') return true;
  if (fallbackToJson === 'force') return false;
  const obstacle = obstacleIn(rootOf(tool));
  if (obstacle !== undefined && fallbackToJson === 'error')
    throw new TypeError(
      `Tool "${tool.name}" can't be called with pairs: ${obstacle}. Change its schema, or use fallbackToJson: 'complex'.`,
    );
  return obstacle !== undefined;
}

/** The schema of a tool's input; nothing is known of one that has none. */
export function rootOf({ inputSchema }: Tool): Json {
  return isRecord(inputSchema) ? inputSchema : {};
}

/** What keeps a tool from being called with pairs. */
function obstacleIn(root: Json): string | undefined {
  const branches = branchesOf(root, root);
  if (branches.length > 1) return 'its input is a union';
  const [branch = {}] = branches;
  const [type = 'object'] = typesOf(branch);
  if (type !== 'object' || choicesOf(branch)) return `its input is no object but of type ${type}`;
  const odd = fieldsOf(branch).find(({ key }) => key !== ANY_KEY && !isBareKey(key));
  return odd && `property ${JSON.stringify(odd.key)} has a name that pairs can't hold as it is`;
}

/** A property by its path, and the schemas it is part of. */
export interface Expanded {
  readonly field: Field;
  readonly trail: readonly unknown[];
}

/** All properties of a tool's input, those of objects by their paths: `address?.city`. */
export function expandFields(root: Json): Expanded[] {
  const expand = ({ key, schema, isRequired }: Field, trail: readonly unknown[]): Expanded[] => {
    const fields = key.split('.').length < MAX_SEGMENTS ? pathFields(schema, root, trail) : undefined;
    if (!fields?.length) return [{ field: { key, schema, isRequired }, trail }];
    const deeper = [...trail, identityOf(schema, root)];
    const mark = isRequired ? '' : '?';
    return fields.flatMap((field) => expand({ ...field, key: `${key}${mark}.${field.key}` }, deeper));
  };
  const trail = [identityOf(root, root)];
  return rootFields(root).flatMap((field) =>
    field.key === ANY_KEY || isBareKey(field.key)
      ? expand(field, trail)
      : { field: { ...field, key: JSON.stringify(field.key) }, trail },
  );
}

/** The properties of a tool's input: where that is a union, those of any branch. */
function rootFields(root: Json): Field[] {
  const branches = branchesOf(root, root).map(fieldsOf);
  const keys = new Set(branches.flat().map(({ key }) => key));
  return [...keys].map((key) => {
    const found = branches.flatMap((fields) => fields.filter((field) => field.key === key));
    const isRequired = found.length === branches.length && found.every((field) => field.isRequired);
    const [{ schema }] = found as [Field];
    return {
      key,
      isRequired,
      schema: found.length > 1 ? { anyOf: found.map((field) => field.schema) } : schema,
    };
  });
}

/**
 * The properties of an object that is written by paths; nothing where it is written inline: in a union, where its keys
 * can't be segments, and where it is part of itself.
 */
export function pathFields(schema: unknown, root: Json, trail: readonly unknown[]): Field[] | undefined {
  if (isWithin(schema, root, trail)) return undefined;
  const branches = branchesOf(schema, root);
  const [branch = {}] = branches;
  const [type = 'object'] = typesOf(branch);
  if (branches.length > 1 || type !== 'object' || choicesOf(branch)) return undefined;
  const fields = fieldsOf(branch);
  return fields.every(({ key }) => key === ANY_KEY || isBareKey(key)) ? fields : undefined;
}

/** Finds the schemas of the properties of an object that is written by paths. */
export function fieldFinder(schema: unknown, root: Json): (key: string) => unknown {
  const fields = fieldsOf(branchesOf(schema, root)[0] ?? resolveSchema(schema, root));
  // Of several for any key the first counts.
  const schemas = new Map(fields.map((field) => [field.key, field.schema] as const).reverse());
  return (key) => schemas.get(schemas.has(key) ? key : ANY_KEY);
}

import type { JsonObject, JsonValue } from '#engine/model/values';
import { listTokens, readText } from './read-json.ts';

/** A JSON Schema, as the product publishes them: it refers only to its own `definitions`. */
export type JsonSchema = JsonObject;

/** Kinds of values, as in the texts of `studioReview.json.kind`. */
export type ValueKind = 'text' | 'list' | 'object' | 'flag' | 'number' | 'choice';

/** What can be inserted at a place of a text. */
export interface Completion {
  readonly label: string;
  /** Its description in the schema; empty: it has none. */
  readonly note: string;
  /** The kinds of values that it can have. */
  readonly kinds: readonly ValueKind[];
  /** What replaces the text from `start` to `end`. */
  readonly text: string;
  /** Where the caret is afterwards, from the start of the inserted text. */
  readonly caret: number;
}

/** The completions at a place, and the part of the text that they replace. */
export interface Completions {
  readonly start: number;
  readonly end: number;
  readonly items: readonly Completion[];
}

interface Level {
  readonly isList: boolean;
  key: string | undefined;
  index: number;
  readonly keys: Set<string>;
  expectsKey: boolean;
}

/** Where the caret is: inside which parts, and what is typed there. */
interface Caret {
  readonly path: readonly (string | number)[];
  readonly isKey: boolean;
  /** Keys that the object has already, without the one that is typed. */
  readonly keys: ReadonlySet<string>;
  readonly typed: string;
  readonly start: number;
  readonly end: number;
  /** A colon follows the key. */
  readonly hasColon: boolean;
}

/** The keys and values that a schema has for a place in a text. */
export function completeJson(text: string, offset: number, schema: JsonSchema): Completions {
  const caret = findCaret(text, offset);
  if (caret === undefined) return { start: offset, end: offset, items: [] };
  const schemas = schemasAt([linkReferences(schema)], caret.path);
  const all = caret.isKey ? listKeys(schemas, caret) : listValues(schemas);
  const typed = caret.typed.toLowerCase();
  const items = all.filter(({ label }) => label.toLowerCase().includes(typed));
  const rank = ({ label }: Completion): number => (label.toLowerCase().startsWith(typed) ? 0 : 1);
  return { start: caret.start, end: caret.end, items: [...items].sort((one, other) => rank(one) - rank(other)) };
}

const linked = new WeakMap<JsonSchema, JsonSchema>();

/** The schema with what its references lead to in their places; a schema that contains itself is a cycle of objects. */
function linkReferences(schema: JsonSchema): JsonSchema {
  const known = linked.get(schema);
  if (known !== undefined) return known;
  const { definitions } = schema;
  const targets = new Map<string, JsonSchema>();
  const link = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return (value as readonly JsonValue[]).map(link);
    if (!isSchema(value)) return value;
    const name = typeof value['$ref'] === 'string' ? value['$ref'].replace('#/definitions/', '') : undefined;
    if (name !== undefined) return targets.get(name) ?? {};
    return Object.fromEntries(Object.entries(value).map(([property, member]) => [property, link(member)]));
  };
  if (!isSchema(definitions)) return schema;
  for (const name of Object.keys(definitions)) targets.set(name, {});
  for (const [name, one] of Object.entries(definitions)) Object.assign(targets.get(name) ?? {}, link(one));
  const made = link(schema) as JsonSchema;
  linked.set(schema, made);
  return made;
}

function findCaret(text: string, offset: number): Caret | undefined {
  const levels: Level[] = [];
  const tokens = listTokens(text);
  let position = 0;
  for (; position < tokens.length; position += 1) {
    const token = tokens[position];
    if (token === undefined || token.start + token.text.length > offset || isTyped(token, offset)) break;
    step(levels, token.text);
  }
  const level = levels.at(-1);
  if (level === undefined) return undefined;
  const token = tokens[position];
  const isOpen = token !== undefined && token.start < offset && !isPunctuation(token.text);
  const end = isOpen ? endOf(token, offset) : offset;
  const after = tokens.slice(isOpen ? position + 1 : position);
  if (!level.isList && level.expectsKey) for (const key of keysAfter(after)) level.keys.add(key);
  return {
    path: levels.flatMap((one, depth) => (depth === levels.length - 1 && one.expectsKey ? [] : [one.isList ? one.index : (one.key ?? '')])),
    isKey: level.expectsKey,
    keys: level.keys,
    typed: isOpen ? readText(token.text.slice(0, offset - token.start).replace(/^([^"])/u, '"$1')) : '',
    start: isOpen ? token.start : offset,
    end,
    hasColon: after[0]?.text === ':',
  };
}

/** Whether the caret is at the end of a word or inside a text, so that it is what is typed. */
function isTyped({ text, start }: { readonly text: string; readonly start: number }, offset: number): boolean {
  const end = start + text.length;
  const isClosed = text.length > 1 && text.endsWith('"') && text.startsWith('"');
  return !isPunctuation(text) && start < offset && (isClosed ? offset < end : offset <= end);
}

/** The end of what is replaced: of a text without its end, only the word that the caret is in. */
function endOf({ text, start }: { readonly text: string; readonly start: number }, offset: number): number {
  const isUnclosed = text.startsWith('"') && (text.length === 1 || !text.endsWith('"'));
  const length = isUnclosed ? (/^"[\w$-]*/u.exec(text)?.[0].length ?? 1) : text.length;
  return Math.max(offset, start + length);
}

function isPunctuation(text: string): boolean {
  return '{}[],:'.includes(text);
}

function step(levels: Level[], token: string): void {
  const level = levels.at(-1);
  if (token === '{' || token === '[') {
    levels.push({ isList: token === '[', key: undefined, index: 0, keys: new Set(), expectsKey: token === '{' });
  } else if (token === '}' || token === ']') levels.pop();
  else if (level !== undefined && token === ',') {
    level.index += 1;
    level.expectsKey = !level.isList;
  } else if (level?.expectsKey === true && token === ':') level.expectsKey = false;
  else if (level?.expectsKey === true) {
    level.key = readText(token);
    level.keys.add(level.key);
  }
}

/** The keys of the same object behind the caret. */
function keysAfter(tokens: readonly { readonly text: string }[]): readonly string[] {
  const keys: string[] = [];
  let depth = 0;
  for (const [index, { text }] of tokens.entries()) {
    if (text === '{' || text === '[') depth += 1;
    if ((text === '}' || text === ']') && --depth < 0) break;
    if (depth === 0 && text.startsWith('"') && tokens[index + 1]?.text === ':') keys.push(readText(text));
  }
  return keys;
}

/** The schemas that a value at a path may have. */
function schemasAt(schemas: readonly JsonSchema[], [step, ...rest]: readonly (string | number)[]): readonly JsonSchema[] {
  const here = schemas.flatMap(listBranches);
  if (step === undefined) return here;
  const next = here.flatMap((schema) => (typeof step === 'number' ? [schema['items']] : [memberSchema(schema, step)]));
  return schemasAt(next.filter(isSchema), rest);
}

function memberSchema(schema: JsonSchema, name: string): JsonValue | undefined {
  const { properties, patternProperties, additionalProperties } = schema;
  if (isSchema(properties) && Object.hasOwn(properties, name)) return properties[name];
  if (!isSchema(patternProperties)) return additionalProperties;
  return Object.entries(patternProperties).find(([pattern]) => new RegExp(pattern, 'u').test(name))?.[1] ?? additionalProperties;
}

function listBranches(schema: JsonSchema): readonly JsonSchema[] {
  const branches = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) =>
    Array.isArray(schema[keyword]) ? schema[keyword].filter(isSchema) : [],
  );
  return [schema, ...branches.flatMap(listBranches)];
}

function isSchema(value: JsonValue | undefined): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listKeys(schemas: readonly JsonSchema[], { keys, hasColon }: Caret): readonly Completion[] {
  const found = new Map<string, JsonSchema>();
  for (const { properties } of schemas)
    if (isSchema(properties))
      for (const [name, schema] of Object.entries(properties)) if (isSchema(schema) && !keys.has(name)) found.set(name, schema);
  return [...found].map(([label, schema]) => {
    const key = JSON.stringify(label);
    const [empty, inside] = hasColon ? ['', 0] : emptyValue(schema);
    const text = hasColon ? key : `${key}: ${empty}`;
    const { description } = schema;
    return { label, note: typeof description === 'string' ? description : '', kinds: kindsOf(schema), text, caret: text.length - inside };
  });
}

/** An empty value for a schema, and how far before its end the caret is. */
function emptyValue(schema: JsonSchema): readonly [string, number] {
  const types = new Set(listBranches(schema).map(({ type }) => type));
  if (types.has('object') && types.size === 1) return ['{}', 1];
  if (types.has('array') && types.size === 1) return ['[]', 1];
  if (types.has('string') && types.size === 1) return ['""', 1];
  return ['', 0];
}

function listValues(schemas: readonly JsonSchema[]): readonly Completion[] {
  const values = schemas.flatMap(({ enum: options, const: constant, type }) => [
    ...(Array.isArray(options) ? (options as readonly unknown[]) : []),
    ...(constant === undefined ? [] : [constant]),
    ...(type === 'boolean' ? [true, false] : []),
  ]);
  const texts = [...new Set(values.map((value) => JSON.stringify(value)))];
  return texts.map((text) => ({ label: text.startsWith('"') ? readText(text) : text, note: '', kinds: [], text, caret: text.length }));
}

const KINDS: { readonly [type: string]: ValueKind } = {
  string: 'text',
  array: 'list',
  object: 'object',
  boolean: 'flag',
  integer: 'number',
  number: 'number',
};

function kindsOf(schema: JsonSchema): readonly ValueKind[] {
  const kinds = listBranches(schema).flatMap(({ type, enum: options }): readonly ValueKind[] => {
    if (Array.isArray(options)) return ['choice'];
    const kind = typeof type === 'string' ? KINDS[type] : undefined;
    return kind === undefined ? [] : [kind];
  });
  return [...new Set(kinds)];
}

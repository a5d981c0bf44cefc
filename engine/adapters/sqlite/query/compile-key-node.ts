import type { FilterNode } from '#engine/model/filter';
import type { Key, KeySchema } from '#engine/model/compiled';
import type { Collection, CollectionMap, StoredKey } from '../schema/collection.ts';
import { listFragment, listNeedle } from '../schema/list-text.ts';
import { prefixEnd } from './prefix-end.ts';

/** The context in which a filter is compiled to SQL: `params` are in the order of their placeholders. */
export interface CompileContext {
  readonly collections: CollectionMap;
  readonly collection: Collection;
  /** Alias of the record table in the statement. */
  readonly alias: string;
  readonly params: unknown[];
  /** Depth of nested related filters, which is part of their aliases. */
  readonly depth: number;
}

/** Above this many operands a list is passed as one JSON parameter, so that few statement texts exist. */
const INLINE_VALUES = 12;
/** Above this many operands a list key is looked up in its table and not in the row's text. */
const INLINE_LIST_TESTS = 6;

/** A condition on one key. */
export type KeyNode = FilterNode & { readonly kind: 'equals' | 'contains' | 'startsWith' | 'startsWithOneOf' | 'range' };

export function compileKeyNode(node: KeyNode, context: CompileContext): string {
  const { key, name } = columnOf(node.key, context);
  return key.schema.list ? compileListTest(node, key, name, context) : compileTest(node, name, context);
}

export function columnOf(schema: KeySchema, context: CompileContext): { readonly key: StoredKey; readonly name: string } {
  const key = context.collections.key(context.collection, schema.id);
  return { key, name: `${context.alias}.${key.column}` };
}

function compileTest(node: KeyNode, name: string, context: CompileContext): string {
  switch (node.kind) {
    case 'equals':
      return isOneOf(name, node.values, context);
    case 'contains':
      context.params.push(node.text);
      return `instr(${name}, ?) > 0`;
    case 'startsWith':
      return compilePrefix(name, node.text, context.params);
    case 'startsWithOneOf':
      context.params.push(node.texts[0]?.length ?? 0);
      return isOneOf(`substr(${name}, 1, ?)`, node.texts, context);
    case 'range':
      return compileBounds(name, node, context);
  }
}

function compileListTest(node: KeyNode, key: StoredKey, name: string, context: CompileContext): string {
  if (node.kind === 'equals') return compileListEquals(node.values, key, name, context);
  const quick = node.kind === 'contains' || node.kind === 'startsWith' ? `instr(${name}, ?) > 0 AND ` : '';
  if (quick !== '') context.params.push(listFragment((node as { readonly text: string }).text));
  const type = node.key.kind === 'text' ? `e.type = 'text'` : 'e.key > 0';
  const end = node.key.kind === 'text' ? '' : ` AND e.key < json_array_length(${name}) - 1`;
  return `(${quick}${name} IS NOT NULL AND EXISTS (SELECT 1 FROM json_each(${name}) e WHERE ${type}${end} AND ${compileTest(node, 'e.value', context)}))`;
}

function compileListEquals(values: readonly Key[], key: StoredKey, name: string, context: CompileContext): string {
  if (values.length === 0) return '0';
  const needles = values.map(listNeedle);
  if (values.length > INLINE_LIST_TESTS || needles.includes(undefined)) {
    return `${context.alias}.rid IN (SELECT rid FROM ${key.listTable} WHERE ${isOneOf('k', values, context)})`;
  }
  context.params.push(...needles);
  return `(${values.map(() => `instr(${name}, ?) > 0`).join(' OR ')})`;
}

/** Condition that `name` is one of the values, in a form that an index on it serves. */
export function isOneOf(name: string, values: readonly Key[], context: { readonly params: unknown[] }): string {
  if (values.length === 0) return '0';
  if (values.length > INLINE_VALUES) {
    context.params.push(JSON.stringify(values));
    return `${name} IN (SELECT value FROM json_each(?))`;
  }
  context.params.push(...values);
  return values.length === 1 ? `${name} = ?` : `${name} IN (${values.map(() => '?').join(',')})`;
}

/** Condition that `name` starts with the text, as a range, so that an index on it serves. */
export function compilePrefix(name: string, text: string, params: unknown[]): string {
  const end = prefixEnd(text);
  params.push(text);
  if (end === undefined) return `${name} >= ?`;
  params.push(end);
  return `(${name} >= ? AND ${name} < ?)`;
}

interface Bounds {
  readonly gt?: Key;
  readonly gte?: Key;
  readonly lt?: Key;
  readonly lte?: Key;
}

const BOUND_OPERATORS = [
  ['gt', '>'],
  ['gte', '>='],
  ['lt', '<'],
  ['lte', '<='],
] as const;

export function compileBounds(name: string, bounds: Bounds, context: { readonly params: unknown[] }): string {
  const parts: string[] = [];
  for (const [member, operator] of BOUND_OPERATORS) {
    const bound = bounds[member];
    if (bound === undefined) continue;
    context.params.push(bound);
    parts.push(`${name} ${operator} ?`);
  }
  return parts.length === 0 ? `${name} IS NOT NULL` : `(${parts.join(' AND ')})`;
}

import type { FilterNode } from '#engine/model';
import type { Collection, StoredIndex } from './collection.ts';
import { compileNode, type CompileContext } from './compile-node.ts';

type RelatedNode = FilterNode & { readonly kind: 'related' };

/** "Has a related record for which …" as a test of one row, by a look into the other collection's index. */
export function compileRelated(node: RelatedNode, context: CompileContext): string {
  return node.relation.direction === 'forward' ? compileForward(node, context) : compileReverse(node, context);
}

/** Our key holds the other's id (behind the prefix of a FlexRelate). */
function compileForward(node: RelatedNode, context: CompileContext): string {
  const key = context.collections.key(context.collection, node.relation.key.id);
  const inner = innerContext(node, context);
  const name = `${context.alias}.${key.column}`;
  const element = key.schema.list ? `e${inner.depth}.value` : name;
  const from = key.schema.list ? `json_each(${name}) e${inner.depth} CROSS JOIN ${inner.collection.table} ${inner.alias}` : `${inner.collection.table} ${inner.alias}`;
  const link = linkTo(`${inner.alias}.id`, element, node, context);
  return `EXISTS (SELECT 1 FROM ${from} WHERE ${link} AND budget(${inner.alias}.rid) AND ${compileNode(node.node, inner)})`;
}

/** `id` is what `element` names, without the prefix; an index on `id` serves. */
function linkTo(id: string, element: string, node: RelatedNode, context: CompileContext): string {
  const prefix = node.relation.prefix;
  if (prefix === undefined) return `${id} = ${element}`;
  const length = Array.from(prefix).length;
  context.params.push(length + 1, length, prefix);
  return `${id} = substr(${element}, ?) AND substr(${element}, 1, ?) = ?`;
}

/** The other's key holds our id. Without an index on it the set of all such ids is worked out once. */
function compileReverse(node: RelatedNode, context: CompileContext): string {
  const inner = innerContext(node, context);
  const key = context.collections.key(inner.collection, node.relation.key.id);
  const index = indexOn(inner.collection, key.schema.id);
  if (!key.schema.list && !index) return `${context.alias}.id IN (${relatingIds(node, context)})`;
  const prefix = node.relation.prefix;
  if (prefix !== undefined) context.params.push(prefix);
  const ours = prefix === undefined ? `${context.alias}.id` : `? || ${context.alias}.id`;
  // The link is walked first, whatever SQLite thinks of the inner conditions: this runs once for each row.
  const { from, value } = holderSource(inner, node, key.schema.list ? 'CROSS JOIN' : `INDEXED BY ${index?.name ?? ''}`);
  return `EXISTS (SELECT 1 FROM ${from} WHERE ${value} = ${ours} AND budget(${inner.alias}.rid) AND ${compileNode(node.node, inner)})`;
}

/** An index that begins with this key. */
export function indexOn(collection: Collection, keyId: string): StoredIndex | undefined {
  return collection.indexes.find((index) => index.keys[0] === keyId);
}

/** The keys by which records point at those that the inner filter finds. */
export function relatedKeys(node: RelatedNode, context: CompileContext): string {
  const inner = innerContext(node, context);
  const prefix = node.relation.prefix;
  if (prefix !== undefined) context.params.push(prefix);
  const id = prefix === undefined ? `${inner.alias}.id` : `? || ${inner.alias}.id`;
  return `SELECT ${id} FROM ${inner.collection.table} ${inner.alias} WHERE budget(${inner.alias}.rid) AND ${compileNode(node.node, inner)}`;
}

/** The ids that the records found by the inner filter point at. */
export function relatingIds(node: RelatedNode, context: CompileContext): string {
  const inner = innerContext(node, context);
  const { from, value } = holderSource(inner, node, 'JOIN');
  const prefix = node.relation.prefix;
  if (prefix === undefined) return `SELECT ${value} FROM ${from} WHERE ${value} IS NOT NULL AND budget(${inner.alias}.rid) AND ${compileNode(node.node, inner)}`;
  const length = Array.from(prefix).length;
  context.params.push(length + 1, length, prefix);
  return `SELECT substr(${value}, ?) FROM ${from} WHERE substr(${value}, 1, ?) = ? AND budget(${inner.alias}.rid) AND ${compileNode(node.node, inner)}`;
}

/** Where the other collection's relating key is read, and its expression; a list's table is walked by its key. */
function holderSource(inner: CompileContext, node: RelatedNode, hint: string): { readonly from: string; readonly value: string } {
  const key = inner.collections.key(inner.collection, node.relation.key.id);
  const table = `${inner.collection.table} ${inner.alias}`;
  if (!key.schema.list) return { from: hint.startsWith('INDEXED') ? `${table} ${hint}` : table, value: `${inner.alias}.${key.column}` };
  return { from: `${key.listTable} j${inner.depth} ${hint} ${table} ON ${inner.alias}.rid = j${inner.depth}.rid`, value: `j${inner.depth}.k` };
}

function innerContext(node: RelatedNode, context: CompileContext): CompileContext {
  const depth = context.depth + 1;
  return { ...context, collection: context.collections.get(node.relation.collection), alias: `r${depth}`, depth };
}

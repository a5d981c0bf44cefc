import type { FilterNode } from '#engine/model';
import type { Collection } from './collection.ts';
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
  const element = key.shape.list ? `e${inner.depth}.value` : name;
  const from = key.shape.list ? `json_each(${name}) e${inner.depth} CROSS JOIN ${inner.collection.table} ${inner.alias}` : `${inner.collection.table} ${inner.alias}`;
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
  if (!key.shape.list && !hasIndexOn(inner.collection, key.shape.id)) return `${context.alias}.id IN (${relatingIds(node, context)})`;
  const prefix = node.relation.prefix;
  if (prefix !== undefined) context.params.push(prefix);
  const ours = prefix === undefined ? `${context.alias}.id` : `? || ${context.alias}.id`;
  const { from, value } = holderSource(inner, node);
  return `EXISTS (SELECT 1 FROM ${from} WHERE ${value} = ${ours} AND budget(${inner.alias}.rid) AND ${compileNode(node.node, inner)})`;
}

/** An index begins with this key. */
export function hasIndexOn(collection: Collection, keyId: string): boolean {
  return collection.indexes.some((index) => index.keys[0] === keyId);
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
  const { from, value } = holderSource(inner, node);
  const prefix = node.relation.prefix;
  if (prefix === undefined) return `SELECT ${value} FROM ${from} WHERE ${value} IS NOT NULL AND budget(${inner.alias}.rid) AND ${compileNode(node.node, inner)}`;
  const length = Array.from(prefix).length;
  context.params.push(length + 1, length, prefix);
  return `SELECT substr(${value}, ?) FROM ${from} WHERE substr(${value}, 1, ?) = ? AND budget(${inner.alias}.rid) AND ${compileNode(node.node, inner)}`;
}

/** Where the other collection's relating key is read, and its expression; a list's table is walked by its key. */
function holderSource(inner: CompileContext, node: RelatedNode): { readonly from: string; readonly value: string } {
  const key = inner.collections.key(inner.collection, node.relation.key.id);
  const table = `${inner.collection.table} ${inner.alias}`;
  if (!key.shape.list) return { from: table, value: `${inner.alias}.${key.column}` };
  return { from: `${key.listTable} j${inner.depth} JOIN ${table} ON ${inner.alias}.rid = j${inner.depth}.rid`, value: `j${inner.depth}.k` };
}

function innerContext(node: RelatedNode, context: CompileContext): CompileContext {
  const depth = context.depth + 1;
  return { ...context, collection: context.collections.get(node.relation.collection), alias: `r${depth}`, depth };
}

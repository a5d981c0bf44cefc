import type { FilterNode } from '#engine/model/filter';
import type { Collection, StoredIndex } from '../schema/collection.ts';
import { columnOf, compileBounds, compileKeyNode, isOneOf, type CompileContext } from './compile-key-node.ts';

/**
 * Compiles a filter to a condition on one row. The condition may be NULL for "no" (SQL's unknown); a negation uses `IS
 * NOT TRUE`, so that it matches rows with missing keys.
 */
export function compileNode(node: FilterNode, context: CompileContext): string {
  switch (node.kind) {
    case 'constant':
      return node.value ? '1' : '0';
    case 'all':
      return joinNodes(node.nodes, ' AND ', '1', context);
    case 'any':
      return joinNodes(node.nodes, ' OR ', '0', context);
    case 'not':
      return `(${compileNode(node.node, context)}) IS NOT TRUE`;
    case 'ids':
      return isOneOf(`${context.alias}.id`, node.ids, context);
    case 'idRange':
      return compileBounds(`${context.alias}.id`, node, context);
    case 'exists':
      return `(${node.keys.map((key) => `${columnOf(key, context).name} IS NOT NULL`).join(' OR ') || '0'})`;
    case 'related':
      return compileRelated(node, context);
    default:
      return compileKeyNode(node, context);
  }
}

function joinNodes(nodes: readonly FilterNode[], operator: string, none: string, context: CompileContext): string {
  if (nodes.length === 0) return none;
  return `(${nodes.map((node) => compileNode(node, context)).join(operator)})`;
}

type RelatedNode = FilterNode & { readonly kind: 'related' };

/** Compiles "has a related record for which …" to a test of one row, with a lookup in the other collection's index. */
function compileRelated(node: RelatedNode, context: CompileContext): string {
  return node.relation.direction === 'forward' ? compileForward(node, context) : compileReverse(node, context);
}

/** The key of this record contains the id of the other one (after the prefix of a FlexRelate). */
function compileForward(node: RelatedNode, context: CompileContext): string {
  const key = context.collections.key(context.collection, node.relation.key.id);
  const inner = innerContext(node, context);
  const name = `${context.alias}.${key.column}`;
  const element = key.schema.list ? `e${inner.depth}.value` : name;
  const from = key.schema.list
    ? `json_each(${name}) e${inner.depth} CROSS JOIN ${inner.collection.table} ${inner.alias}`
    : `${inner.collection.table} ${inner.alias}`;
  const link = linkTo(`${inner.alias}.id`, element, node, context);
  return `EXISTS (SELECT 1 FROM ${from} WHERE ${link} AND budget(${inner.alias}.rid) AND ${compileNode(node.node, inner)})`;
}

/** Condition that `id` equals the id in `element`, without the prefix; an index on `id` serves it. */
function linkTo(id: string, element: string, node: RelatedNode, context: CompileContext): string {
  const prefix = node.relation.prefix;
  if (prefix === undefined) return `${id} = ${element}`;
  const length = Array.from(prefix).length;
  context.params.push(length + 1, length, prefix);
  return `${id} = substr(${element}, ?) AND substr(${element}, 1, ?) = ?`;
}

/** The key of the other record contains the id of this one. Without an index on that key, the set of all such ids is computed once. */
function compileReverse(node: RelatedNode, context: CompileContext): string {
  const inner = innerContext(node, context);
  const key = context.collections.key(inner.collection, node.relation.key.id);
  const index = indexOn(inner.collection, key.schema.id);
  if (!key.schema.list && !index) return `${context.alias}.id IN (${relatingIds(node, context)})`;
  const prefix = node.relation.prefix;
  if (prefix !== undefined) context.params.push(prefix);
  const ours = prefix === undefined ? `${context.alias}.id` : `? || ${context.alias}.id`;
  // The relation is evaluated first, whatever SQLite estimates for the inner conditions: this runs once for each row.
  const { from, value } = holderSource(inner, node, key.schema.list ? 'CROSS JOIN' : `INDEXED BY ${index?.name ?? ''}`);
  return `EXISTS (SELECT 1 FROM ${from} WHERE ${value} = ${ours} AND budget(${inner.alias}.rid) AND ${compileNode(node.node, inner)})`;
}

/** An index that begins with this key. */
export function indexOn(collection: Collection, keyId: string): StoredIndex | undefined {
  return collection.indexes.find((index) => index.keys[0] === keyId);
}

/** A query for the key values of records that relate to those that the inner filter finds. */
export function relatedKeys(node: RelatedNode, context: CompileContext): string {
  const inner = innerContext(node, context);
  const prefix = node.relation.prefix;
  if (prefix !== undefined) context.params.push(prefix);
  const id = prefix === undefined ? `${inner.alias}.id` : `? || ${inner.alias}.id`;
  return `SELECT ${id} FROM ${inner.collection.table} ${inner.alias} WHERE budget(${inner.alias}.rid) AND ${compileNode(node.node, inner)}`;
}

/** A query for the ids to which the records found by the inner filter relate. */
export function relatingIds(node: RelatedNode, context: CompileContext): string {
  const inner = innerContext(node, context);
  const { from, value } = holderSource(inner, node, 'JOIN');
  const prefix = node.relation.prefix;
  if (prefix === undefined)
    return `SELECT ${value} FROM ${from} WHERE ${value} IS NOT NULL AND budget(${inner.alias}.rid) AND ${compileNode(node.node, inner)}`;
  const length = Array.from(prefix).length;
  context.params.push(length + 1, length, prefix);
  return `SELECT substr(${value}, ?) FROM ${from} WHERE substr(${value}, 1, ?) = ? AND budget(${inner.alias}.rid) AND ${compileNode(node.node, inner)}`;
}

/** The FROM clause and the expression of the other collection's relating key; the table of a list key is read by its key. */
function holderSource(inner: CompileContext, node: RelatedNode, hint: string): { readonly from: string; readonly value: string } {
  const key = inner.collections.key(inner.collection, node.relation.key.id);
  const table = `${inner.collection.table} ${inner.alias}`;
  if (!key.schema.list) return { from: hint.startsWith('INDEXED') ? `${table} ${hint}` : table, value: `${inner.alias}.${key.column}` };
  return {
    from: `${key.listTable} j${inner.depth} ${hint} ${table} ON ${inner.alias}.rid = j${inner.depth}.rid`,
    value: `j${inner.depth}.k`,
  };
}

function innerContext(node: RelatedNode, context: CompileContext): CompileContext {
  const depth = context.depth + 1;
  return { ...context, collection: context.collections.get(node.relation.collection), alias: `r${depth}`, depth };
}

import type { Document } from 'mongodb';
import { coverPrefixes, type FilterNode } from '#engine/model/filter';
import type { Key, KeySchema } from '#engine/model/compiled';
import type { CompileContext, CompiledFilter } from './compile-context.ts';
import { compileRelated } from './compile-related.ts';
import { keyPath } from '../schema/key-path.ts';
import { termTrigrams, TRIGRAM_LENGTH } from '../search/trigrams.ts';

/** Maximum number of patterns that a record is tested with. */
const MAX_PREFIXES = 100;

const NOTHING: Document = { _id: { $in: [] } };

/** Compiles a filter for a collection. Text of a caller is only used as a value. */
export async function compileFilter(node: FilterNode, collection: string, context: CompileContext): Promise<CompiledFilter> {
  switch (node.kind) {
    case 'all':
    case 'any':
      return compileList(node, collection, context);
    case 'not': {
      if (node.node.kind === 'exists') return { match: and(node.node.keys.map((key) => ({ [keyPath(key.id)]: null }))), stages: [] };
      const inner = await compileFilter(node.node, collection, context);
      return { match: { $nor: [inner.match] }, stages: inner.stages };
    }
    case 'related':
      return compileRelated(node, context, compileFilter);
    case 'contains': {
      const { backfilled } = await context.schemaRegistry.getSchema(collection);
      return { match: compileContains(node.key, node.text, backfilled.includes(node.key.id)), stages: [] };
    }
    default:
      return { match: compileLeaf(node), stages: [] };
  }
}

async function compileList(
  node: FilterNode & { readonly kind: 'all' | 'any' },
  collection: string,
  context: CompileContext,
): Promise<CompiledFilter> {
  const inner: CompiledFilter[] = [];
  for (const one of node.nodes) inner.push(await compileFilter(one, collection, context));
  const matches = inner.map((one) => one.match);
  const stages = inner.flatMap((one) => one.stages);
  if (node.kind === 'any') return { match: matches.length === 0 ? NOTHING : { $or: matches }, stages };
  // Conditions without helper fields run first, so that fewer records are looked up.
  const early = inner.filter((one) => one.stages.length === 0).map((one) => one.match);
  return { match: and(matches), stages: stages.length > 0 && early.length > 0 ? [{ $match: and(early) }, ...stages] : stages };
}

function and(matches: readonly Document[]): Document {
  return matches.length === 0 ? {} : matches.length === 1 ? (matches[0] as Document) : { $and: matches };
}

type LeafNode = Exclude<FilterNode, { readonly kind: 'all' | 'any' | 'not' | 'related' | 'contains' }>;

function compileLeaf(node: LeafNode): Document {
  switch (node.kind) {
    case 'constant':
      return node.value ? {} : NOTHING;
    case 'ids':
      return { _id: node.ids.length === 1 ? node.ids[0] : { $in: node.ids } };
    case 'idRange':
      return { _id: bounds(node) };
    case 'equals':
      return { [keyPath(node.key.id)]: equalsOneOf(node.key, node.values) };
    case 'range':
      return onKey(node.key, bounds(node));
    case 'startsWith':
      return onKey(node.key, prefixBounds(node.text));
    case 'startsWithOneOf':
      return and([spansOf(node.key, node.texts), { $expr: startsWithOneOf(node.key, node.texts) }]);
    case 'exists':
      return { $or: node.keys.map((key) => ({ [keyPath(key.id)]: { $gte: key.kind === 'text' ? '' : -Infinity } })) };
  }
}

/** Records written before the key existed count as having its "absent" value. */
function equalsOneOf({ absent }: KeySchema, values: readonly Key[]): unknown {
  if (absent !== undefined && values.includes(absent)) return { $in: [...values, null] };
  return values.length === 1 ? values[0] : { $in: values };
}

/** In a list, the same element must satisfy both bounds. */
function onKey(key: KeySchema, condition: Document): Document {
  return { [keyPath(key.id)]: key.list ? { $elemMatch: condition } : condition };
}

function bounds(node: { readonly gt?: unknown; readonly gte?: unknown; readonly lt?: unknown; readonly lte?: unknown }): Document {
  const condition: Document = {};
  for (const name of ['gt', 'gte', 'lt', 'lte'] as const) if (node[name] !== undefined) condition[`$${name}`] = node[name];
  return condition;
}

/** The index ranges of many prefixes: they contain all values that start with one of them, and possibly others. */
function spansOf(key: KeySchema, texts: readonly string[]): Document {
  return { [keyPath(key.id)]: { $in: coverPrefixes(texts, MAX_PREFIXES).map((text) => new RegExp(`^${escapePattern(text)}`)) } };
}

/**
 * An expression, because no condition of `$match` takes a list of prefixes. A missing list has no elements, and a missing
 * text starts with no prefix.
 */
function startsWithOneOf(key: KeySchema, texts: readonly string[]): Document {
  const begins = (text: unknown): Document => ({ $in: [{ $substrCP: [text, 0, texts[0]?.length ?? 0] }, { $literal: texts }] });
  const stored = { $ifNull: [`$${keyPath(key.id)}`, key.list ? [] : ''] };
  return key.list ? { $anyElementTrue: [{ $map: { input: stored, in: begins('$$this') } }] } : begins(stored);
}

/** All texts with a prefix, as a range that an index serves. */
function prefixBounds(prefix: string): Document {
  const end = nextText(prefix);
  return end === undefined ? { $gte: prefix } : { $gte: prefix, $lt: end };
}

/** The first text after all texts with this prefix, by code point; `undefined` when there is none. */
function nextText(prefix: string): string | undefined {
  const points = [...prefix].map((character) => character.codePointAt(0) ?? 0);
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    if (last === 0x10ffff) continue;
    points.push(last === 0xd7ff ? 0xe000 : last + 1);
    return String.fromCodePoint(...points);
  }
  return undefined;
}

function compileContains(key: KeySchema, text: string, indexed: boolean): Document {
  const holds = { [keyPath(key.id)]: { $regex: escapePattern(text) } };
  if (!indexed || [...text].length < TRIGRAM_LENGTH) return holds;
  return { $and: [{ g: { $all: termTrigrams(key.id, text) } }, holds] };
}

/** Escapes a text for a regular expression: NUL, and all ASCII characters that are punctuation. */
function escapePattern(text: string): string {
  return text.replace(/\u0000/g, '\\x00').replace(/[!-/:-@[-`{-~]/g, (character) => `\\${character}`);
}

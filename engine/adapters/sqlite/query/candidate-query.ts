import { coverPrefixes, type FilterNode } from '#engine/model/filter';
import type { Key } from '#engine/model/compiled';
import type { Collection, StoredIndex, StoredKey } from '../schema/collection.ts';
import { compileBounds, compilePrefix, isOneOf, type CompileContext } from './compile-key-node.ts';
import { indexOn, relatedKeys, relatingIds } from './compile-node.ts';
import { prefixEnd } from './prefix-end.ts';
import { searchTerm } from '../search/search-term.ts';

/** Maximum number of prefixes that are looked up one by one: more prefixes are shortened until they are few enough. */
const MAX_PREFIXES = 1000;

/** Rank of candidate queries that find rows by equality. */
export const EQUALITY_RANK = 2;

/** A query that returns, from indexes only, the rids of all rows that may match (and possibly of some that do not). */
export interface CandidateQuery {
  readonly text: string;
  readonly params: readonly unknown[];
  /** How few rows it is likely to find: lower is better. */
  readonly rank: number;
  /** It uses a text index, or one index range per prefix, which SQLite would not do by itself. */
  readonly isSearch?: boolean;
  /** It looks up elements of a list, such as e-mail addresses, which hardly any two records share. */
  readonly isElements?: boolean;
}

type CandidateContext = Omit<CompileContext, 'params' | 'alias' | 'depth'>;
type NodeOf<K extends FilterNode['kind']> = FilterNode & { readonly kind: K };

/** The best candidate query of a filter, or undefined when no index finds its rows. */
export function findCandidateQuery(node: FilterNode, context: CandidateContext): CandidateQuery | undefined {
  switch (node.kind) {
    case 'constant':
      return node.value ? undefined : { text: `SELECT rid FROM ${context.collection.table} WHERE 0`, params: [], rank: 0 };
    case 'all':
      return pickBest(findCandidateQueries(node.nodes, context));
    case 'any':
      return unionCandidates(node.nodes.map((inner) => findCandidateQuery(inner, context)));
    case 'ids':
      return fromRows(0, (params) => isOneOf('id', node.ids, { params }), context.collection, context.collection.idIndex);
    case 'idRange':
      return fromRows(5, (params) => compileBounds('id', node, { params }), context.collection, context.collection.idIndex);
    case 'related':
      return findRelatedCandidate(node, context);
    case 'equals':
    case 'contains':
    case 'startsWith':
    case 'range':
      return findKeyCandidate(node, context);
    case 'startsWithOneOf':
      return findPrefixesCandidate(node, context);
    default:
      return undefined;
  }
}

/** A candidate query for each condition of a conjunction that has one, and one for all its equalities together. */
export function findCandidateQueries(nodes: readonly FilterNode[], context: CandidateContext): CandidateQuery[] {
  const equalities = new Map<string, readonly Key[]>();
  for (const node of nodes) if (node.kind === 'equals' && !node.key.list) equalities.set(node.key.id, node.values);
  const joint = findEqualsCandidate(equalities, context);
  const others = nodes.filter(
    (node) => joint === undefined || node.kind !== 'equals' || node.key.list || !joint.keys.includes(node.key.id),
  );
  const candidateQueries = others.map((node) => findCandidateQuery(node, context)).filter((candidateQuery) => candidateQuery !== undefined);
  return joint === undefined ? candidateQueries : [joint.candidateQuery, ...candidateQueries];
}

export function pickBest(candidateQueries: readonly CandidateQuery[]): CandidateQuery | undefined {
  return candidateQueries.reduce<CandidateQuery | undefined>(
    (best, candidateQuery) => (best === undefined || candidateQuery.rank < best.rank ? candidateQuery : best),
    undefined,
  );
}

function unionCandidates(candidateQueries: readonly (CandidateQuery | undefined)[]): CandidateQuery | undefined {
  const all = candidateQueries.filter((candidateQuery) => candidateQuery !== undefined);
  if (all.length < candidateQueries.length || all.length === 0 || all.length > 100) return undefined;
  return {
    text: all.map((candidateQuery) => `SELECT * FROM (${candidateQuery.text})`).join(' UNION ALL '),
    params: all.flatMap((candidateQuery) => candidateQuery.params),
    rank: Math.max(...all.map((candidateQuery) => candidateQuery.rank)) + 1,
    isSearch: all.some((candidateQuery) => candidateQuery.isSearch === true),
  };
}

function fromRows(rank: number, condition: (params: unknown[]) => string, collection: Collection, index: string): CandidateQuery {
  const params: unknown[] = [];
  return { text: `SELECT rid FROM ${collection.table} INDEXED BY ${index} WHERE ${condition(params)}`, params, rank };
}

function fromList(rank: number, condition: (params: unknown[]) => string, key: StoredKey): CandidateQuery {
  const params: unknown[] = [];
  return { text: `SELECT rid FROM ${key.listTable} WHERE ${condition(params)}`, params, rank };
}

/** Uses the index that begins with the most of these keys. */
function findEqualsCandidate(
  equalities: ReadonlyMap<string, readonly Key[]>,
  context: CandidateContext,
): { readonly candidateQuery: CandidateQuery; readonly keys: readonly string[] } | undefined {
  let best: { readonly index: StoredIndex; readonly keys: readonly string[] } | undefined;
  for (const index of context.collection.indexes) {
    const gap = index.keys.findIndex((id) => !equalities.has(id));
    const keys = gap === -1 ? index.keys : index.keys.slice(0, gap);
    if (keys.length > (best?.keys.length ?? 0)) best = { index, keys };
  }
  if (best === undefined) return undefined;
  const { keys, index } = best;
  const condition = (params: unknown[]): string =>
    keys.map((id) => isOneOf(context.collections.key(context.collection, id).column, equalities.get(id) ?? [], { params })).join(' AND ');
  return {
    candidateQuery: fromRows(
      index.unique && keys.length === index.keys.length ? 0 : EQUALITY_RANK,
      condition,
      context.collection,
      index.name,
    ),
    keys,
  };
}

function findKeyCandidate(
  node: NodeOf<'equals' | 'contains' | 'startsWith' | 'range'>,
  context: CandidateContext,
): CandidateQuery | undefined {
  const key = context.collections.key(context.collection, node.key.id);
  if (node.kind === 'contains') return findSearchCandidate(node, key, context.collection);
  const column = key.schema.list ? 'k' : key.column;
  const condition = (params: unknown[]): string => {
    if (node.kind === 'equals') return isOneOf(column, node.values, { params });
    return node.kind === 'startsWith' ? compilePrefix(column, node.text, params) : compileBounds(column, node, { params });
  };
  const rank = node.kind === 'equals' ? EQUALITY_RANK : node.kind === 'startsWith' ? 3 : 4;
  if (key.schema.list) return { ...fromList(rank, condition, key), isElements: node.kind === 'equals' };
  const index = context.collection.indexes.find((one) => one.keys[0] === node.key.id);
  return index && fromRows(rank, condition, context.collection, index.name);
}

/** The rows of each prefix, one index range after the other. */
function findPrefixesCandidate(node: NodeOf<'startsWithOneOf'>, context: CandidateContext): CandidateQuery | undefined {
  const key = context.collections.key(context.collection, node.key.id);
  const index = indexOn(context.collection, node.key.id);
  if (!key.schema.list && index === undefined) return undefined;
  const from = key.schema.list ? `${key.listTable} t` : `${context.collection.table} t INDEXED BY ${index?.name ?? ''}`;
  const column = `t.${key.schema.list ? 'k' : key.column}`;
  const spans = coverPrefixes(node.texts, MAX_PREFIXES).map((text) => [text, prefixEnd(text)]);
  if (spans.some(([, end]) => end === undefined)) return undefined;
  return {
    text: `SELECT t.rid FROM json_each(?) s CROSS JOIN ${from} ON ${column} >= s.value ->> 0 AND ${column} < s.value ->> 1`,
    params: [JSON.stringify(spans)],
    rank: 3,
    isSearch: true,
  };
}

/** Includes rows whose texts are not indexed yet: each row is tested afterwards. */
function findSearchCandidate(node: NodeOf<'contains'>, key: StoredKey, collection: Collection): CandidateQuery | undefined {
  const term = searchTerm(collection, key, node.text);
  if (term === undefined) return undefined;
  return {
    text: `SELECT rowid AS rid FROM ${collection.searchTable}(?) UNION ALL SELECT rid FROM ${collection.pendingTable}`,
    params: [term],
    rank: 3,
    isSearch: true,
  };
}

function findRelatedCandidate(node: NodeOf<'related'>, context: CandidateContext): CandidateQuery | undefined {
  const params: unknown[] = [];
  const inner: CompileContext = { ...context, params, alias: 't', depth: 0 };
  const { table, idIndex } = context.collection;
  if (node.relation.direction === 'reverse') {
    return { text: `SELECT rid FROM ${table} INDEXED BY ${idIndex} WHERE id IN (${relatingIds(node, inner)})`, params, rank: 5 };
  }
  const key = context.collections.key(context.collection, node.relation.key.id);
  if (key.schema.list) return { text: `SELECT rid FROM ${key.listTable} WHERE k IN (${relatedKeys(node, inner)})`, params, rank: 5 };
  if (!indexOn(context.collection, key.schema.id)) return undefined;
  return { text: `SELECT rid FROM ${table} WHERE ${key.column} IN (${relatedKeys(node, inner)})`, params, rank: 5 };
}

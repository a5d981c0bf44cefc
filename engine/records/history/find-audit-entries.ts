import { MusterError } from '../../errors/index.ts';
import type { StoreQuery } from '../../ports/index.ts';
import {
  allOf,
  anyOf,
  compareBy,
  compileMatcher,
  MATCH_ALL,
  MATCH_NONE,
  notOf,
  type FilterNode,
  type SortStep,
} from '#engine/model/filter';
import { foldText, type RecordDocument } from '#engine/model/values';
import type { RecordKeys } from '#engine/model/compiled';
import { defineKey } from '../documents/stored-document.ts';
import type { ReadServices } from '../record-services.ts';
import type { AuditEntry } from './audit-contract.ts';
import { AUDIT_COLLECTION, AUDIT_KEYS, auditKeysOf, entriesOf, rowIdOf, type CurrentAuditNames } from './audit-entry.ts';

/** Key of one entry: the folded name of its field. The store has only the key `fields` of the whole row. */
export const FIELD_KEY = defineKey('field');

/** Maximum time of a search that reads the entries of all matching rows, in milliseconds. */
const MAX_TIME = 10_000;

/** More rows are read by a cursor. */
const FEW_ROWS = 500;

/** Maximum number of modules in the log. */
const MAX_MODULES = 10_000;

/** Maximum number of field names that the store looks for; with more, the entries of all rows are tested. */
const MAX_NAMES = 20;

/** A search for audit entries. */
export interface EntryQuery {
  /** Conditions of rows alone. */
  readonly rows: FilterNode;
  /** Conditions that each entry has to meet: over `FIELD_KEY` and the keys of its row. */
  readonly entries: FilterNode;
  readonly sort: readonly SortStep[];
  readonly offset: number;
  readonly limit: number;
  readonly names: AuditFieldNames;
}

/** The names of modules and fields, which may have changed since an entry was written. */
export interface AuditFieldNames {
  readonly current: CurrentAuditNames;
  /** The folded names under which rows may contain the field with this folded name. */
  readonly all: (name: string) => readonly string[];
}

/** A page of entries with the exact total. */
export interface EntryPage {
  readonly data: readonly AuditEntry[];
  readonly total: number;
}

/** Finds audit entries. Errors: `filter_too_costly`, those of the store. */
export async function findAuditEntries(services: ReadServices, given: EntryQuery): Promise<EntryPage> {
  const query = { ...given, entries: replaceFieldExistence(given.entries) };
  const sortsByField = query.sort.some((step) => step.kind === 'key' && step.key === FIELD_KEY);
  if (!sortsByField && !distinguishesEntries(query.entries)) return readPage(services, query);
  return scanEntries(services, query, sortsByField);
}

/**
 * All matching entries, newest or oldest first, as they are read: a few rows at a time are in memory. `sort` must not contain the field.
 * It has no deadline. Errors while it is read: those of the store.
 */
export async function* streamAuditEntries(
  { store }: ReadServices,
  { rows, entries: given, sort, names }: Omit<EntryQuery, 'offset' | 'limit'>,
): AsyncGenerator<AuditEntry> {
  const entries = replaceFieldExistence(given);
  const isTested = distinguishesEntries(entries);
  const matches = compileMatcher(entries);
  const filter = allOf([isTested ? toRowCondition(entries, names, true) : entries, rows]);
  for await (const { document } of store.stream({ collection: AUDIT_COLLECTION.name, filter, sort, limit: Infinity }))
    for (const { id, keys, entry } of inOrder(listKeyedEntries(document, names), sort)) if (!isTested || matches(id, keys)) yield entry;
}

/** Each row that matches, matches with all of its entries: the store knows their number. */
async function readPage({ store }: ReadServices, { rows, entries, sort, offset, limit, names }: EntryQuery): Promise<EntryPage> {
  const filter = allOf([entries, rows]);
  const groups = await store.group({
    collection: AUDIT_COLLECTION.name,
    filter,
    by: [{ kind: 'key', key: AUDIT_KEYS.module }],
    measures: [{ name: 'entries', kind: 'sum', key: AUDIT_KEYS.entries }],
    limit: MAX_MODULES,
  });
  const total = groups.reduce((sum, { measures }) => sum + (measures['entries'] ?? 0), 0);
  const data: AuditEntry[] = [];
  if (offset >= total || limit <= 0) return { data, total };
  let position = 0;
  for await (const document of iterateRows(store, { filter, sort, limit: offset + limit })) {
    for (const entry of inOrder(entriesOf(document, names.current), sort)) {
      if (position >= offset) data.push(entry);
      position += 1;
      if (data.length === limit) return { data, total };
    }
  }
  return { data, total };
}

/** The rows that match, in order. Most searches find few, which need no cursor. */
async function* iterateRows(
  store: ReadServices['store'],
  { filter, sort, limit }: Pick<StoreQuery, 'filter' | 'sort' | 'limit'>,
): AsyncGenerator<RecordDocument> {
  const query = { collection: AUDIT_COLLECTION.name, filter, sort, deadline: MAX_TIME };
  const found = await store.find({ ...query, limit: Math.min(limit, FEW_ROWS) });
  const rows = found.length < FEW_ROWS || limit <= FEW_ROWS ? found : store.stream({ ...query, limit });
  for await (const { document } of rows) yield document;
}

interface KeyedEntry {
  readonly id: string;
  readonly keys: RecordKeys;
  readonly entry: AuditEntry;
}

/** Reads the rows that may contain a matching entry, and tests each entry. */
async function scanEntries({ store, clock }: ReadServices, query: EntryQuery, sortsByField: boolean): Promise<EntryPage> {
  const matches = compileMatcher(query.entries);
  const filter = allOf([toRowCondition(query.entries, query.names, true), query.rows]);
  const sort = sortsByField ? [] : query.sort;
  const endsAt = clock.now() + MAX_TIME;
  const found: KeyedEntry[] = [];
  let total = 0;
  for await (const document of iterateRows(store, { filter, sort, limit: Infinity })) {
    if (clock.now() > endsAt) throw new MusterError('filter_too_costly', { data: { keys: [] } });
    for (const keyed of inOrder(listKeyedEntries(document, query.names), query.sort)) {
      if (!matches(keyed.id, keyed.keys)) continue;
      if (sortsByField || (total >= query.offset && found.length < query.limit)) found.push(keyed);
      total += 1;
    }
  }
  const page = sortsByField ? found.sort(compareBy(query.sort)).slice(query.offset, query.offset + query.limit) : found;
  return { data: page.map(({ entry }) => entry), total };
}

function listKeyedEntries(document: RecordDocument, { current }: AuditFieldNames): readonly KeyedEntry[] {
  const keys = auditKeysOf(document);
  return entriesOf(document, current).map((entry) => ({
    id: entry._id,
    keys: entry.field === null ? keys : { ...keys, [FIELD_KEY.id]: foldText(entry.field) },
    entry,
  }));
}

/** The entries of one save in the direction in which the store sorts rows with equal values. */
function inOrder<Entry>(entries: readonly Entry[], sort: readonly SortStep[]): readonly Entry[] {
  return sort.at(-1)?.descending === true ? [...entries].reverse() : entries;
}

/** A row has either fields in all of its entries or in none: whether it has any is known to the store. */
function replaceFieldExistence(node: FilterNode): FilterNode {
  if (node.kind === 'all') return allOf(node.nodes.map(replaceFieldExistence));
  if (node.kind === 'any') return anyOf(node.nodes.map(replaceFieldExistence));
  if (node.kind === 'not') return notOf(replaceFieldExistence(node.node));
  const isOfField = node.kind === 'exists' && node.keys.length === 1 && node.keys[0]?.id === FIELD_KEY.id;
  return isOfField ? { kind: 'exists', keys: [AUDIT_KEYS.fields] } : node;
}

/** Whether entries of one row can differ in meeting the condition: by their field or their id. */
function distinguishesEntries(node: FilterNode): boolean {
  switch (node.kind) {
    case 'all':
    case 'any':
      return node.nodes.some(distinguishesEntries);
    case 'not':
      return distinguishesEntries(node.node);
    case 'ids':
    case 'idRange':
      return true;
    case 'exists':
      return node.keys.includes(FIELD_KEY);
    case 'equals':
    case 'contains':
    case 'startsWith':
    case 'startsWithOneOf':
    case 'range':
      return node.key === FIELD_KEY;
    default:
      return false;
  }
}

/**
 * The condition of a row whose entries are to be tested. With `atLeast` it matches every row that has a matching entry, and may match
 * others. Without, each row that it matches has a matching entry, but other rows may have one too.
 */
function toRowCondition(node: FilterNode, names: AuditFieldNames, atLeast: boolean): FilterNode {
  if (!distinguishesEntries(node)) return node;
  if (node.kind === 'all') return allOf(node.nodes.map((one) => toRowCondition(one, names, atLeast)));
  if (node.kind === 'any') return anyOf(node.nodes.map((one) => toRowCondition(one, names, atLeast)));
  if (node.kind === 'not') return notOf(toRowCondition(node.node, names, !atLeast));
  if (!atLeast) return MATCH_NONE;
  if (node.kind === 'ids') return { kind: 'ids', ids: [...new Set(node.ids.map(rowIdOf))] };
  if (node.kind !== 'equals' || node.values.length > MAX_NAMES) return MATCH_ALL;
  const stored = new Set(node.values.flatMap((value) => names.all(String(value))));
  if (stored.size > MAX_NAMES) return MATCH_ALL;
  return anyOf([...stored].map((value) => ({ kind: 'contains', key: AUDIT_KEYS.fields, text: `|${value}|` })));
}

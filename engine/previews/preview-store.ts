import { listStoredKeys } from '../change-sets/index.ts';
import { MusterError } from '../errors/index.ts';
import type { GroupQuery, StorePort, StoreQuery, StoredRecord, UnitOfWork } from '../ports/index.ts';
import { AUDIT_COLLECTION, SENSITIVE_READ_SOURCE } from '../records/index.ts';
import type { DefinitionSnapshot } from '../registry/index.ts';
import { toStoredGrouping, toStoredSort, withStoredFilters, type StoredGrouping } from './preview-queries.ts';

/** Records are shared by all readers: a preview neither uses nor replaces what others derived from them. */
function withoutMemo({ document, definitionVersion }: StoredRecord): StoredRecord {
  return { document, definitionVersion };
}

function refuse(): never {
  throw new MusterError('preview_read_only');
}

const refuseLater = (): Promise<never> => Promise.reject(new MusterError('preview_read_only'));

/** Whether a unit only notes that sensitive values were read. */
function isReadAudit({ writes, bumps = [] }: UnitOfWork): boolean {
  const isAudit = (write: UnitOfWork['writes'][number]): boolean =>
    write.kind === 'insert' && write.collection === AUDIT_COLLECTION.name && write.document['changeSource'] === SENSITIVE_READ_SOURCE;
  return bumps.length === 0 && writes.every(isAudit);
}

/** Adapts queries to what is stored; undefined: nothing matches. */
interface QueryAdapter {
  /** Whether a collection is that of a module that is not published. */
  readonly isMissing: (collection: string) => boolean;
  readonly adapt: <Query extends Pick<StoreQuery, 'collection' | 'filter' | 'access'>>(query: Query) => Query | undefined;
  readonly adaptSorted: (query: StoreQuery) => StoreQuery | undefined;
  readonly adaptGroups: (query: GroupQuery) => StoredGrouping | undefined;
}

function createQueryAdapter(shown: DefinitionSnapshot, published: DefinitionSnapshot): QueryAdapter {
  const stored = listStoredKeys(published);
  const modules = new Map([...shown.modules.values()].map((module) => [module.storage.name, module]));
  const isMissing = (collection: string): boolean => modules.has(collection) && !stored.has(collection);
  const adapt: QueryAdapter['adapt'] = (query) => {
    // Other collections are those of the product, which no definition changes.
    if (!modules.has(query.collection)) return query;
    return isMissing(query.collection) ? undefined : withStoredFilters(query, stored);
  };
  return {
    isMissing,
    adapt,
    adaptSorted: (query) => {
      const adapted = adapt(query);
      if (adapted === undefined || !modules.has(query.collection)) return adapted;
      return { ...adapted, sort: toStoredSort(query.sort, query.collection, stored) };
    },
    adaptGroups: (query) => {
      const adapted = adapt(query);
      if (adapted === undefined) return undefined;
      return modules.has(query.collection) ? toStoredGrouping(adapted, stored) : { query: adapted, complete: (rows) => rows };
    },
  };
}

type Reads = 'get' | 'find' | 'findAcross' | 'findIds' | 'count' | 'page' | 'group' | 'stream' | 'explain';

function readThrough(store: StorePort, { isMissing, adapt, adaptSorted, adaptGroups }: QueryAdapter): Pick<StorePort, Reads> {
  return {
    get: async (collection, ids) =>
      isMissing(collection)
        ? ids.map(() => undefined)
        : (await store.get(collection, ids)).map((record) => (record === undefined ? undefined : withoutMemo(record))),
    find: async (query) => {
      const adapted = adaptSorted(query);
      return adapted === undefined ? [] : (await store.find(adapted)).map(withoutMemo);
    },
    findAcross: async (queries) => {
      const adapted = queries.map(adaptSorted);
      const found = await store.findAcross(adapted.filter((query) => query !== undefined));
      let place = 0;
      return adapted.map((query) => (query === undefined ? [] : (found[place++] ?? []).map(withoutMemo)));
    },
    findIds: async (query) => {
      const adapted = adaptSorted(query);
      return adapted === undefined ? [] : store.findIds(adapted);
    },
    count: async (query, options) => {
      const adapted = adapt(query);
      return adapted === undefined ? { total: 0, totalIsExact: true } : store.count(adapted, options);
    },
    page: async (query, options) => {
      const adapted = adaptSorted(query);
      if (adapted === undefined) return { records: [], total: 0, totalIsExact: true };
      const page = await store.page(adapted, options);
      return { ...page, records: page.records.map(withoutMemo) };
    },
    group: async (query) => {
      const grouping = adaptGroups(query);
      return grouping === undefined ? [] : grouping.complete(await store.group(grouping.query));
    },
    async *stream(query) {
      const adapted = adaptSorted(query);
      if (adapted !== undefined) for await (const record of store.stream(adapted)) yield withoutMemo(record);
    },
    explain: async (query) => {
      const adapted = adaptSorted(query);
      return adapted === undefined ? [] : store.explain(adapted);
    },
  };
}

/**
 * The store as a preview uses it: read only, with records as if the definitions `shown` were published. Collections of modules that are
 * not published are empty, and keys of fields that are not published have no values. Of writes it accepts only the audit of sensitive
 * values that were read. Errors: `preview_read_only`, those of the store.
 */
export function createPreviewStore(store: StorePort, shown: DefinitionSnapshot, published: DefinitionSnapshot): StorePort {
  return {
    ...readThrough(store, createQueryAdapter(shown, published)),
    capabilities: store.capabilities,
    commit: (unit) => (isReadAudit(unit) ? store.commit(unit) : refuseLater()),
    applySchemas: refuseLater,
    reserveNumbers: refuseLater,
    truncateLog: refuseLater,
    close: refuseLater,
    setQueryCache: refuse,
    versions: () => store.versions(),
    indexUses: (collections) => store.indexUses(collections),
    watchInserts: (collection, listener) => store.watchInserts(collection, listener),
    insertedSince: (collection, position, limit) => store.insertedSince(collection, position, limit),
    onCommit: (listener) => store.onCommit(listener),
    inspect: () => store.inspect(),
    measure: () => store.measure(),
    ping: () => store.ping(),
  };
}

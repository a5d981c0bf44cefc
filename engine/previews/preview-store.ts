import { listStoredKeys } from '../change-sets/index.ts';
import { MusterError } from '../errors/index.ts';
import type { CipherPort, GroupQuery, StorePort, StoreQuery, StoredRecord, UnitOfWork } from '../ports/index.ts';
import { AUDIT_COLLECTION, calculateUnsaved, SENSITIVE_READ_SOURCE, type UnsavedCalculations } from '../records/index.ts';
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

/** Adds the values of formulas that are not published to records of a collection. */
type Fill = (collection: string, records: readonly StoredRecord[]) => Promise<readonly StoredRecord[]>;

/** Records of a stream whose formulas are calculated together. */
const STREAM_CHUNK = 200;

function createFill(store: StorePort, { isMissing }: QueryAdapter, { cipher, shown, unsaved }: PreviewStoreOptions): Fill {
  const modules = new Map(
    [...unsaved.formulas.keys()].flatMap((name) => {
      const module = shown.module(name);
      return module === undefined ? [] : [[module.storage.name, module] as const];
    }),
  );
  const reader = {
    get: async (collection: string, ids: readonly string[]) =>
      isMissing(collection) ? ids.map(() => undefined) : store.get(collection, ids),
  };
  return async (collection, records) => {
    const own = records.map(withoutMemo);
    const module = modules.get(collection);
    return module === undefined
      ? own
      : calculateUnsaved({ store: reader, cipher, snapshot: shown, formulas: unsaved.formulas }, module, own);
  };
}

function readThrough(store: StorePort, { isMissing, adapt, adaptSorted, adaptGroups }: QueryAdapter, fill: Fill): Pick<StorePort, Reads> {
  return {
    get: async (collection, ids) => {
      if (isMissing(collection)) return ids.map(() => undefined);
      const found = await store.get(collection, ids);
      const filled = await fill(
        collection,
        found.filter((record) => record !== undefined),
      );
      let place = 0;
      return found.map((record) => (record === undefined ? undefined : filled[place++]));
    },
    find: async (query) => {
      const adapted = adaptSorted(query);
      return adapted === undefined ? [] : fill(query.collection, await store.find(adapted));
    },
    findAcross: async (queries) => {
      const adapted = queries.map(adaptSorted);
      const found = await store.findAcross(adapted.filter((query) => query !== undefined));
      let place = 0;
      return Promise.all(adapted.map(async (query) => (query === undefined ? [] : fill(query.collection, found[place++] ?? []))));
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
      return { ...page, records: await fill(query.collection, page.records) };
    },
    group: async (query) => {
      const grouping = adaptGroups(query);
      return grouping === undefined ? [] : grouping.complete(await store.group(grouping.query));
    },
    stream: (query) => streamFilled(store, adaptSorted(query), fill),
    explain: async (query) => {
      const adapted = adaptSorted(query);
      return adapted === undefined ? [] : store.explain(adapted);
    },
  };
}

async function* streamFilled(store: StorePort, query: StoreQuery | undefined, fill: Fill): AsyncGenerator<StoredRecord> {
  if (query === undefined) return;
  let chunk: StoredRecord[] = [];
  for await (const record of store.stream(query)) {
    chunk.push(record);
    if (chunk.length < STREAM_CHUNK) continue;
    yield* await fill(query.collection, chunk);
    chunk = [];
  }
  yield* await fill(query.collection, chunk);
}

/** What a preview shows. */
export interface PreviewStoreOptions {
  readonly cipher: CipherPort;
  readonly shown: DefinitionSnapshot;
  readonly published: DefinitionSnapshot;
  readonly unsaved: UnsavedCalculations;
}

/**
 * The store as a preview uses it: read only, with records as if the definitions `shown` were published. Collections of modules that are
 * not published are empty, and keys of fields that are not published have no values; the values of formulas that are not published are
 * calculated for the records that are read. Of writes it accepts only the audit of sensitive
 * values that were read. Errors: `preview_read_only`, those of the store.
 */
export function createPreviewStore(store: StorePort, options: PreviewStoreOptions): StorePort {
  const adapter = createQueryAdapter(options.shown, options.published);
  return {
    ...readThrough(store, adapter, createFill(store, adapter, options)),
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

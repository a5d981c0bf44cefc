import type { CollectionSchema, CompiledModule } from '#engine/model/compiled';
import { MATCH_ALL } from '#engine/model/filter';
import type { JsonValue, RecordDocument } from '#engine/model/values';
import type { ClockPort, StorePort, StoreWrite } from '../../ports/index.ts';
import type { DefinitionSnapshot } from '../contract.ts';

/** One document for each kind of index, with the latest builds. */
export const INDEX_BUILDS_COLLECTION: CollectionSchema = { name: '_index_builds', keys: [], indexes: [], contains: [] };

/** Builds that are kept of each kind: the machine, and what else it does, change. */
const MAX_BUILDS = 5;
/** Builds over fewer records say nothing: most of their time is that of the request. */
const MIN_RECORDS = 1_000;

/** Indexes for values and their order, and those that serve searches for a part of a text. */
export type IndexKind = 'ordinary' | 'contains';

/** Records a second from which one index of a kind is built. */
export type IndexRates = { readonly [kind in IndexKind]: number };

/** Cautious rates for a small server, used until builds in this store were measured. */
export const START_RATES: IndexRates = { ordinary: 20_000, contains: 3_000 };

/** A build that was measured: its records, once for each index, and how long it took. */
interface IndexBuild {
  readonly records: number;
  readonly milliseconds: number;
}

/** How fast this store builds indexes: the median of the latest builds of each kind. Errors: of the store. */
export async function readIndexRates(store: StorePort): Promise<IndexRates> {
  const [ordinary, contains] = await store.get(INDEX_BUILDS_COLLECTION.name, ['ordinary', 'contains']);
  return { ordinary: rateOf(ordinary?.document) ?? START_RATES.ordinary, contains: rateOf(contains?.document) ?? START_RATES.contains };
}

function rateOf(document: RecordDocument | undefined): number | undefined {
  const rates = buildsOf(document).map(({ records, milliseconds }) => (1_000 * records) / Math.max(1, milliseconds));
  return rates.sort((a, b) => a - b)[Math.floor((rates.length - 1) / 2)];
}

function buildsOf(document: RecordDocument | undefined): readonly IndexBuild[] {
  return (document?.['builds'] ?? []) as unknown as readonly IndexBuild[];
}

/** Applies the schemas of modules that only get indexes of one kind, each on its own, and keeps how long that took. Errors: of the store. */
export async function buildMeasured(
  { store, clock }: { readonly store: StorePort; readonly clock: ClockPort },
  after: DefinitionSnapshot,
  before: DefinitionSnapshot,
): Promise<void> {
  for (const module of after.modules.values()) {
    const built = findBuilt(module, before.modules.get(module.name));
    if (built === undefined) continue;
    const { total } = await store.count({ collection: module.storage.name, filter: MATCH_ALL });
    if (total < MIN_RECORDS) continue;
    const startedAt = clock.now();
    await store.applySchemas([module.storage]);
    await note(store, built.kind, { records: total * built.count, milliseconds: clock.now() - startedAt });
  }
}

/** The indexes that a module gets, if they are of one kind. Those of new fields are built from no values, which says nothing about others. */
function findBuilt(
  { storage }: CompiledModule,
  before: CompiledModule | undefined,
): { readonly kind: IndexKind; readonly count: number } | undefined {
  if (before === undefined || before.storage === storage || before.storage.name !== storage.name) return undefined;
  const had = new Set(before.storage.indexes.map(nameOf));
  const ordinary = storage.indexes.filter((index) => !had.has(nameOf(index)));
  const contains = storage.contains.filter((key) => !before.storage.contains.includes(key));
  const stored = new Set(before.storage.keys.map(({ id }) => id));
  const isNew = [...ordinary.flatMap(({ keys }) => keys), ...contains].some((key) => !stored.has(key));
  if (isNew || ordinary.length > 0 === contains.length > 0) return undefined;
  return contains.length > 0 ? { kind: 'contains', count: contains.length } : { kind: 'ordinary', count: ordinary.length };
}

function nameOf({ keys, unique = false, sparse = false }: CollectionSchema['indexes'][number]): string {
  return JSON.stringify([keys, unique, sparse]);
}

/** If another process notes one at the same time, one of the two is lost. */
async function note(store: StorePort, kind: IndexKind, build: IndexBuild): Promise<void> {
  const [stored] = await store.get(INDEX_BUILDS_COLLECTION.name, [kind]);
  const version = stored?.document._version;
  const builds = [...buildsOf(stored?.document), build].slice(-MAX_BUILDS) as unknown as JsonValue;
  const document: RecordDocument = { _id: kind, _version: (version ?? 0) + 1, builds };
  const write = { collection: INDEX_BUILDS_COLLECTION.name, document, keys: {}, definitionVersion: 0 };
  const writes: readonly StoreWrite[] = [
    version === undefined ? { kind: 'insert', ...write } : { kind: 'update', ...write, previousKeys: {}, expectedVersion: version },
  ];
  await store.commit({ writes });
}

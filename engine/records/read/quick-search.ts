import type { AccessScope, Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { StoredRecord, StoreQuery } from '../../ports/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import { allOf, anyOf } from '#engine/model/filter';
import { foldText, toText } from '#engine/model/values';
import type { QuickSearchHit } from '#engine/model/wire';
import { planOf } from '../access/access-plan.ts';
import type { ReadServices } from '../record-services.ts';
import { projectRecords } from './find-records.ts';
import { readRecentIds } from './personal-lists.ts';
import type { OperationWarning, QuickSearchInput, QuickSearchResult } from './read-contract.ts';
import { buildReadQuery } from './read-query.ts';
import { parseSearchTerms } from './search-terms.ts';

/** Records per module. */
const DEFAULT_LIMIT = 4;
/** Milliseconds for all modules together. */
const DEADLINE = 3_000;
/** Milliseconds for one module, after all together took too long. */
const MODULE_DEADLINE = 1_500;
/** Modules that are then searched at the same time. */
const CONCURRENT_MODULES = 8;

/** The queries on one module: recently opened records that match, and for each tier of the ranking the first ones. */
interface ModuleSearch {
  readonly module: CompiledModule;
  readonly isPerson: boolean;
  readonly recentIds: readonly string[];
  readonly queries: readonly StoreQuery[];
}

/**
 * Searches all modules that the actor has access to, with one query of the store. People come first, then records that the actor opened
 * recently, then the others; within each part the best match of the name comes first. If that takes too long, each module is searched
 * separately, and those that take too long are left out with a warning.
 */
export async function quickSearch(services: ReadServices, actor: Actor, input: QuickSearchInput): Promise<QuickSearchResult> {
  const scope = await services.access.scope(actor);
  const recent = await readRecentIds(services, actor);
  const { terms, limit = DEFAULT_LIMIT } = input;
  if (foldText(terms) === '') return { hits: [], warnings: [] };
  const searches = listSearched(scope).flatMap(
    (module) => planSearch(services, scope, module, { terms, limit, recentIds: recent.get(module.name) ?? [] }) ?? [],
  );
  const found = (await searchTogether(services, searches)) ?? (await searchSeparately(services, searches));
  const ranked: RankedHit[] = [];
  for (const { search, stored } of found) ranked.push(...(await rankRecords(services, scope, search, stored ?? [], input)));
  const leftOut = found.flatMap(({ search, stored }) => (stored === undefined ? [search.module.label] : []));
  return { hits: ranked.sort(compareHits).map(({ hit }) => hit), warnings: leftOut.length === 0 ? [] : [toWarning(leftOut)] };
}

/** The records that a search of one module found; undefined: it took too long. */
interface FoundInModule {
  readonly search: ModuleSearch;
  readonly stored: readonly StoredRecord[] | undefined;
}

/** Searches with one query of the store; undefined: it took too long. */
async function searchTogether(
  services: ReadServices,
  searches: readonly ModuleSearch[],
  deadline = DEADLINE,
): Promise<readonly FoundInModule[] | undefined> {
  const queries = searches.flatMap((search) => search.queries.map((query) => ({ ...query, deadline })));
  try {
    const results = await services.store.findAcross(queries);
    let at = 0;
    return searches.map((search) => ({ search, stored: results.slice(at, (at += search.queries.length)).flat() }));
  } catch (error) {
    if (error instanceof MusterError && error.code === 'filter_too_costly') return undefined;
    throw error;
  }
}

/** Searches a few modules at a time, each on its own. Throws `filter_too_costly` if all take too long. */
async function searchSeparately(services: ReadServices, searches: readonly ModuleSearch[]): Promise<readonly FoundInModule[]> {
  const found: FoundInModule[] = [];
  for (let start = 0; start < searches.length; start += CONCURRENT_MODULES) {
    const part = searches.slice(start, start + CONCURRENT_MODULES);
    found.push(
      ...(await Promise.all(
        part.map(async (search) => (await searchTogether(services, [search], MODULE_DEADLINE))?.[0] ?? { search, stored: undefined }),
      )),
    );
  }
  if (found.every(({ stored }) => stored === undefined)) throw new MusterError('filter_too_costly');
  return found;
}

function toWarning(labels: readonly string[]): OperationWarning {
  const text = `Not searched, because it takes too long: ${labels.join(', ')}. Search in the list instead.`;
  return { code: 'modules_not_searched', text };
}

/** The modules that the actor may open. */
function listSearched({ snapshot, rights }: AccessScope): readonly CompiledModule[] {
  return [...snapshot.modules.values()].filter(
    ({ name, definition }) => definition.deleted !== true && definition.active !== false && rights.module(name).access,
  );
}

function planSearch(
  services: ReadServices,
  scope: AccessScope,
  module: CompiledModule,
  { terms, limit, recentIds }: { readonly terms: string; readonly limit: number; readonly recentIds: readonly string[] },
): ModuleSearch | undefined {
  const { matches, tiers } = parseSearchTerms(scope, module, terms);
  if (matches.kind === 'constant' && !matches.value) return undefined;
  const [same, starts, ...others] = tiers;
  const ranks = same !== undefined && starts !== undefined ? [anyOf([same, starts]), ...others] : tiers;
  // By name, a name that equals the phrase comes before those that start with it.
  const sort = tiers.length > 1 ? [{ sortField: module.nameField, sortOrder: 'asc' as const }] : undefined;
  const { query } = buildReadQuery(services, scope, { module, sort });
  const toQuery = (filter: StoreQuery['filter'], most: number): StoreQuery => ({
    ...query,
    filter: allOf([query.filter, filter]),
    limit: most,
  });
  const opened = recentIds.length === 0 ? [] : [toQuery(allOf([{ kind: 'ids', ids: [...recentIds] }, matches]), recentIds.length)];
  return {
    module,
    // People have a last name; users are people too.
    isPerson: module.fields.has('last_name'),
    recentIds,
    queries: [...opened, ...ranks.map((rank) => toQuery(rank, limit))],
  };
}

interface RankedHit {
  readonly hit: QuickSearchHit;
  /** Part of the list, then rank within it. */
  readonly order: readonly [number, number];
}

/** The best records of a module as the reader may see them. */
async function rankRecords(
  services: ReadServices,
  scope: AccessScope,
  { module, isPerson, recentIds }: ModuleSearch,
  stored: readonly StoredRecord[],
  { terms, limit = DEFAULT_LIMIT }: QuickSearchInput,
): Promise<readonly RankedHit[]> {
  const unique = [...new Map(stored.map((record) => [record.document._id, record])).values()];
  const fields = scope.rights.field(module.name, module.nameField).read === 'none' ? [] : [module.nameField];
  const records = await projectRecords(services, scope, planOf(scope, module), unique, { fields });
  const phrase = foldText(terms);
  const ranked = records.map((record): RankedHit => {
    const name = toText(record[module.nameField]);
    const opened = recentIds.indexOf(record._id);
    const part = isPerson ? 0 : opened === -1 ? 2 : 1;
    const rank = rankName(foldText(name), phrase);
    return {
      hit: { module: module.name, _id: record._id, name, isPerson, isRecent: opened !== -1 },
      // Recently opened records by the time of opening; among people, those opened recently before others with the same rank.
      order: [part, part === 1 ? opened / recentIds.length : rank * 2 + (opened === -1 ? 1 : 0)],
    };
  });
  ranked.sort(compareHits);
  const [opened, others] = [ranked.filter(({ order }) => order[0] === 1), ranked.filter(({ order }) => order[0] !== 1)];
  return [...opened.slice(0, limit), ...others.slice(0, limit)];
}

/** 0: the name is the phrase, 1: starts with it, 2: one of its words does, 3: other matches. */
function rankName(name: string, phrase: string): number {
  if (name === phrase) return 0;
  if (name.startsWith(phrase)) return 1;
  return name.includes(` ${phrase}`) ? 2 : 3;
}

function compareHits(one: RankedHit, other: RankedHit): number {
  return one.order[0] - other.order[0] || one.order[1] - other.order[1];
}

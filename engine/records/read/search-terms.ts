import type { AccessScope } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { CountOptions, StoredRecord, StorePage, StoreQuery } from '../../ports/index.ts';
import { allOf, anyOf, MATCH_NONE, notOf, type FilterNode } from '#engine/model/filter';
import { foldPhone } from '#engine/model/field-types';
import { foldText } from '#engine/model/values';
import type { CompiledField, CompiledModule, KeySchema } from '#engine/model/compiled';
import type { ReadServices } from '../record-services.ts';

const MAX_TERMS = 10;

const MAX_LENGTH = 200;

/** Search terms as filters: all matches, and the tiers of the ranking, best first, each without those before it. */
export interface TermSearch {
  readonly matches: FilterNode;
  readonly tiers: readonly FilterNode[];
}

/**
 * Each term must occur in one of the searchable fields that the reader may see. Ranking: the name equals the terms; it
 * starts with them; one of its words starts with them; the rest.
 */
export function parseSearchTerms(scope: AccessScope, module: CompiledModule, text: string): TermSearch {
  if (text.length > MAX_LENGTH)
    throw new MusterError('filter_invalid', { values: { path: 'search', reason: `expected at most ${MAX_LENGTH} characters` } });
  const phrase = foldText(text);
  const terms = [...new Set(phrase.split(' ').filter((term) => term !== ''))].slice(0, MAX_TERMS);
  const fields = module.searchable
    .map((name) => module.fields.get(name))
    .filter((field) => field !== undefined && scope.rights.canFilter(module, field.name));
  const matches = terms.length === 0 ? MATCH_NONE : allOf(terms.map((term) => matchTerm(term, fields as readonly CompiledField[])));
  const name = nameKey(scope, module);
  return { matches, tiers: name === undefined || terms.length === 0 ? [matches] : rankByName(matches, name, phrase) };
}

function nameKey(scope: AccessScope, module: CompiledModule): KeySchema | undefined {
  const field = module.fields.get(module.nameField);
  const key = field?.keys[0];
  return field !== undefined && key !== undefined && key.kind === 'text' && !key.list && scope.rights.canFilter(module, field.name)
    ? key
    : undefined;
}

function matchTerm(term: string, fields: readonly CompiledField[]): FilterNode {
  const nodes: FilterNode[] = [];
  for (const field of fields) {
    const text = field.type.comparison === 'phone' ? phoneDigits(term) : term;
    if (text === undefined) continue;
    for (const key of field.keys) if (key.kind === 'text') nodes.push({ kind: 'contains', key, text });
  }
  return anyOf(nodes);
}

/** Digits of a phone number: fewer would be found in nearly all of them. */
const LEAST_PHONE_DIGITS = 3;

/** What a phone number is typed with. */
const PHONE_CHARACTERS = /^[\d+().\-/\u2010-\u2015]+$/u;

/** The digits of a term that can be a part of a phone number; a word with letters is none, whatever digits it has. */
function phoneDigits(term: string): string | undefined {
  if (!PHONE_CHARACTERS.test(term)) return undefined;
  const digits = foldPhone(term);
  return digits.length < LEAST_PHONE_DIGITS ? undefined : digits;
}

function rankByName(matches: FilterNode, key: KeySchema, phrase: string): readonly FilterNode[] {
  const ranks: readonly FilterNode[] = [
    { kind: 'equals', key, values: [phrase] },
    { kind: 'startsWith', key, text: phrase },
    { kind: 'contains', key, text: ` ${phrase}` },
  ];
  const tiers = ranks.map((rank, index) => allOf([matches, rank, ...ranks.slice(0, index).map(notOf)]));
  return [...tiers, allOf([matches, ...ranks.map(notOf)])];
}

/** A page with its total, in the order of the query; with search terms, tier by tier of their ranking. */
export async function readPage(
  services: ReadServices,
  query: StoreQuery,
  search: TermSearch | undefined,
  options: CountOptions,
): Promise<StorePage> {
  if (search === undefined) return services.store.page(query, options);
  const total = await services.store.count({ ...query, filter: allOf([query.filter, search.matches]) }, options);
  return { ...total, records: await readTiers(services, query, search) };
}

/** Records of a page across the tiers: each tier is queried for the part of the page that the tiers before it did not fill. */
async function readTiers(services: ReadServices, query: StoreQuery, search: TermSearch): Promise<readonly StoredRecord[]> {
  const records: StoredRecord[] = [];
  let skip = query.offset ?? 0;
  for (const tier of search.tiers) {
    const left = query.limit - records.length;
    if (left <= 0) break;
    const filter = allOf([query.filter, tier]);
    const found = await services.store.find({ ...query, filter, offset: skip, limit: left });
    records.push(...found);
    // An empty result may mean that the offset skips the whole tier: its count is subtracted from the remaining offset.
    skip = found.length > 0 || skip === 0 ? 0 : Math.max(0, skip - (await services.store.count({ ...query, filter })).total);
  }
  return records;
}

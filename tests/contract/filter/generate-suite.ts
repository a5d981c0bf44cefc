import fc from 'fast-check';
import type { FilterNode } from '#engine/model/filter';
import type { JsonObject } from '#engine/model/values';
import { nodeOf } from './contract-context.ts';
import { createMemory, type ContractData } from './contract-data.ts';
import { CONTRACT_CATALOG, PEOPLE } from './contract-modules.ts';
import { createFilterGenerator } from './generate-filters.ts';
import { parseFilter } from '#engine/model/filter';
import { createContext } from './contract-context.ts';

export interface GeneratedFilter {
  readonly filter: JsonObject;
  readonly node: FilterNode;
  /** The share of the records that it matches. */
  readonly share: number;
}

export interface GeneratedSuite {
  readonly filters: readonly GeneratedFilter[];
  /** Pairs of field and operator that have no filter; must be empty. */
  readonly missingEntries: readonly string[];
}

const SINGLES = 6;

/**
 * `count` filters over people: some for every operator of every field, then combinations, chosen so that at least half
 * match between 5 and 95 percent of the records. Always the same for the same data.
 */
export function generateSuite(data: ContractData, count: number): GeneratedSuite {
  const generator = createFilterGenerator(
    PEOPLE,
    CONTRACT_CATALOG,
    new Map([
      ['people', data.people],
      ['firms', data.firms],
    ]),
    3,
  );
  const memory = createMemory(data);
  const filters: GeneratedFilter[] = [];
  const missingEntries: string[] = [];
  const measure = (filter: JsonObject): GeneratedFilter => {
    const node = nodeOf('people', filter);
    return { filter, node, share: memory.ids(PEOPLE.storage.name, [node], []).length / data.people.length };
  };
  for (const [entry, arbitrary] of generator.entries) {
    const singles = fc.sample(arbitrary, { numRuns: SINGLES, seed: 7 }).filter(isAccepted).map(measure);
    filters.push(...singles);
    if (singles.length === 0) missingEntries.push(entry);
  }
  let selective = filters.filter(isSelective).length;
  for (const filter of fc.sample(generator.filter, { numRuns: count * 3, seed: 11 })) {
    if (filters.length >= count) break;
    if (!isAccepted(filter)) continue;
    const measured = measure(filter);
    const wanted = selective * 2 < filters.length + 2;
    if (wanted && !isSelective(measured)) continue;
    if (isSelective(measured)) selective += 1;
    filters.push(measured);
  }
  return { filters, missingEntries };
}

function isSelective(filter: GeneratedFilter): boolean {
  return filter.share >= 0.05 && filter.share <= 0.95;
}

/** Combinations may be nested deeper than the grammar allows; nothing else may be rejected. */
function isAccepted(filter: JsonObject): boolean {
  const parsed = parseFilter(filter, createContext('people'));
  if (!parsed.ok && !/nest at most/.test(parsed.reason)) throw new Error(`${JSON.stringify(filter)}: ${parsed.path} ${parsed.reason}`);
  return parsed.ok;
}

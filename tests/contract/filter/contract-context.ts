import { parseFilter, parseSort, type FilterContext, type FilterNode, type ParsedFilter, type SortStep } from '#engine/model/filter';
import type { JsonValue } from '#engine/model/values';
import type { SortDefinition } from '#engine/model/definitions';
import { createUsZips } from '../../../engine/adapters/us-zips/index.ts';
import { CONTRACT_CATALOG } from './contract-modules.ts';
import { ID } from './table-records.ts';

const ZIPS = createUsZips();

/** The reader of the cases: bob, in New York on the morning of the clock change, without access to `notes` in related records. */
export function createContext(module: 'people' | 'firms', hidden: readonly string[] = []): FilterContext {
  const compiled = CONTRACT_CATALOG.modules.get(module);
  if (compiled === undefined) throw new Error(`no module ${module}`);
  return {
    module: compiled,
    catalog: CONTRACT_CATALOG,
    variables: {
      me: ID.bob,
      my_teams: [],
      my_roles: [],
      ofUser: { my_record: undefined },
      today: '2025-03-09',
      now: Date.parse('2025-03-09T12:00:00.000Z'),
      timeZone: 'America/New_York',
    },
    canFilter: (_module, field) => !hidden.includes(field),
    visibilityFilter: () => undefined,
    zipsWithin: ZIPS.zipsWithin,
    allowedTeams: [],
  };
}

/** Parses a filter that must be valid. */
export function parseValid(module: 'people' | 'firms', filter: JsonValue): ParsedFilter {
  const parsed = parseFilter(filter, createContext(module));
  if (!parsed.ok) throw new Error(`${JSON.stringify(filter)} was refused at ${parsed.path}: ${parsed.reason}`);
  return parsed;
}

/** Parses a filter that must be valid to its node. */
export function nodeOf(module: 'people' | 'firms', filter: JsonValue): FilterNode {
  return parseValid(module, filter).node;
}

/** Parses a sort order that must be valid. */
export function sortOf(module: 'people' | 'firms', sort: readonly SortDefinition[]): readonly SortStep[] {
  const parsed = parseSort(sort, createContext(module));
  if (!parsed.ok) throw new Error(`sorting by ${parsed.field} was refused`);
  return parsed.sort;
}

import type { CompiledModule, ModuleCatalog } from '../compiled/index.ts';
import type { Point } from '../geo/index.ts';
import type { FilterNode, SortStep } from './filter-node.ts';

/** What the variables of a filter stand for in this request. */
export interface FilterVariables {
  /** Id of the user who asks; absent for the product itself: `me` then equals nothing. */
  readonly me: string | undefined;
  readonly my_teams: readonly string[];
  readonly my_provider: string | undefined;
  /** The calendar day `YYYY-MM-DD` in `timeZone`. */
  readonly today: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** IANA name of the setting `time_zone`. */
  readonly timeZone: string;
}

/** What parsing a filter or sort order needs to know beside it. */
export interface FilterContext {
  readonly module: CompiledModule;
  readonly catalog: ModuleCatalog;
  readonly variables: FilterVariables;
  /** Whether the reader may filter and sort by a field of a module (names, not ids); false: `field_not_visible`. */
  canFilter(module: string, fieldName: string): boolean;
  /** Whether the reader may sort by the names of a module's records; default: as `canFilter` says of its name field. */
  canReadNames?(module: string): boolean;
  /** What the reader may see of a module that is reached by `related`, without `deleted`; `undefined`: everything. */
  visibilityFilter(module: CompiledModule): FilterNode | undefined;
  /** Internal fields count as not there. Absent: the product itself asks, and may name them. */
  readonly hidesInternal?: boolean;
  /** ZIPs of five digits whose middle lies within so many miles of a ZIP or a point; `undefined`: there is no such ZIP. Absent: places are not known, and `withinMiles` is refused. */
  readonly zipsWithin?: ((of: string | Point, miles: number) => readonly string[] | undefined) | undefined;
  /** Teams that the searcher belongs to. Others are removed from operands on `teams`, with a warning. Absent: none are removed. */
  readonly allowedTeams?: readonly string[] | undefined;
}

/** A note for the answer's `_warnings`. */
export interface FilterWarning {
  readonly code: 'teams_removed';
  readonly text: string;
}

/** Why a filter was refused. `path` leads to the place inside it ('and.0.status.in'; '' is the filter itself). */
export interface FilterProblem {
  readonly ok: false;
  readonly code: 'filter_invalid' | 'field_not_visible';
  readonly path: string;
  readonly reason: string;
  readonly module?: string;
  readonly field?: string;
}

export interface ParsedFilter {
  readonly ok: true;
  readonly node: FilterNode;
  readonly warnings: readonly FilterWarning[];
  /** It uses `today` or `now`: the same filter may mean something else later. */
  readonly usesClock: boolean;
}

export interface SortProblem {
  readonly ok: false;
  readonly code: 'sort_invalid' | 'field_not_visible';
  readonly field: string;
  readonly module: string;
}

export interface ParsedSort {
  readonly ok: true;
  readonly sort: readonly SortStep[];
}

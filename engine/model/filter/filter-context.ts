import type { CompiledModule, ModuleCatalog } from '../compiled/compiled-module.ts';
import type { Point } from '../values/geo.ts';
import type { FilterNode, SortStep } from './filter-node.ts';

/** The values of the filter variables in this request. */
export interface FilterVariables {
  /** Id of the requesting user; absent for the system itself: `me` then equals nothing. */
  readonly me: string | undefined;
  readonly my_teams: readonly string[];
  /** Ids of the roles of the user. */
  readonly my_roles: readonly string[];
  /** The records that represent the user, by the variables that modules declare (`userVariable`); undefined: the user has none. */
  readonly ofUser: { readonly [variable: string]: string | undefined };
  /** The calendar day `YYYY-MM-DD` in `timeZone`. */
  readonly today: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** IANA name of the setting `time_zone`. */
  readonly timeZone: string;
}

/** The input of parsing a filter or sort order, in addition to the filter itself. */
export interface FilterContext {
  readonly module: CompiledModule;
  readonly catalog: ModuleCatalog;
  readonly variables: FilterVariables;
  /** Whether the reader may filter and sort by a field of a module (names, not ids); false: `field_not_visible`. */
  canFilter(module: string, fieldName: string): boolean;
  /** Whether the reader may sort by the names of a module's records; default: the result of `canFilter` for its name field. */
  canReadNames?(module: string): boolean;
  /** The filter for the visible records of a module that is used by `related`, without `deleted`; `undefined`: all are visible. */
  visibilityFilter(module: CompiledModule): FilterNode | undefined;
  /** Treats internal fields as if they did not exist. Absent: the system itself filters, and may use them. */
  readonly hidesInternal?: boolean;
  /**
   * ZIPs of five digits whose center is within a number of miles of a ZIP or a point; `undefined`: there is no such ZIP.
   * Absent: no locations are available, and `withinMiles` is rejected.
   */
  readonly zipsWithin?: ((of: string | Point, miles: number) => readonly string[] | undefined) | undefined;
  /** Teams of the requesting user. Other teams are removed from operands on `teams`, with a warning. Absent: none are removed. */
  readonly allowedTeams?: readonly string[] | undefined;
}

/** A warning for the `_warnings` of the response. */
export interface FilterWarning {
  readonly code: 'teams_removed';
  readonly text: string;
}

/** Why a filter was rejected. `path` is the path inside the filter ('and.0.status.in'; '' is the filter itself). */
export interface FilterProblem {
  readonly ok: false;
  /** A reader is never told the difference between a field that they may not see and one that does not exist. */
  readonly code: 'filter_invalid' | 'unknown_field' | 'field_not_visible';
  readonly path: string;
  readonly reason: string;
  readonly module?: string;
  readonly field?: string;
  /** A name that is not known and the names that are possible in its place; only for authors of definitions, who may know them all. */
  readonly choices?: { readonly name: string; readonly names: readonly string[] };
}

export interface ParsedFilter {
  readonly ok: true;
  readonly node: FilterNode;
  readonly warnings: readonly FilterWarning[];
  /** The filter uses `today` or `now`: the same filter can give another result later. */
  readonly usesClock: boolean;
}

export interface SortProblem {
  readonly ok: false;
  readonly code: 'sort_invalid' | 'unknown_field' | 'field_not_visible';
  /** As it was sent. */
  readonly field: string;
  readonly module: string;
}

export interface ParsedSort {
  readonly ok: true;
  readonly sort: readonly SortStep[];
}

import type { SortDefinition } from '../definitions/index.ts';
import type { JsonObject } from '../values/json.ts';

/** The row heights of a list. */
export const VIEW_DENSITIES = ['dense', 'normal', 'roomy'] as const;
export type ViewDensity = (typeof VIEW_DENSITIES)[number];

/** Periods that dates are grouped by. */
export const VIEW_UNITS = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type ViewUnit = (typeof VIEW_UNITS)[number];

/** Who a saved view is for: only its owner, the members of a team, or the users with a role. */
export const VIEW_SHARINGS = ['private', 'team', 'role'] as const;
export type ViewSharing = (typeof VIEW_SHARINGS)[number];

/** View types of a list other than the table. */
export const VIEW_TYPES = ['board', 'calendar'] as const;

/** Cards in columns by a Dropdown field, or entries on the days of a Date or DateTime field. */
export interface ViewType {
  readonly kind: (typeof VIEW_TYPES)[number];
  readonly field: string;
}

/** Views that every module has without being saved. */
export const BUILT_IN_VIEWS = ['all', 'mine'] as const;

export interface ViewColumn {
  /** A field, or a part of an Address. */
  readonly fieldName: string;
  /** CSS pixels. */
  readonly width?: number;
}

/** A field that records are grouped by; dates by a period. */
export interface ViewGrouping {
  readonly field: string;
  readonly unit?: ViewUnit;
}

/** The content of a view. */
export interface ViewContent {
  /** In the filter grammar; `{}`: all records. */
  readonly filter: JsonObject;
  /** Null: the columns of the grid layout. */
  readonly columns: readonly ViewColumn[] | null;
  /** Empty: the sort order of the module. At most five. */
  readonly sort: readonly SortDefinition[];
  readonly groupBy: ViewGrouping | null;
  /** Null: the preference of each reader. */
  readonly density: ViewDensity | null;
  /** Null: a table. */
  readonly viewType: ViewType | null;
}

/** A part of a saved view that is not shown to its reader. */
export interface ViewProblem {
  readonly part: keyof ViewContent | 'sharing';
  readonly code: 'field_gone' | 'field_not_visible' | 'not_valid' | 'audience_gone';
  /** Label of the field, if the reader may see it. */
  readonly field: string | null;
  readonly text: string;
}

/** A saved view as returned to one reader: parts that they may not see are omitted and listed in `problems`. */
export interface SavedView extends ViewContent {
  readonly _id: string;
  readonly _version: number;
  readonly module: string;
  readonly name: string;
  readonly sharing: ViewSharing;
  /** Id of the team or role; null for a private one. */
  readonly sharedWith: string | null;
  readonly sharedWithName: string | null;
  /** Id of the user who created it. */
  readonly owner: string;
  readonly mayChange: boolean;
  readonly updatedAt: string;
  readonly problems: readonly ViewProblem[];
}

/** `GET /api/saved-views?module=`: in the reader's own order; `default` is the view that the list opens with (an id, 'all' or 'mine'). */
export interface SavedViewList {
  readonly data: readonly SavedView[];
  readonly total: number;
  readonly default: string | null;
}

/** The number of records in a view for its reader; null: the count timed out. */
export interface ViewCount {
  readonly _id: string;
  readonly total: number | null;
}

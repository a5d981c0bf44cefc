import type { SortDefinition } from '../definitions/index.ts';
import type { JsonObject } from '../json/index.ts';

/** How tall the rows of a list are. */
export const VIEW_DENSITIES = ['dense', 'normal', 'roomy'] as const;
export type ViewDensity = (typeof VIEW_DENSITIES)[number];

/** Spans of time that dates are grouped by. */
export const VIEW_UNITS = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type ViewUnit = (typeof VIEW_UNITS)[number];

/** Who a saved view is for: its owner alone, the members of a team, or those who have a role. */
export const VIEW_SHARINGS = ['private', 'team', 'role'] as const;
export type ViewSharing = (typeof VIEW_SHARINGS)[number];

/** Other faces of a list than its table. */
export const VIEW_TYPES = ['board', 'calendar'] as const;

/** Cards in lanes by a Dropdown field, or entries on the days of a Date or DateTime field. */
export interface ViewType {
  readonly kind: (typeof VIEW_TYPES)[number];
  readonly field: string;
}

/** Views that every module has without anybody saving them. */
export const BUILT_IN_VIEWS = ['all', 'mine'] as const;

export interface ViewColumn {
  /** A field, or a part of an Address. */
  readonly fieldName: string;
  /** CSS pixels. */
  readonly width?: number;
}

/** A field that records are put in groups by; dates by a span of time. */
export interface ViewGrouping {
  readonly field: string;
  readonly unit?: ViewUnit;
}

/** What a view shows of its module. */
export interface ViewContent {
  /** In the filter grammar; `{}`: everything. */
  readonly filter: JsonObject;
  /** Null: as the grid layout says. */
  readonly columns: readonly ViewColumn[] | null;
  /** Empty: as the module says. At most five. */
  readonly sort: readonly SortDefinition[];
  readonly groupBy: ViewGrouping | null;
  /** Null: as each reader likes it. */
  readonly density: ViewDensity | null;
  /** Null: a table. */
  readonly viewType: ViewType | null;
}

/** A part of a saved view that its reader is not shown. */
export interface ViewProblem {
  readonly part: keyof ViewContent | 'sharing';
  readonly code: 'field_gone' | 'field_not_visible' | 'not_valid' | 'audience_gone';
  /** Label of the field, for those who may know of it. */
  readonly field: string | null;
  readonly text: string;
}

/** A saved view as one reader gets it: what they may not see is left out of its content, and `problems` says so. */
export interface SavedView extends ViewContent {
  readonly _id: string;
  readonly _version: number;
  readonly module: string;
  readonly name: string;
  readonly sharing: ViewSharing;
  /** Id of the team or role; null for a private one. */
  readonly sharedWith: string | null;
  readonly sharedWithName: string | null;
  /** Id of the user who made it. */
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

/** How many records a view shows its reader; null: it could not be counted in time. */
export interface ViewCount {
  readonly _id: string;
  readonly total: number | null;
}

import type { SortDefinition } from '../definitions/index.ts';
import type { JsonObject } from '../values/json.ts';

/** The row heights of a list. */
export const VIEW_DENSITIES = ['dense', 'normal', 'roomy'] as const;
/** The row height of a list. */
export type ViewDensity = (typeof VIEW_DENSITIES)[number];

/** Periods that dates are grouped by. */
export const VIEW_UNITS = ['day', 'week', 'month', 'quarter', 'year'] as const;
/** A period that dates are grouped by. */
export type ViewUnit = (typeof VIEW_UNITS)[number];

/** Who a saved view is for: only its owner, the members of a team, or the users with a role. */
export const VIEW_SHARINGS = ['private', 'team', 'role'] as const;
/** Who a saved view is for. */
export type ViewSharing = (typeof VIEW_SHARINGS)[number];

/** View types of a list other than the table. */
export const VIEW_TYPES = ['board', 'calendar'] as const;

/** Cards in columns by a Dropdown field, or entries on the days of a Date or DateTime field. */
export interface ViewType {
  /** A board or a calendar. */
  readonly kind: (typeof VIEW_TYPES)[number];
  /** Name of the field: a Dropdown for a board, a Date or DateTime for a calendar. */
  readonly field: string;
}

/** Views that every module has without being saved. */
export const BUILT_IN_VIEWS = ['all', 'mine'] as const;

/** A column of a list. */
export interface ViewColumn {
  /** A field, or a part of an Address. */
  readonly fieldName: string;
  /** CSS pixels; default: that of the layout, or of the type of the field. */
  readonly width?: number;
}

/** A field that records are grouped by; dates by a period. */
export interface ViewGrouping {
  /** Name of the field. */
  readonly field: string;
  /** Of a date: the period; default: its own values. */
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
  /** Null: the records are not grouped. */
  readonly groupBy: ViewGrouping | null;
  /** Null: the preference of each reader. */
  readonly density: ViewDensity | null;
  /** Null: a table. */
  readonly viewType: ViewType | null;
}

/** A part of a saved view that is not shown to its reader. */
export interface ViewProblem {
  /** The part of the view. */
  readonly part: keyof ViewContent | 'sharing';
  /** For programs: why it is not shown. */
  readonly code: 'field_gone' | 'field_not_visible' | 'not_valid' | 'audience_gone';
  /** Label of the field, if the reader may see it. */
  readonly field: string | null;
  /** For people: a sentence. */
  readonly text: string;
}

/** A saved view as returned to one reader: parts that they may not see are omitted and listed in `problems`. */
export interface SavedView extends ViewContent {
  /** Id of the view. */
  readonly _id: string;
  /** 1 after the creation, one more after each change. */
  readonly _version: number;
  /** Name of the module. */
  readonly module: string;
  /** Name for people, 1 to 80 characters. */
  readonly name: string;
  /** Who it is for. */
  readonly sharing: ViewSharing;
  /** Id of the team or role; null for a private one. */
  readonly sharedWith: string | null;
  /** Name of the team or role; null for a private one, and if it no longer exists. */
  readonly sharedWithName: string | null;
  /** Id of the user who created it. */
  readonly owner: string;
  /** The reader may change it. */
  readonly mayChange: boolean;
  /** ISO time of the last change. */
  readonly updatedAt: string;
  /** Its parts that are not shown to the reader; empty: none. */
  readonly problems: readonly ViewProblem[];
}

/** `GET /api/saved-views?module=`: the views of a module that the reader may use. */
export interface SavedViewList {
  /** In the reader's own order. */
  readonly data: readonly SavedView[];
  /** Number of the views. */
  readonly total: number;
  /** The view that the list opens with: an id, 'all', 'mine', or the name of a view of the definition; null: none chosen. */
  readonly default: string | null;
}

/** The number of records in a view for its reader. */
export interface ViewCount {
  /** Id of the view, 'all', 'mine', or the name of a view of the definition. */
  readonly _id: string;
  /** Null: the count timed out. */
  readonly total: number | null;
}

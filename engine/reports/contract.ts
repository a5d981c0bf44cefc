import type { GroupOrder, OperationWarning } from '../records/index.ts';
import type { MeasureKind, TimeUnit } from '#engine/model/filter';
import type { Key } from '#engine/model/compiled';
import type { JsonObject } from '#engine/model/values';

/** How the values of a group are combined; `share` is the part of the total number of records, or of the sum of a field, from 0 to 1. */
export type FigureKind = MeasureKind | 'share';

/** What is computed for each group. */
export interface FigureMeasure {
  /** Name in the result; unique in the request. */
  readonly name: string;
  /** At most one measure is `distinct`. */
  readonly kind: FigureKind;
  /** The field that is measured; absent for a count, and for a share of the number of records. */
  readonly field?: string | undefined;
}

/** A field to group by; `unit` makes periods of a date. */
export interface FigureStep {
  readonly field: string;
  readonly unit?: TimeUnit | undefined;
  /** IANA name of the zone for instants; default: the setting `time_zone`. */
  readonly timeZone?: string | undefined;
}

/** Input for the figures of a report. */
export interface FiguresInput {
  /** Name of the module. */
  readonly module: string;
  /** In the filter grammar; default: all records. */
  readonly filter?: JsonObject | undefined;
  /** At most two; none: only the total. */
  readonly by: readonly FigureStep[];
  /** At least one. */
  readonly measures: readonly FigureMeasure[];
  /** Order of the groups of the first step; default: periods in order of time, others by the first measure, highest first. */
  readonly sort?: GroupOrder | undefined;
  /** Groups of the first step; default 100, at most 1,000, with `others` or a second step at most 100. */
  readonly limit?: number | undefined;
  /** Whether the records of all other groups of the first step are one more group. Default: they are left out. */
  readonly others?: boolean | undefined;
}

/** A group of a step. */
export interface FigureGroup {
  /** `missing`: the records without a value; `others`: those of all groups that are not named. */
  readonly kind: 'value' | 'missing' | 'others';
  /** The value, or the day or hour on which the period starts; null if there is none. */
  readonly key: Key | null;
  /** For people. */
  readonly label: string;
  /** Hue of the option of a dropdown; absent: it has none. */
  readonly hue?: string;
  /** The records of the group: with `filter` of the result, `and` of both finds them. */
  readonly filter: JsonObject;
}

/** The figures of a report. */
export interface Figures {
  /** One per step: its groups, in order. */
  readonly steps: readonly {
    readonly field: string;
    readonly label: string;
    readonly unit?: TimeUnit;
    readonly groups: readonly FigureGroup[];
  }[];
  /** One per group, or pair of groups of two steps that has records. `at`: the place of its group in each step. Money is in dollars. */
  readonly rows: readonly { readonly at: readonly number[]; readonly values: FigureValues }[];
  /** Of all records of the filter, also those of groups that are left out. */
  readonly total: FigureValues;
  /** False: there are more groups than the result has. */
  readonly isComplete: boolean;
  /** The filter that the records of all groups match. */
  readonly filter: JsonObject;
  /** What did not stop the request, such as teams removed from the filter; empty: nothing. */
  readonly warnings: readonly OperationWarning[];
}

/** Measures by name; null if no record has a value. */
export type FigureValues = { readonly [name: string]: number | null };

/** A filter of which the parts must all hold. */
export function joinFilters(filters: readonly (JsonObject | undefined)[]): JsonObject {
  const parts = filters.filter((one): one is JsonObject => one !== undefined && Object.keys(one).length > 0);
  return parts.length < 2 ? (parts[0] ?? {}) : { and: parts };
}

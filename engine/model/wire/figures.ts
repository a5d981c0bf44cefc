import type { MeasureKind, TimeUnit } from '../filter/index.ts';
import type { JsonObject } from '../values/index.ts';

/** How the values of a group are combined; `share` is the part of the total number of records, or of the sum of a field, from 0 to 1. */
export type FigureKind = MeasureKind | 'share';

/** A group of a step. */
export interface FigureGroup {
  /** `missing`: the records without a value; `others`: those of all groups that are not named. */
  readonly kind: 'value' | 'missing' | 'others';
  /** The value, or the day or hour on which the period starts; null if there is none. */
  readonly key: string | number | null;
  /** For people. */
  readonly label: string;
  /** Hue of the option of a dropdown; absent: it has none. */
  readonly hue?: string;
  /** The records of the group: with `filter` of the result, `and` of both finds them. */
  readonly filter: JsonObject;
}

/** A field that figures are grouped by, with its groups in order. */
export interface FigureStepView {
  /** Name of the field, or of a part of an Address. */
  readonly field: string;
  /** For people. */
  readonly label: string;
  /** The periods of a date; absent: the values themselves. */
  readonly unit?: TimeUnit;
  /** Its groups, in order. */
  readonly groups: readonly FigureGroup[];
}

/** Measures by name; null if no record has a value. */
export type FigureValues = { readonly [name: string]: number | null };

/** A group, or a pair of groups of two steps that has records. `at`: the place of its group in each step. Money is in dollars. */
export interface FigureRow {
  /** The place of its group in each step. */
  readonly at: readonly number[];
  /** Its measures. */
  readonly values: FigureValues;
}

/** A measure as people read it. */
export interface FigureColumn {
  /** Name in `values`. */
  readonly name: string;
  /** For people. */
  readonly label: string;
  /** `percent`: from 0 to 1. */
  readonly format: 'number' | 'money' | 'percent';
  /** How the values of a group are combined. */
  readonly kind: FigureKind;
}

/** What a chart or a table of figures draws. */
export interface FigureData {
  /** The fields that are grouped by, at most two. */
  readonly steps: readonly FigureStepView[];
  /** The measures of each group, in order. */
  readonly measures: readonly FigureColumn[];
  /** The groups, or pairs of groups, with their measures. */
  readonly rows: readonly FigureRow[];
  /** Of all records of the filter, also those of groups that are left out. */
  readonly total: FigureValues;
  /** False: there are more groups than the result has. */
  readonly isComplete: boolean;
}

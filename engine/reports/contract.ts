import type { GroupOrder, OperationWarning } from '../records/index.ts';
import type { TimeUnit } from '#engine/model/filter';
import type { JsonObject } from '#engine/model/values';
import type { FigureData, FigureKind } from '#engine/model/wire';

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
  /** Name of the field, or of a part of an Address. */
  readonly field: string;
  /** Only for dates. */
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

/** The figures of a report. */
export interface Figures extends Omit<FigureData, 'measures'> {
  /** The filter that the records of all groups match. */
  readonly filter: JsonObject;
  /** What did not stop the request, such as teams removed from the filter; empty: nothing. */
  readonly warnings: readonly OperationWarning[];
}

/** A filter of which the parts must all hold. */
export function joinFilters(filters: readonly (JsonObject | undefined)[]): JsonObject {
  const parts = filters.filter((one): one is JsonObject => one !== undefined && Object.keys(one).length > 0);
  return parts.length < 2 ? (parts[0] ?? {}) : { and: parts };
}

import type { ChartView, FigureData, JsonObject } from '#engine/model';

/** What a reader chooses beside the stored report: `POST /api/reports/{id}/data` and `POST /api/report-charts/{id}/data`. */
export interface DataOptions {
  /** Only records whose date is in the range, both days included (`YYYY-MM-DD`). `field`: default the first date that is grouped by, else `createdAt`. */
  readonly dateRange?: { readonly field?: string; readonly from?: string; readonly to?: string };
  /** Ids of teams: only their records. */
  readonly teams?: readonly string[];
}

/** `POST /api/reports/preview`: an unsaved report, and an unsaved chart of it. Both have the fields of their modules. */
export interface PreviewInput extends DataOptions {
  readonly report: JsonObject;
  readonly chart?: JsonObject;
}

/** A column of a list, a group or a measure. */
export interface ReportColumn {
  readonly name: string;
  readonly label: string;
  readonly kind: 'field' | 'group' | 'measure';
}

/** A row of the table of a report: texts as people read them, by column. */
export interface ReportRow {
  /** Of a report that lists records: the record. */
  readonly _id?: string;
  readonly texts: { readonly [column: string]: string };
}

/** What a report or chart shows to the reader. */
export interface ReportData {
  /** The module whose records it counts or lists. */
  readonly module: string;
  /** Modules whose saves may change what it shows: that one, and those of related records in its filter and its groups. */
  readonly dependsOn: readonly string[];
  readonly columns: readonly ReportColumn[];
  /** Null: the report lists records. */
  readonly figures: FigureData | null;
  /** The fields that it groups by, with their groups; empty for a list. */
  readonly groups: FigureData['steps'];
  /** The table: a row for each group or pair of groups, the total without groups, or the records, which have their id. */
  readonly rows: readonly ReportRow[];
  /** Number of records that it counts or lists, of those that the reader may see. */
  readonly total: number;
  /** The filter of these records, as the reader asked for it, for the list that opens from a figure. */
  readonly filter: JsonObject;
  /** Chart type and options with their defaults; null: the report has no chart. */
  readonly chart: ChartView | null;
  /** Parts of the definition that no longer exist or that the reader may not see, in words. The rest is shown. */
  readonly problems: readonly string[];
  /** ISO time at which it was computed. */
  readonly asOf: string;
}

/** The figures of a report on each day. */
export interface TrendData {
  /** Grouped by day, and with `split` by the first group of the report; one measure. Null: no day is shown. */
  readonly figures: FigureData | null;
  /** The measures that can be chosen. */
  readonly measures: readonly { readonly name: string; readonly label: string }[];
  /** The one that is shown; null: no day is shown. */
  readonly measure: string | null;
  /** Label of the group that the figures can be split by; null: none. */
  readonly group: string | null;
  /** Days that are shown. */
  readonly days: number;
  /** Days that are not shown: the report was changed since, or the reader does not see all records that its owner saw. */
  readonly hidden: number;
  /** The first day that is shown, `YYYY-MM-DD`. */
  readonly since: string | null;
}

/** The response of `GET /api/reports/{id}/trend`. */
export interface TrendResponse extends TrendData {
  /** Whether the figures are stored every day. */
  readonly isStored: boolean;
}

/** `POST /api/reports/estimate`: what computing costs, before it is done. */
export interface ReportEstimate {
  /** Number of records that are read. */
  readonly records: number;
  /** Expected milliseconds on this store; null: unknown. */
  readonly milliseconds: number | null;
  /** Whether an index serves the filter and the groups. */
  readonly usesIndex: boolean;
}

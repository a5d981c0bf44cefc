import type { JsonObject, JsonValue } from '#engine/model';

/** The fields of a record of reports or of report charts, stored or not. */
export type Stored = Readonly<Record<string, JsonValue | undefined>>;

/** A figure of each group, as it is stored. */
export interface StoredFigure {
  /** One of the dropdown `figure_function` or `chart_value_type`; may be any text. */
  readonly kind: string;
  /** Undefined: the number of records. */
  readonly field: string | undefined;
}

/** What a report or chart groups by. */
export interface StoredGroups {
  /** Names of fields. */
  readonly names: readonly string[];
  /** The periods of the first and of the second date. */
  readonly units: readonly [string | undefined, string | undefined];
}

/** The definition of a report. */
export interface StoredReport {
  readonly name: string;
  /** Name of the module; '' if it names none. */
  readonly module: string;
  readonly columns: readonly string[];
  readonly filter: JsonObject;
  readonly groups: StoredGroups;
  readonly figures: readonly StoredFigure[];
  /** A field, or the name of a figure; '' for the usual order. */
  readonly sortField: string;
  readonly isDescending: boolean;
  readonly limit: number | undefined;
  readonly showsOthers: boolean;
}

/** The definition of a chart. */
export interface StoredChart {
  readonly name: string;
  /** Id of its report; '' if it has none. */
  readonly report: string;
  readonly type: string;
  /** Without names: those of the report. */
  readonly groups: StoredGroups;
  /** Undefined: the figures of the report. */
  readonly figure: StoredFigure | undefined;
  readonly limit: number | undefined;
  readonly look: {
    readonly showLegend: boolean;
    readonly showLabels: boolean;
    readonly xAxisLabel: string;
    readonly yAxisLabel: string;
    readonly gaugeMaximum: number | null;
    readonly options: JsonObject;
  };
}

/** Reads a record of reports. */
export function readReport(record: Stored): StoredReport {
  const filter = record['search_terms'];
  return {
    name: textIn(record['name']),
    module: textIn(record['related_module']),
    columns: textsIn(record['columns']),
    filter: isObject(filter) ? filter : {},
    groups: readGroups(record, 'group_by'),
    figures: objectsIn(record['aggregates']).flatMap(({ fieldName, function: kind }) => readFigure(kind, fieldName) ?? []),
    sortField: textIn(record['sort_field']),
    isDescending: record['sort_descending'] === true,
    limit: numberIn(record['row_limit']),
    showsOthers: record['show_others'] === true,
  };
}

/** Reads a record of report charts. */
export function readChart(record: Stored): StoredChart {
  const { gauge_maximum: gauge, display_options: options } = record;
  return {
    name: textIn(record['name']),
    report: readId(record['report']),
    type: textIn(record['chart_type']),
    groups: readGroups(record, 'dataGroupBy'),
    figure: readFigure(record['dataValueType'], record['dataValueField']),
    limit: numberIn(record['group_limit']),
    look: {
      showLegend: record['show_legend'] !== false,
      showLabels: record['show_labels'] !== false,
      xAxisLabel: textIn(record['x_axis_label']),
      yAxisLabel: textIn(record['y_axis_label']),
      gaugeMaximum: typeof gauge === 'number' && gauge > 0 ? gauge : null,
      options: isObject(options) ? options : {},
    },
  };
}

function readGroups(record: Stored, field: string): StoredGroups {
  return {
    names: textsIn(record[field]),
    units: [textIn(record['date_granularity']) || undefined, textIn(record['second_date_granularity']) || undefined],
  };
}

/** A count is of records, whatever field was chosen before. */
function readFigure(kind: JsonValue | undefined, field: JsonValue | undefined): StoredFigure | undefined {
  const name = textIn(kind).toLowerCase();
  return name === '' ? undefined : { kind: name, field: name === 'count' ? undefined : textIn(field) || undefined };
}

/** The id in the value of a Relate; '': none. */
export function readId(value: JsonValue | undefined): string {
  return isObject(value) ? textIn(value['_id']) : textIn(value);
}

/** The ids in the value of a MultiRelate. */
export function readIds(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]).map(readId).filter((id) => id !== '') : [];
}

/** A text; '' for any other value. */
export function textIn(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function numberIn(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** The texts of a list, without empty ones; none for any other value. */
export function textsIn(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]).filter((one): one is string => typeof one === 'string' && one !== '') : [];
}

function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]).filter(isObject) : [];
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

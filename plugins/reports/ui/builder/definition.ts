import type { FieldView, JsonObject, ModuleView } from '#engine/model';
import { findField, listGroupableFields, type RecordForm } from '#ui';
import { isFigureKind, type FigureKind } from '../../shared/figure-names.ts';
import { readChart, readReport, type Stored, type StoredFigure, type StoredGroups } from '../../shared/stored-report.ts';

/** The periods that dates are grouped by. */
export const UNITS = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type Unit = (typeof UNITS)[number];

/** A group with its period, if it is a date. */
export interface GroupChoice {
  readonly name: string;
  readonly unit: Unit | undefined;
}

/** A field that can be chosen. */
export interface FieldChoice {
  readonly value: string;
  readonly label: string;
}

const DEFAULT_UNIT: Unit = 'month';
const NUMBERS: readonly string[] = ['Number', 'Currency', 'AutoIncrement'];
/** Fields whose values are lists or have no order: they cannot be counted apart. */
const NOT_COUNTED: readonly string[] = [
  'Object',
  'Array',
  'ListField',
  'MessageListField',
  'MultiSelect',
  'MultiRelate',
  'MultiFlexRelate',
  'MultiModule',
  'Address',
  'File',
];

/** The fields of a report, and of a chart, that decide what is shown: what a preview sends. */
const REPORT_FIELDS = [
  'related_module',
  'report_type',
  'columns',
  'search_terms',
  'group_by',
  'date_granularity',
  'second_date_granularity',
  'aggregates',
  'sort_field',
  'sort_descending',
  'row_limit',
  'show_others',
] as const;
/** The fields of a chart that decide how it looks. */
export const LOOK_FIELDS = ['name', 'show_legend', 'show_labels', 'x_axis_label', 'y_axis_label', 'group_limit', 'gauge_maximum'] as const;
const CHART_FIELDS = [
  'chart_type',
  'dataGroupBy',
  'date_granularity',
  'second_date_granularity',
  'dataValueType',
  'dataValueField',
  ...LOOK_FIELDS,
  'display_options',
] as const;

function pick(values: Stored, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = values[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

export const toReportInput = (values: Stored): JsonObject => pick(values, REPORT_FIELDS);
export const toChartInput = (values: Stored): JsonObject => pick(values, CHART_FIELDS);
/** How a chart looks; a field without a value is missing. */
export const pickLook = (values: Stored): Stored =>
  Object.fromEntries(LOOK_FIELDS.flatMap((name) => (values[name] == null ? [] : [[name, values[name]] as const])));

/** Whether a field holds dates, which are grouped by periods; `hasTime`: also by hours. */
export function readDateKind(module: ModuleView, name: string): 'day' | 'instant' | undefined {
  const type = findField(module, name)?.inputType;
  return type === 'Date' ? 'day' : type === 'DateTime' ? 'instant' : undefined;
}

const isUnit = (unit: string | undefined): unit is Unit => UNITS.some((one) => one === unit);

/** Groups as they are chosen: units are stored for the first and the second date, not for the first and the second group. */
export function readGroups(module: ModuleView, { names, units }: StoredGroups): readonly GroupChoice[] {
  let dates = 0;
  return names.slice(0, 2).map((name) => {
    if (readDateKind(module, name) === undefined) return { name, unit: undefined };
    const stored = (dates === 0 ? undefined : units[1]) ?? units[0];
    dates += 1;
    return { name, unit: isUnit(stored) ? stored : DEFAULT_UNIT };
  });
}

/** A group of a field, by months if it is a date. */
export function createGroup(module: ModuleView, name: string, unit: Unit = DEFAULT_UNIT): GroupChoice {
  return { name, unit: readDateKind(module, name) === undefined ? undefined : unit };
}

/** The values of the fields that store groups. `field`: that of their names. */
export function storeGroups(groups: readonly GroupChoice[], field: 'group_by' | 'dataGroupBy'): Stored {
  const [first, second] = groups.map(({ unit }) => unit).filter((unit) => unit !== undefined);
  return { [field]: groups.map(({ name }) => name), date_granularity: first, second_date_granularity: second };
}

/** Sets several values of a form. */
export function setValues(form: Pick<RecordForm, 'setValue'>, values: Stored): void {
  for (const [name, value] of Object.entries(values)) form.setValue(name, value);
}

export const readReportOf = (form: RecordForm) => readReport(form.effectiveDraft);
export const readChartOf = (form: RecordForm) => readChart(form.effectiveDraft);

/** Whether a report lists records; else it shows figures. */
export function isListReport(form: RecordForm): boolean {
  const { groups, figures } = readReportOf(form);
  return groups.names.length === 0 && figures.length === 0;
}

/** Figures as they are stored. */
export function storeFigures(figures: readonly StoredFigure[]): readonly JsonObject[] {
  return figures.map(({ kind, field }) => ({ function: kind, ...(field === undefined ? {} : { fieldName: field }) }));
}

/** What a module can be grouped by. */
export function listGroupFields(module: ModuleView): readonly FieldChoice[] {
  return listGroupableFields(module).map(({ fieldName, label }) => ({ value: fieldName, label }));
}

/** Fields whose values a measure can combine; empty: it needs none. */
export function listMeasureFields(module: ModuleView, kind: string): readonly FieldChoice[] {
  if (!isFigureKind(kind) || kind === 'count') return [];
  const fits = ({ inputType, filterable, deleted }: FieldView) =>
    deleted !== true && filterable && (kind === 'distinct' ? !NOT_COUNTED.includes(inputType) : NUMBERS.includes(inputType));
  return module.fields.filter(fits).map(({ fieldName, label }) => ({ value: fieldName, label }));
}

/** The kinds of measures that the fields of a module allow. */
export function listKinds(module: ModuleView): readonly FigureKind[] {
  const kinds: readonly FigureKind[] = ['count', 'sum', 'avg', 'min', 'max', 'distinct', 'share'];
  return kinds.filter((kind) => kind === 'count' || kind === 'share' || listMeasureFields(module, kind).length > 0);
}

/** Fields that a list of records can be sorted by. */
export function listSortFields(module: ModuleView): readonly FieldChoice[] {
  return module.fields
    .filter(({ sortable, deleted }) => sortable && deleted !== true)
    .map(({ fieldName, label }) => ({ value: fieldName, label }));
}

/** Fields that a list of records can show. */
export function listColumnFields(module: ModuleView): readonly FieldChoice[] {
  return module.fields
    .filter(({ inputType, deleted }) => deleted !== true && inputType !== 'Object' && inputType !== 'MessageListField')
    .map(({ fieldName, label }) => ({ value: fieldName, label }));
}

import type { JsonObject, JsonValue, ModuleView } from '#engine/model';

/** The fields of a record that are read here. */
export type StoredRecord = Readonly<Record<string, JsonValue | undefined>>;

/** A figure of each group: the number of records, or one of a field. */
export interface Measure {
  readonly name: string;
  readonly kind: 'count' | 'sum' | 'avg' | 'min' | 'max';
  readonly field?: string;
}

/** The body of `POST <module>/group`. */
export interface GroupQuery {
  readonly by: readonly { readonly field: string; readonly unit?: 'month' }[];
  readonly measures: readonly Measure[];
  readonly searchTerms: JsonObject;
}

const KINDS: readonly string[] = ['count', 'sum', 'avg', 'min', 'max'];
const DATES: readonly string[] = ['Date', 'DateTime'];
/** Fields by which the API groups at once. */
const MAX_FIELDS = 2;
const MAX_FIGURES = 9;

function readTexts(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]).filter((one): one is string => typeof one === 'string' && one !== '') : [];
}

function readAggregates(value: JsonValue | undefined): readonly Measure[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly JsonValue[]).flatMap((entry, at) => {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return [];
    const { fieldName, function: kind } = entry as JsonObject;
    const name = typeof kind === 'string' ? kind.toLowerCase() : '';
    if (!KINDS.includes(name) || name === 'count' || typeof fieldName !== 'string') return [];
    return [{ name: `figure_${at}`, kind: name as Measure['kind'], field: fieldName }];
  });
}

/** The groups of a report; undefined: it lists records. */
export function buildReportQuery(module: ModuleView, report: StoredRecord): GroupQuery | undefined {
  const names = readTexts(report['group_by']).slice(0, MAX_FIELDS);
  if (names.length === 0) return undefined;
  return {
    by: names.map((field) => (isDate(module, field) ? { field, unit: 'month' } : { field })),
    measures: [{ name: 'count', kind: 'count' }, ...readAggregates(report['aggregates']).slice(0, MAX_FIGURES)],
    searchTerms: readReportTerms(report),
  };
}

/** The columns of a report that lists records: those that the reader sees. */
export function listReportColumns(module: ModuleView, report: StoredRecord): readonly string[] {
  const known = readTexts(report['columns']).filter((name) => module.fields.some(({ fieldName }) => fieldName === name));
  return known.length > 0 ? known : [module.nameField];
}

/** The filter of a report. */
export function readReportTerms({ search_terms: terms }: StoredRecord): JsonObject {
  return typeof terms === 'object' && terms !== null && !Array.isArray(terms) ? (terms as JsonObject) : {};
}

export function isDate(module: ModuleView, name: string): boolean {
  return DATES.includes(module.fields.find(({ fieldName }) => fieldName === name)?.inputType ?? '');
}

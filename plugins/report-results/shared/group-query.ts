import type { JsonObject, JsonValue, ModuleView } from '#engine/model';
import { readConditions, toSearchTerms } from './filter-terms.ts';

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
    searchTerms: toSearchTerms(readConditions(report['filters'])),
  };
}

/** The columns of a report that lists records: those that the reader sees. */
export function listReportColumns(module: ModuleView, report: StoredRecord): readonly string[] {
  const known = readTexts(report['columns']).filter((name) => module.fields.some(({ fieldName }) => fieldName === name));
  return known.length > 0 ? known : [module.nameField];
}

/** The filter of a report. */
export function readReportTerms(report: StoredRecord): JsonObject {
  return toSearchTerms(readConditions(report['filters']));
}

export function isDate(module: ModuleView, name: string): boolean {
  return DATES.includes(module.fields.find(({ fieldName }) => fieldName === name)?.inputType ?? '');
}

/** The first day of the period that contains a day (`YYYY-MM-DD`); weeks start on Sunday. Undefined: all time. */
export function startOfSpan(span: JsonValue | undefined, today: string): string | undefined {
  if (span === 'day') return today;
  if (span === 'month') return `${today.slice(0, 7)}-01`;
  if (span === 'year') return `${today.slice(0, 4)}-01-01`;
  if (span !== 'week') return undefined;
  const day = new Date(`${today}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - day.getUTCDay());
  return day.toISOString().slice(0, 10);
}

/** The scores of a leaderboard, by person or by team. */
export function buildLeaderboardQuery(module: ModuleView, board: StoredRecord, today: string): GroupQuery {
  const owner = typeof board['ownerField'] === 'string' && board['ownerField'] !== '' ? board['ownerField'] : 'assigned_to';
  const ranksTeams = board['leaderboard_type'] === 'team' && module.fields.some(({ fieldName }) => fieldName === 'teams');
  const { functionType: kind, functionField: field } = board;
  const isFigure = (kind === 'sum' || kind === 'avg') && typeof field === 'string' && field !== '';
  const start = startOfSpan(board['timeSpan'], today);
  return {
    by: [{ field: ranksTeams ? 'teams' : owner }],
    measures: [isFigure ? { name: 'score', kind, field } : { name: 'score', kind: 'count' }],
    searchTerms: start === undefined ? {} : { createdAt: { range: { gte: start } } },
  };
}

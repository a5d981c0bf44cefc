import type { JsonObject } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { callApi, type PageResponse, type RecordData, type SearchInput } from '../../client/index.ts';
import { addDays, type CalendarRange } from './calendar-days.ts';
import {
  startsBeforeFilter,
  startsWithinFilter,
  dayOfValue,
  ongoingAtFilter,
  hasTimes,
  visibleWithinFilter,
  type CalendarFields,
} from './calendar-fields.ts';
import { listOccurrenceRecords, repeatsFilter } from './calendar-series.ts';
import { CALENDAR_PAGE, planDayRequests, type DayRangeRequest } from './calendar-requests.ts';
import { listRuleFields } from '../form/form-rules.ts';
import { readListPage } from '../list/list-query.ts';
import { combineTerms } from '../list/list-state.ts';
import { findField } from '../module/module-finders.ts';

const MAX_CONCURRENT_READS = 4;
/** Pages of records that repeat, which are all read. */
const MAX_SERIES_PAGES = 10;

/** The query of a calendar for a list. */
export interface CalendarQuery {
  readonly module: ModuleView;
  /** The query of the list: filter, search text, fields. */
  readonly query: SearchInput;
  readonly fields: CalendarFields;
  readonly range: CalendarRange;
  /** Maximum number of records that are read per day. */
  readonly perDay: number;
}

/** The records of the visible days, and how many more there are. */
export interface CalendarResult {
  /** Named as in every list, so that live updates can check which records are already shown. */
  readonly data: readonly RecordData[];
  /** The number of records that begin on each day. */
  readonly counts: ReadonlyMap<string, number>;
  /** The total number of records of the visible days. */
  readonly total: number;
  readonly warnings: NonNullable<PageResponse['_warnings']>;
}

/** The filter of the visible records; live changes are subscribed with it too. */
export function calendarTerms({ query, fields, range }: Pick<CalendarQuery, 'query' | 'fields' | 'range'>): JsonObject {
  const visible = visibleWithinFilter(fields, range.first, range.end);
  const repeats = repeatsFilter(fields, true);
  const shown = repeats === undefined ? visible : { or: [visible, { ...repeats, ...startsBeforeFilter(fields, range.end) }] };
  return combineTerms(query.searchTerms ?? {}, shown);
}

/** The query without records that repeat: their occurrences are read apart. */
function withoutSeries(calendar: CalendarQuery): CalendarQuery {
  const single = repeatsFilter(calendar.fields, false);
  if (single === undefined) return calendar;
  return { ...calendar, query: { ...calendar.query, searchTerms: combineTerms(calendar.query.searchTerms ?? {}, single) } };
}

/** Reads the occurrences of the visible days of all records that repeat. */
async function readOccurrences(calendar: CalendarQuery, signal?: AbortSignal): Promise<readonly RecordData[]> {
  const repeats = repeatsFilter(calendar.fields, true);
  if (repeats === undefined) return [];
  const terms = { ...repeats, ...startsBeforeFilter(calendar.fields, calendar.range.end) };
  const series = await readAllPages(
    (pageNumber) => pageOf(calendar, terms, { pageSize: CALENDAR_PAGE, pageNumber }, signal),
    MAX_SERIES_PAGES,
  );
  return listOccurrenceRecords(calendar.fields, series, calendar.range);
}

/** The records of all pages. */
async function readAllPages(
  readPage: (pageNumber: number) => Promise<PageResponse<RecordData>>,
  maxPages = Number.POSITIVE_INFINITY,
): Promise<readonly RecordData[]> {
  const first = await readPage(0);
  const count = Math.min(maxPages, Math.ceil(first.total / CALENDAR_PAGE));
  const others = Array.from({ length: Math.max(0, count - 1) }, (_, at) => () => readPage(at + 1));
  return [first, ...(await readConcurrently(others))].flatMap((page) => page.data);
}

function pageOf(
  { module, query, fields }: CalendarQuery,
  terms: JsonObject,
  { pageSize, pageNumber = 0 }: { readonly pageSize: number; readonly pageNumber?: number },
  signal?: AbortSignal,
): Promise<PageResponse<RecordData>> {
  const { sortField, sortOrder, thenBy = [] } = query;
  const moved = fields.end === undefined ? [fields.field] : [fields.field, fields.end];
  // Whether an entry may be moved can depend on fields that are not shown.
  const rules = moved.flatMap((field) => listRuleFields(module, field)).filter((name) => findField(module, name) !== undefined);
  const { rule, zone, excluded } = fields.recurrence ?? {};
  const shown = [rule, zone, excluded, module.calendarBy?.color].filter((name) => name !== undefined);
  const names = [...new Set([...(query.fields ?? []), ...moved.map((field) => field.fieldName), ...rules, ...shown])];
  const { fieldName } = fields.field;
  const others = [
    ...(sortField === undefined || sortField === fieldName ? [] : [{ sortField, sortOrder: sortOrder ?? ('asc' as const) }]),
    ...thenBy.filter((step) => step.sortField !== fieldName),
  ].slice(0, 4);
  // By day, then in the order of the list.
  return readListPage(
    module,
    {
      ...query,
      fields: names,
      searchTerms: combineTerms(query.searchTerms ?? {}, terms),
      sortField: fieldName,
      sortOrder: 'asc',
      thenBy: others,
      pageNumber,
      pageSize,
    },
    signal,
  );
}

interface GroupResponse {
  readonly data: readonly { readonly keys: readonly (string | number | null)[]; readonly measures: { readonly count: number } }[];
}

/** Counts the records that begin on each of the days. */
async function countDays({ module, query, fields, range }: CalendarQuery, signal?: AbortSignal): Promise<Map<string, number>> {
  const by = [{ field: fields.field.fieldName, unit: 'day', ...(hasTimes(fields) ? { timeZone: fields.zone } : {}) }];
  const searchTerms = combineTerms(query.searchTerms ?? {}, startsWithinFilter(fields, range.first, range.end));
  const body = { by, searchTerms, ...(typeof query['search'] === 'string' ? { search: query['search'] } : {}) };
  const { data } = await callApi<GroupResponse>('POST', `${module.path}/group`, { body, ...(signal ? { signal } : {}) });
  return new Map(
    data.flatMap(({ keys: [key], measures }) => (typeof key === 'string' ? [[key.slice(0, 10), measures.count] as const] : [])),
  );
}

/** Counts some records by the day on which they begin. */
export function countByDay(
  { fields, range }: Pick<CalendarQuery, 'fields' | 'range'>,
  records: readonly RecordData[],
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const record of records) {
    const day = dayOfValue(fields, record[fields.field.fieldName]);
    if (day !== undefined && day >= range.first && day < range.end) counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return counts;
}

/** Runs a few requests at a time; the results are in the order of the requests. */
async function readConcurrently<T>(requests: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  const waiting = requests.map((request, at) => ({ request, at }));
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) results[next.at] = await next.request();
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_READS }, work));
  return results;
}

/**
 * Reads all records that began before the visible days and are still running. They do not belong to one visible day, so the counts per day
 * do not include them and none may be omitted.
 */
async function readOngoing(query: CalendarQuery, signal?: AbortSignal): Promise<readonly RecordData[]> {
  const begun = ongoingAtFilter(query.fields, query.range.first);
  if (begun === undefined) return [];
  return readAllPages((pageNumber) => pageOf(query, begun, { pageSize: CALENDAR_PAGE, pageNumber }, signal));
}

/** Reads the records of a calendar, with the occurrences of those that repeat. */
export async function readCalendar(query: CalendarQuery, signal?: AbortSignal): Promise<CalendarResult> {
  const [single, occurrences] = await Promise.all([readSingle(withoutSeries(query), signal), readOccurrences(query, signal)]);
  if (occurrences.length === 0) return single;
  const counts = new Map(single.counts);
  for (const [day, count] of countByDay(query, occurrences)) counts.set(day, (counts.get(day) ?? 0) + count);
  return { ...single, data: [...single.data, ...occurrences], counts, total: single.total + occurrences.length };
}

/** Reads the records that do not repeat: one page if that is all, else as many records of each day as are shown, and the counts. */
async function readSingle(query: CalendarQuery, signal?: AbortSignal): Promise<CalendarResult> {
  const { fields, range, perDay } = query;
  const first = await pageOf(query, visibleWithinFilter(fields, range.first, range.end), { pageSize: CALENDAR_PAGE }, signal);
  const warnings = first._warnings ?? [];
  if (first.total <= first.data.length) return { data: first.data, counts: countByDay(query, first.data), total: first.total, warnings };
  const counts = await countDays(query, signal);
  const readDays =
    ({ first: from, end, size }: DayRangeRequest) =>
    () =>
      pageOf(query, startsWithinFilter(fields, from, end), { pageSize: size }, signal);
  const [begun, pages] = await Promise.all([
    readOngoing(query, signal),
    readConcurrently(planDayRequests(range.days, range.end, counts, perDay).map(readDays)),
  ]);
  return { data: [...pages.flatMap((page) => page.data), ...begun], counts, total: first.total, warnings };
}

/** The filter of the records shown on one day. */
export function dayFilter(fields: CalendarFields, day: string): JsonObject {
  return visibleWithinFilter(fields, day, addDays(day, 1));
}

import type { JsonObject, ModuleView } from '#engine/model';
import { callApi, type PageResponse, type RecordData, type SearchInput } from '../../client/index.ts';
import { addDays, type CalendarRange } from './calendar-days.ts';
import { startsWithinFilter, dayOfValue, ongoingAtFilter, hasTimes, visibleWithinFilter, type CalendarFields } from './calendar-fields.ts';
import { CALENDAR_PAGE, planDayRequests, type DayRangeRequest } from './calendar-requests.ts';
import { readListPage } from '../list/list-query.ts';
import { combineTerms } from '../list/list-state.ts';

const MAX_CONCURRENT_READS = 4;

/** What a calendar shows of a list. */
export interface CalendarQuery {
  readonly module: ModuleView;
  /** The list's own question: filter, words, fields. */
  readonly query: SearchInput;
  readonly fields: CalendarFields;
  readonly range: CalendarRange;
  /** At most so many records of a day are read. */
  readonly perDay: number;
}

/** Records of the shown days, and how many there are beyond those that were read. */
export interface CalendarResult {
  /** By this name, as in every list, so that live changes know what is shown already. */
  readonly data: readonly RecordData[];
  /** How many records begin on a day. */
  readonly counts: ReadonlyMap<string, number>;
  /** How many records the shown days have in all. */
  readonly total: number;
  readonly warnings: NonNullable<PageResponse['_warnings']>;
}

/** The filter of what is shown: also that by which its changes are heard. */
export function calendarTerms({ query, fields, range }: Pick<CalendarQuery, 'query' | 'fields' | 'range'>): JsonObject {
  return combineTerms(query.searchTerms ?? {}, visibleWithinFilter(fields, range.first, range.end));
}

function pageOf({ module, query, fields }: CalendarQuery, terms: JsonObject, { pageSize, pageNumber = 0 }: { readonly pageSize: number; readonly pageNumber?: number }, signal?: AbortSignal): Promise<PageResponse<RecordData>> {
  const { sortField, sortOrder, thenBy = [] } = query;
  const names = [...new Set([...(query.fields ?? []), fields.field.fieldName, ...(fields.end === undefined ? [] : [fields.end.fieldName])])];
  const { fieldName } = fields.field;
  const others = [...(sortField === undefined || sortField === fieldName ? [] : [{ sortField, sortOrder: sortOrder ?? 'asc' as const }]), ...thenBy.filter((step) => step.sortField !== fieldName)].slice(0, 4);
  // By the day, then as the list is ordered.
  return readListPage(module, { ...query, fields: names, searchTerms: combineTerms(query.searchTerms ?? {}, terms), sortField: fieldName, sortOrder: 'asc', thenBy: others, pageNumber, pageSize }, signal);
}

interface GroupResponse {
  readonly data: readonly { readonly keys: readonly (string | number | null)[]; readonly measures: { readonly count: number } }[];
}

/** How many records begin on each of the days. */
async function countDays({ module, query, fields, range }: CalendarQuery, signal?: AbortSignal): Promise<Map<string, number>> {
  const by = [{ field: fields.field.fieldName, unit: 'day', ...(hasTimes(fields) ? { timeZone: fields.zone } : {}) }];
  const searchTerms = combineTerms(query.searchTerms ?? {}, startsWithinFilter(fields, range.first, range.end));
  const body = { by, searchTerms, ...(typeof query['search'] === 'string' ? { search: query['search'] } : {}) };
  const { data } = await callApi<GroupResponse>('POST', `${module.path}/group`, { body, ...(signal ? { signal } : {}) });
  return new Map(data.flatMap(({ keys: [key], measures }) => (typeof key === 'string' ? [[key.slice(0, 10), measures.count] as const] : [])));
}

/** How many of some records begin on each of the days. */
export function countByDay({ fields, range }: Pick<CalendarQuery, 'fields' | 'range'>, records: readonly RecordData[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const record of records) {
    const day = dayOfValue(fields, record[fields.field.fieldName]);
    if (day !== undefined && day >= range.first && day < range.end) counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return counts;
}

/** Asks a few at a time; the answers in the order of the questions. */
async function readConcurrently<T>(asks: readonly (() => Promise<T>)[]): Promise<T[]> {
  const answers: T[] = [];
  const waiting = asks.map((ask, at) => ({ ask, at }));
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) answers[next.at] = await next.ask();
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_READS }, work));
  return answers;
}

/** Reads all that began before the shown days and goes on in them: it is no crowd of one day, so nothing else counts what is left out. */
async function readOngoing(ask: CalendarQuery, signal?: AbortSignal): Promise<readonly RecordData[]> {
  const begun = ongoingAtFilter(ask.fields, ask.range.first);
  if (begun === undefined) return [];
  const readPage = (pageNumber: number) => pageOf(ask, begun, { pageSize: CALENDAR_PAGE, pageNumber }, signal);
  const first = await readPage(0);
  const others = Array.from({ length: Math.max(0, Math.ceil(first.total / CALENDAR_PAGE) - 1) }, (_, at) => () => readPage(at + 1));
  return [first, ...await readConcurrently(others)].flatMap((page) => page.data);
}

/** Reads what a calendar shows: one page where that is all, else so many records of each day as it shows, and its counts. */
export async function readCalendar(ask: CalendarQuery, signal?: AbortSignal): Promise<CalendarResult> {
  const { fields, range, perDay } = ask;
  const first = await pageOf(ask, visibleWithinFilter(fields, range.first, range.end), { pageSize: CALENDAR_PAGE }, signal);
  const warnings = first._warnings ?? [];
  if (first.total <= first.data.length) return { data: first.data, counts: countByDay(ask, first.data), total: first.total, warnings };
  const counts = await countDays(ask, signal);
  const readDays = ({ first: from, end, size }: DayRangeRequest) => () => pageOf(ask, startsWithinFilter(fields, from, end), { pageSize: size }, signal);
  const [begun, pages] = await Promise.all([readOngoing(ask, signal), readConcurrently(planDayRequests(range.days, range.end, counts, perDay).map(readDays))]);
  return { data: [...pages.flatMap((page) => page.data), ...begun], counts, total: first.total, warnings };
}

/** The filter of what is shown on one day. */
export function dayFilter(fields: CalendarFields, day: string): JsonObject {
  return visibleWithinFilter(fields, day, addDays(day, 1));
}

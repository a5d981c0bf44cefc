import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { JsonObject, ModuleView } from '#engine/model';
import { queryKeys, type ApiError, type PageAnswer, type RecordData, type SearchInput } from '../../client/index.ts';
import type { CalendarRange } from './calendar-days.ts';
import { entriesOf, type CalendarEntry } from './calendar-entries.ts';
import { beginsBefore, beginsFrom, dayOfValue, withoutDay, type CalendarFields } from './calendar-fields.ts';
import { calendarTerms, countRead, readCalendar, type CalendarAnswer, type CalendarAsk } from './calendar-read.ts';
import { combineTerms } from '../list/list-state.ts';
import { readListPage } from '../list/list-query.ts';

/** Values that records were given here and that the server has not answered yet, by record. */
export type MovedRecords = ReadonlyMap<string, JsonObject>;

function withMoved(answer: CalendarAnswer, moved: MovedRecords): CalendarAnswer['data'] {
  return moved.size === 0 ? answer.data : answer.data.map((record) => ({ ...record, ...moved.get(record._id) }));
}

/** What a calendar shows: entries, how many of a day were not read, and the state of the question. Changes by others are heard as in every list. */
export function useCalendar(ask: CalendarAsk, moved: MovedRecords) {
  const { module, query, fields, range, perDay } = ask;
  const { field, end, zone } = fields;
  const place = { on: field.fieldName, ...(end === undefined ? {} : { until: end.fieldName }), first: range.first, end: range.end, perDay, zone };
  const asked = useQuery<CalendarAnswer, ApiError>({
    // The terms under their own name: by these the list is followed live.
    queryKey: queryKeys.list(module.name, { ...query, searchTerms: calendarTerms(ask), calendar: place }),
    queryFn: ({ signal }) => readCalendar(ask, signal),
    staleTime: 15_000,
  });
  const { data } = asked;
  const entries = useMemo<readonly CalendarEntry[]>(() => (data === undefined ? [] : entriesOf(fields, withMoved(data, moved))), [data, fields, moved]);
  const unread = useMemo(() => {
    if (data === undefined) return new Map<string, number>();
    const read = countRead({ fields, range }, data.data);
    return new Map([...data.counts].map(([day, count]) => [day, Math.max(0, count - (read.get(day) ?? 0))] as const));
  }, [data, fields, range]);
  return { ...asked, entries, unread };
}

/** How many records of the list have no day; asked once the days are there. */
export function useUndated(module: ModuleView, query: SearchInput, fields: CalendarFields, enabled: boolean): number | undefined {
  const { sortField: _field, sortOrder: _order, thenBy: _more, populate: _relates, ...rest } = query;
  const input = { ...rest, fields: [module.nameField], searchTerms: combineTerms(query.searchTerms ?? {}, withoutDay(fields)), pageNumber: 0, pageSize: 1 };
  const { data } = useQuery<PageAnswer, ApiError>({ queryKey: queryKeys.list(module.name, input), queryFn: ({ signal }) => readListPage(module, input, signal), staleTime: 15_000, enabled });
  return data?.total;
}

function nearestOf(module: ModuleView, query: SearchInput, fields: CalendarFields, range: CalendarRange, isAfter: boolean): SearchInput {
  const { thenBy: _more, populate: _relates, ...rest } = query;
  const { fieldName } = fields.field;
  return { ...rest, fields: [fieldName], sortField: fieldName, sortOrder: isAfter ? 'asc' : 'desc', searchTerms: combineTerms(query.searchTerms ?? {}, isAfter ? beginsFrom(fields, range.end) : beginsBefore(fields, range.first)), pageNumber: 0, pageSize: typeof query['search'] === 'string' ? 100 : 1 };
}

/** Where nothing is shown: the first day after that has something, else the last one before; null: there is none. */
export function useNearestDay(module: ModuleView, query: SearchInput, fields: CalendarFields, range: CalendarRange, enabled: boolean): string | null | undefined {
  const read = (isAfter: boolean) => ({ queryKey: queryKeys.list(module.name, nearestOf(module, query, fields, range, isAfter)), queryFn: ({ signal }: { readonly signal: AbortSignal }) => readListPage(module, nearestOf(module, query, fields, range, isAfter), signal), staleTime: 15_000 });
  const after = useQuery<PageAnswer<RecordData>, ApiError>({ ...read(true), enabled });
  const before = useQuery<PageAnswer<RecordData>, ApiError>({ ...read(false), enabled: enabled && after.data?.total === 0 });
  if (!enabled) return undefined;
  const daysOf = (page: PageAnswer<RecordData> | undefined): string[] => (page?.data ?? []).flatMap((record) => dayOfValue(fields, record[fields.field.fieldName]) ?? []).sort();
  // With words the best come first, not the nearest.
  const nearest = daysOf(after.data)[0] ?? daysOf(before.data).at(-1);
  if (nearest !== undefined) return nearest;
  return after.data !== undefined && before.data !== undefined ? null : undefined;
}

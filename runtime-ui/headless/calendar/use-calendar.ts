import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { JsonObject } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { queryKeys, type ApiError, type PageResponse, type RecordData, type SearchInput } from '../../client/index.ts';
import type { CalendarRange } from './calendar-days.ts';
import { toCalendarEntries, type CalendarEntry } from './calendar-entries.ts';
import { startsBeforeFilter, startsFromFilter, dayOfValue, withoutDayFilter, type CalendarFields } from './calendar-fields.ts';
import { calendarTerms, countByDay, readCalendar, type CalendarResult, type CalendarQuery } from './calendar-read.ts';
import { entryIdOf } from './calendar-series.ts';
import { combineTerms } from '../list/list-state.ts';
import { readListPage } from '../list/list-query.ts';

/** Values of records that were changed here and whose save is still running, by record. */
export type PendingMoves = ReadonlyMap<string, JsonObject>;

function withMoved(found: CalendarResult, moved: PendingMoves): CalendarResult['data'] {
  return moved.size === 0 ? found.data : found.data.map((record) => ({ ...record, ...moved.get(entryIdOf(record)) }));
}

/**
 * The data of a calendar: entries, the number of entries per day that were not loaded, and the state of the query. Changes by others are
 * received as in every list.
 */
export function useCalendar(calendarQuery: CalendarQuery, moved: PendingMoves) {
  const { module, query, fields, range, perDay } = calendarQuery;
  const { field, end, zone } = fields;
  const place = {
    on: field.fieldName,
    ...(end === undefined ? {} : { until: end.fieldName }),
    first: range.first,
    end: range.end,
    perDay,
    zone,
  };
  const response = useQuery<CalendarResult, ApiError>({
    // The terms have their own key: live updates subscribe with it.
    queryKey: queryKeys.list(module.name, { ...query, searchTerms: calendarTerms(calendarQuery), calendar: place }),
    queryFn: ({ signal }) => readCalendar(calendarQuery, signal),
    staleTime: 15_000,
  });
  const { data } = response;
  const entries = useMemo<readonly CalendarEntry[]>(
    () => (data === undefined ? [] : toCalendarEntries(fields, withMoved(data, moved))),
    [data, fields, moved],
  );
  const notLoadedCounts = useMemo(() => {
    if (data === undefined) return new Map<string, number>();
    const read = countByDay({ fields, range }, data.data);
    return new Map([...data.counts].map(([day, count]) => [day, Math.max(0, count - (read.get(day) ?? 0))] as const));
  }, [data, fields, range]);
  return { ...response, entries, notLoadedCounts };
}

/** The number of records of the list without a day; requested after the visible days are loaded. */
export function useUndated(module: ModuleView, query: SearchInput, fields: CalendarFields, enabled: boolean): number | undefined {
  const { sortField: _field, sortOrder: _order, thenBy: _more, populate: _relates, ...rest } = query;
  const input = {
    ...rest,
    fields: [module.nameField],
    searchTerms: combineTerms(query.searchTerms ?? {}, withoutDayFilter(fields)),
    pageNumber: 0,
    pageSize: 1,
  };
  const { data } = useQuery<PageResponse, ApiError>({
    queryKey: queryKeys.list(module.name, input),
    queryFn: ({ signal }) => readListPage(module, input, signal),
    staleTime: 15_000,
    enabled,
  });
  return data?.total;
}

function nearestOf(module: ModuleView, query: SearchInput, fields: CalendarFields, range: CalendarRange, isAfter: boolean): SearchInput {
  const { thenBy: _more, populate: _relates, ...rest } = query;
  const { fieldName } = fields.field;
  return {
    ...rest,
    fields: [fieldName],
    sortField: fieldName,
    sortOrder: isAfter ? 'asc' : 'desc',
    searchTerms: combineTerms(
      query.searchTerms ?? {},
      isAfter ? startsFromFilter(fields, range.end) : startsBeforeFilter(fields, range.first),
    ),
    pageNumber: 0,
    pageSize: typeof query['search'] === 'string' ? 100 : 1,
  };
}

/** If the visible days are empty: the next day with a record, else the last one before; null: there is none. */
export function useNearestDay(
  module: ModuleView,
  query: SearchInput,
  fields: CalendarFields,
  range: CalendarRange,
  enabled: boolean,
): string | null | undefined {
  const read = (isAfter: boolean) => ({
    queryKey: queryKeys.list(module.name, nearestOf(module, query, fields, range, isAfter)),
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      readListPage(module, nearestOf(module, query, fields, range, isAfter), signal),
    staleTime: 15_000,
  });
  const after = useQuery<PageResponse<RecordData>, ApiError>({ ...read(true), enabled });
  const before = useQuery<PageResponse<RecordData>, ApiError>({ ...read(false), enabled: enabled && after.data?.total === 0 });
  if (!enabled) return undefined;
  const daysOf = (page: PageResponse<RecordData> | undefined): string[] =>
    (page?.data ?? []).flatMap((record) => dayOfValue(fields, record[fields.field.fieldName]) ?? []).sort();
  // With a search text the results are ranked by relevance, so the first one is not the nearest.
  const nearest = daysOf(after.data)[0] ?? daysOf(before.data).at(-1);
  if (nearest !== undefined) return nearest;
  return after.data !== undefined && before.data !== undefined ? null : undefined;
}

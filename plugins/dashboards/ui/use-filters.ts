import { useMemo, useState } from 'react';
import { readTimeZone, zoneClock } from '#engine/model';
import { localDay, useSession, useUrlParams, type WidgetFilters } from '#ui';

const DAY = /^\d{4}-\d{2}-\d{2}$/u;

/** A period that can be chosen by its name. */
export const PERIODS = ['today', 'week', 'month', 'lastMonth', 'quarter', 'year'] as const;
/** The name of a period. */
export type Period = (typeof PERIODS)[number];

/** The days of a period, counted from a day `YYYY-MM-DD`. */
export function daysOfPeriod(period: Period, today: string): { readonly from: string; readonly to: string } {
  const now = new Date(`${today}T00:00`);
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const between = (from: Date, to: Date) => ({ from: localDay(from), to: localDay(to) });
  switch (period) {
    case 'today':
      return between(now, now);
    case 'week':
      return between(new Date(year, month, day - 6), now);
    case 'month':
      return between(new Date(year, month, 1), now);
    case 'lastMonth':
      return between(new Date(year, month - 1, 1), new Date(year, month, 0));
    case 'quarter':
      return between(new Date(year, month, day - 89), now);
    case 'year':
      return between(new Date(year, 0, 1), now);
  }
}

function readDay(text: string | undefined): string | undefined {
  return text !== undefined && DAY.test(text) ? text : undefined;
}

/** The filters of a dashboard, and what changes them. */
export interface DashboardFilters {
  readonly filters: WidgetFilters & { readonly period: Period | undefined };
  readonly setPeriod: (name: Period | undefined) => void;
  readonly setDays: (first: string | undefined, last: string | undefined) => void;
  readonly setTeams: (ids: readonly string[]) => void;
}

type Values = Readonly<Record<string, string | undefined>>;

/** The filters that values say, and what changes these. */
function useFilterValues({ period, from, to, teams }: Values, set: (values: Values) => void): DashboardFilters {
  // Days are those of the setting, as in the figures.
  const zone = useSession((session) => session.timeZone);
  const today = zoneClock(readTimeZone(zone)).dayOf(Date.now());
  const filters = useMemo((): WidgetFilters & { readonly period: Period | undefined } => {
    const named = PERIODS.find((one) => one === period);
    const days = named === undefined ? { from: readDay(from), to: readDay(to) } : daysOfPeriod(named, today);
    return {
      period: named,
      teams: (teams ?? '').split(',').filter((id) => id !== ''),
      ...(days.from === undefined ? {} : { from: days.from }),
      ...(days.to === undefined ? {} : { to: days.to }),
    };
  }, [period, from, to, teams, today]);
  return {
    filters,
    setPeriod: (name) => set({ period: name, from: undefined, to: undefined }),
    setDays: (first, last) => set({ period: undefined, from: first, to: last }),
    setTeams: (ids) => set({ teams: ids.join(',') }),
  };
}

/** The filters of the dashboard that is a page, which are in the address: they stay in the history and in links. */
export function useFilters() {
  const [address, , set] = useUrlParams();
  const read = (name: string): string | undefined => address.get(name) ?? undefined;
  return {
    ...useFilterValues({ period: read('period'), from: read('from'), to: read('to'), teams: read('teams') }, set),
    dashboard: read('dashboard'),
    openDashboard: (id: string | undefined) => set({ dashboard: id }),
  };
}

/** The filters of a dashboard above a list, whose address has the filter of the list: until the page is left. */
export function useLocalFilters(): DashboardFilters {
  const [values, setValues] = useState<Values>({});
  return useFilterValues(values, (changed) => setValues((before) => ({ ...before, ...changed })));
}

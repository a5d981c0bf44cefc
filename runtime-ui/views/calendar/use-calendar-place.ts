import { useCallback, useEffect, useMemo, useState } from 'react';
import { localDay } from '../../fields/values/index.ts';
import { CALENDAR_SPANS, readCalendarPlace, stepPlace, writeCalendarPlace, type CalendarPlace, type CalendarSpan } from '../../headless/calendar/index.ts';
import { useKeptChoice } from '../../headless/index.ts';
import { useAddress } from '../use-address.ts';

const isSpan = (value: unknown): value is CalendarSpan => CALENDAR_SPANS.some((one) => one === value);

/** Today where the reader is, also after midnight. */
export function useToday(): string {
  const [today, setToday] = useState(() => localDay(new Date()));
  useEffect(() => {
    const timer = setInterval(() => setToday(localDay(new Date())), 30_000);
    return () => clearInterval(timer);
  }, []);
  return today;
}

interface CalendarPlaceHandle {
  readonly place: CalendarPlace;
  readonly go: (next: CalendarPlace) => void;
  /** One span later, or earlier for -1. */
  readonly step: (by: 1 | -1) => void;
}

/** Where the calendar stands: in the address, so that Back and links work; how much is shown is kept for the next visit. */
export function useCalendarPlace(today: string): CalendarPlaceHandle {
  const [address, changeAddress] = useAddress();
  const [keptSpan, keepSpan] = useKeptChoice<CalendarSpan>('calendar.span', 'month', isSpan);
  const read = useCallback((query: URLSearchParams): CalendarPlace => {
    const asked = readCalendarPlace(query, today);
    return query.has('span') ? asked : { ...asked, span: keptSpan };
  }, [today, keptSpan]);
  const { span, at } = read(address);
  const place = useMemo(() => ({ span, at }), [span, at]);
  const move = useCallback((next: (now: CalendarPlace) => CalendarPlace) => changeAddress((now) => {
    const there = next(read(now));
    keepSpan(there.span);
    return writeCalendarPlace(now, there);
  }, true), [changeAddress, keepSpan, read]);
  const go = useCallback((next: CalendarPlace) => move(() => next), [move]);
  const step = useCallback((by: 1 | -1) => move((now) => stepPlace(now, by)), [move]);
  return { place, go, step };
}

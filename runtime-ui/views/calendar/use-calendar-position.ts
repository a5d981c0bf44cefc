import { useCallback, useMemo } from 'react';
import {
  CALENDAR_SPANS,
  parseCalendarPosition,
  stepPosition,
  serializeCalendarPosition,
  type CalendarPosition,
  type CalendarSpan,
} from '../../headless/calendar/index.ts';
import { useLocalPreference } from '../../headless/index.ts';
import { useUrlParams } from '../use-url-params.ts';

const isSpan = (value: unknown): value is CalendarSpan => CALENDAR_SPANS.some((one) => one === value);

interface CalendarPositionHandle {
  readonly position: CalendarPosition;
  readonly go: (next: CalendarPosition) => void;
  /** Moves one span forward, or back for -1. */
  readonly step: (by: 1 | -1) => void;
}

/** The position of the calendar. It is in the URL, so that Back and links work; the span is saved for the next visit. */
export function useCalendarPosition(today: string): CalendarPositionHandle {
  const [urlParams, changeAddress] = useUrlParams();
  const [savedSpan, saveSpan] = useLocalPreference<CalendarSpan>('calendar.span', 'month', isSpan);
  const read = useCallback(
    (query: URLSearchParams): CalendarPosition => {
      const requested = parseCalendarPosition(query, today);
      return query.has('span') ? requested : { ...requested, span: savedSpan };
    },
    [today, savedSpan],
  );
  const { span, at } = read(urlParams);
  const position = useMemo(() => ({ span, at }), [span, at]);
  const move = useCallback(
    (next: (now: CalendarPosition) => CalendarPosition) =>
      changeAddress((now) => {
        const there = next(read(now));
        saveSpan(there.span);
        return serializeCalendarPosition(now, there);
      }, true),
    [changeAddress, saveSpan, read],
  );
  const go = useCallback((next: CalendarPosition) => move(() => next), [move]);
  const step = useCallback((by: 1 | -1) => move((now) => stepPosition(now, by)), [move]);
  return { position, go, step };
}

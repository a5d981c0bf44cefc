import { useCallback, useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { addDays, stepPosition, weekdayOf, type CalendarPosition } from '../../headless/calendar/index.ts';

interface DayFocusInput {
  readonly box: RefObject<HTMLElement | null>;
  readonly position: CalendarPosition;
  readonly days: readonly string[];
  /** The day that Tab comes to. */
  readonly active: string;
  readonly onActive: (day: string) => void;
  readonly onGo: (position: CalendarPosition) => void;
  /** Enter on a day. */
  readonly onEnter: (day: string) => void;
}

const dayOf = (target: Element): string | undefined => target.closest<HTMLElement>('[data-day]')?.dataset['day'];

function nextDay(key: string, day: string, position: CalendarPosition, isOneRow: boolean): string | undefined {
  switch (key) {
    case 'ArrowLeft': return addDays(day, -1);
    case 'ArrowRight': return addDays(day, 1);
    case 'ArrowUp': return isOneRow ? undefined : addDays(day, -7);
    case 'ArrowDown': return isOneRow ? undefined : addDays(day, 7);
    case 'Home': return addDays(day, -weekdayOf(day));
    case 'End': return addDays(day, 6 - weekdayOf(day));
    case 'PageUp': return stepPosition({ ...position, at: day }, -1).at;
    case 'PageDown': return stepPosition({ ...position, at: day }, 1).at;
    default: return undefined;
  }
}

/** The entries of the day that an element is in, and which of them it is. */
function findAdjacentEntry(target: HTMLElement, by: 1 | -1): HTMLElement | undefined {
  const entries = [...(target.closest('[data-day]')?.querySelectorAll<HTMLElement>('[data-entry], .mc-more') ?? [])];
  return entries[entries.indexOf(target) + by];
}

/** Walks the days of a calendar by keys: one stop for Tab, arrows go from day to day and over to what is not shown yet; within a day they go along its entries. */
export function useDayFocus({ box, position, days, active, onActive, onGo, onEnter }: DayFocusInput): (event: KeyboardEvent) => void {
  const wanted = useRef<string | undefined>(undefined);
  const focus = useCallback((day: string) => {
    const cell = box.current?.querySelector<HTMLElement>(`[data-day="${day}"]`);
    cell?.focus();
    // One that is not shown yet has the focus once it is.
    wanted.current = cell === null ? day : undefined;
  }, [box]);
  useEffect(() => {
    if (wanted.current !== undefined) focus(wanted.current);
  }, [days, active, focus]);
  const goTo = (day: string) => {
    wanted.current = day;
    onActive(day);
    if (!days.includes(day) || (position.span === 'month' && day.slice(0, 7) !== position.at.slice(0, 7))) onGo({ ...position, at: day });
  };
  return (event) => {
    const { target, key } = event;
    if (!(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return;
    const day = dayOf(target);
    if (day === undefined) return;
    const isDay = target.dataset['day'] !== undefined;
    if (isDay && (key === 'Enter' || key === ' ')) {
      event.preventDefault();
      return onEnter(day);
    }
    if (!isDay && key === 'Escape') {
      event.preventDefault();
      return focus(day);
    }
    if (!isDay && (key === 'ArrowUp' || key === 'ArrowDown')) {
      event.preventDefault();
      return findAdjacentEntry(target, key === 'ArrowUp' ? -1 : 1)?.focus();
    }
    const next = nextDay(key, day, position, days.length <= 7);
    if (next === undefined) return;
    event.preventDefault();
    goTo(next);
  };
}

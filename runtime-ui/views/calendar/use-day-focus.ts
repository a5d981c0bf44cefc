import { useCallback, useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { addDays, stepPosition, weekdayOf, type CalendarPosition } from '../../headless/calendar/index.ts';

interface DayFocusInput {
  readonly box: RefObject<HTMLElement | null>;
  readonly position: CalendarPosition;
  readonly days: readonly string[];
  /** The day in the tab order. */
  readonly active: string;
  readonly onActive: (day: string) => void;
  readonly onGo: (position: CalendarPosition) => void;
  /** Called for Enter or Space on a day. */
  readonly onEnter: (day: string) => void;
}

const dayOf = (target: Element): string | undefined => target.closest<HTMLElement>('[data-day]')?.dataset['day'];

function nextDay(key: string, day: string, position: CalendarPosition, isOneRow: boolean): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return isOneRow ? undefined : addDays(day, -7);
    case 'ArrowDown':
      return isOneRow ? undefined : addDays(day, 7);
    case 'Home':
      return addDays(day, -weekdayOf(day));
    case 'End':
      return addDays(day, 6 - weekdayOf(day));
    case 'PageUp':
      return stepPosition({ ...position, at: day }, -1).at;
    case 'PageDown':
      return stepPosition({ ...position, at: day }, 1).at;
    default:
      return undefined;
  }
}

/** The next or previous entry of the day that contains the element. */
function findAdjacentEntry(target: HTMLElement, by: 1 | -1): HTMLElement | undefined {
  const entries = [...(target.closest('[data-day]')?.querySelectorAll<HTMLElement>('[data-entry], .mc-more') ?? [])];
  return entries[entries.indexOf(target) + by];
}

/**
 * Keyboard navigation of the calendar: one tab stop, arrows move between days and load other ranges; within a day they move between its
 * entries.
 */
export function useDayFocus({ box, position, days, active, onActive, onGo, onEnter }: DayFocusInput): (event: KeyboardEvent) => void {
  const wanted = useRef<string | undefined>(undefined);
  const focus = useCallback(
    (day: string) => {
      const cell = box.current?.querySelector<HTMLElement>(`[data-day="${day}"]`);
      cell?.focus();
      // A day that is not rendered yet gets the focus after it is rendered.
      wanted.current = cell === null ? day : undefined;
    },
    [box],
  );
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

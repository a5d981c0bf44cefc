import { addDays } from '#engine/model';
import { readTypedTime } from '../shared/natural-day.ts';

/** The time of a reminder for which none is chosen. */
export const MORNING = '09:00';
/** How much later 'later today' is, in hours. */
const LATER_HOURS = 3;

/** A time until which a task can be snoozed. */
export interface SnoozeTime {
  readonly id: 'laterToday' | 'tomorrow' | 'nextWeek';
  readonly day: string;
  readonly time: string;
}

/** Three hours later at the next half hour; undefined when that is tomorrow. */
function laterToday(now: Date): string | undefined {
  const minutes = Math.ceil((now.getHours() * 60 + now.getMinutes()) / 30) * 30 + LATER_HOURS * 60;
  return minutes >= 24 * 60 ? undefined : `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${minutes % 60 === 0 ? '00' : '30'}`;
}

/** A day with its weekday: 'Fri, Nov 27'. */
export function formatWithWeekday(day: string): string {
  return new Date(`${day}T12:00:00`).toLocaleDateString('en-US', { weekday: 'short', month: 'short', day: 'numeric' });
}

/** The times that are offered at a moment of a day. */
export function listSnoozeTimes(today: string, now: Date = new Date()): readonly SnoozeTime[] {
  const later = laterToday(now);
  const nextWeek = readTypedTime('next week', today)?.day ?? addDays(today, 7);
  return [
    ...(later === undefined ? [] : [{ id: 'laterToday', day: today, time: later } as const]),
    { id: 'tomorrow', day: addDays(today, 1), time: MORNING },
    { id: 'nextWeek', day: nextWeek, time: MORNING },
  ];
}

import { addDays, dayToTimestamp, zoneClock } from '#engine/model';

const DAY = 86_400_000;

/** An instant at the same time of the day, as many days later as one day is after another. */
export function moveInstant(instant: string, from: string, to: string, zone: string): string {
  const clock = zoneClock(zone);
  const by = dayToTimestamp(to) - dayToTimestamp(from);
  return new Date(clock.instantAt(clock.localTime(Date.parse(instant)) + by)).toISOString();
}

/** A day as many days later as one day is after another. */
export function moveDay(day: string, from: string, to: string): string {
  return addDays(day, Math.round((dayToTimestamp(to) - dayToTimestamp(from)) / DAY));
}

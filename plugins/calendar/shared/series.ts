import { readSeries, toText, zoneClock, type RecurrenceRule, type RecurringSeries } from '#engine/model';

const DAY = 86_400_000;

/** The fields of an event that say how it repeats. */
export interface EventTimes {
  readonly start?: unknown;
  readonly end?: unknown;
  readonly recurrence?: unknown;
  readonly time_zone?: unknown;
  readonly excluded_times?: unknown;
}

/** The series of an event; undefined: it does not repeat. */
export function readEventSeries(event: EventTimes, defaultZone: string): RecurringSeries | undefined {
  const { recurrence: rule, start, time_zone: zone, excluded_times: excluded } = event;
  return readSeries({ rule, start, zone, excluded }, defaultZone);
}

/** How long an event takes, in milliseconds; one without an end takes an hour. */
export function readDuration({ start, end }: EventTimes): number {
  const length = Date.parse(toText(end)) - Date.parse(toText(start));
  return length > 0 ? length : 3_600_000;
}

/**
 * The rule of a series whose beginning is moved to another day: weekdays move with it. Undefined: the rule names days that do not follow from
 * the beginning, such as the first Monday, so the rule itself must be changed.
 */
export function moveRule(rule: RecurrenceRule, zone: string, from: number, to: number): RecurrenceRule | undefined {
  const clock = zoneClock(zone);
  const [before, after] = [Math.floor(clock.localTime(from) / DAY), Math.floor(clock.localTime(to) / DAY)];
  if (before === after) return rule;
  const { weekdays, monthDays, months, positions } = rule;
  if (weekdays.length + monthDays.length + months.length + positions.length === 0) return rule;
  if (rule.frequency === 'WEEKLY' && months.length + positions.length === 0) {
    const by = (((after - before) % 7) + 7) % 7;
    return { ...rule, weekdays: weekdays.map(({ weekday }) => ({ weekday: (weekday + by) % 7 })) };
  }
  const [was, is] = [new Date(before * DAY), new Date(after * DAY)];
  const isOwnDay = monthDays.length === 1 && monthDays[0] === was.getUTCDate() && weekdays.length + positions.length === 0;
  const isOwnMonth = months.length === 0 || was.getUTCMonth() === is.getUTCMonth();
  return isOwnDay && isOwnMonth ? { ...rule, monthDays: [is.getUTCDate()] } : undefined;
}

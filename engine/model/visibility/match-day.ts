import type { Trigger } from '../definitions/index.ts';
import { addDays } from '../field-types/calendar.ts';

type DateTrigger = Extract<Trigger, { kind: 'date' }>;

/**
 * Whether a day matches a trigger. Before and After exclude the given day, Between includes both ends; a number of days is
 * the span from today to that many days later (earlier, when negative), both ends included.
 */
export function matchDay(trigger: DateTrigger, day: string | undefined, today: string): boolean {
  if (day === undefined) return false;
  if ('days' in trigger) return liesBetween(day, addDays(today, Math.min(0, trigger.days)), addDays(today, Math.max(0, trigger.days)));
  if ('span' in trigger) return day.startsWith(spanPrefix(trigger.span, today));
  const named = trigger.value.slice(0, 10);
  if ('valueEnd' in trigger) return liesBetween(day, named, trigger.valueEnd.slice(0, 10));
  return trigger.operator === 'Before' ? day < named : day > named;
}

function liesBetween(day: string, first: string, last: string): boolean {
  return day >= first && day <= last;
}

/** The common prefix of all days of a year ('2026-') or month ('2026-03-'). */
function spanPrefix(span: Extract<DateTrigger, { span: string }>['span'], today: string): string {
  switch (span) {
    case 'this_year':
      return today.slice(0, 5);
    case 'last_year':
      return `${String(Number(today.slice(0, 4)) - 1).padStart(4, '0')}-`;
    case 'this_month':
      return today.slice(0, 8);
    case 'last_month':
      return addDays(`${today.slice(0, 8)}01`, -1).slice(0, 8);
  }
}

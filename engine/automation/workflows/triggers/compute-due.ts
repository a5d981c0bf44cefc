import { isDay, parseInstant } from '#engine/model/field-types';
import { dayToTimestamp, type ZoneClock } from '#engine/model/time';
import type { JsonValue } from '#engine/model/values';
import type { TimedWorkflow } from '../matching/compiled-workflows.ts';
import { addSpan, addSpanToDay } from '../values/add-span.ts';

const MINUTE = 60_000;

/** When a workflow starts for a date of a record; undefined: there is no date, or the time has passed when it is planned. */
export function computeDue(
  workflow: Pick<TimedWorkflow, 'time'>,
  value: JsonValue | undefined,
  zone: ZoneClock,
  now: number,
): number | undefined {
  const due = computeTime(workflow, value, zone);
  return due === undefined || due <= now ? undefined : due;
}

/** The time of a date of a record, in epoch milliseconds, also one that has passed. A Date counts from the time of day of the workflow. */
export function computeTime({ time }: Pick<TimedWorkflow, 'time'>, value: JsonValue | undefined, zone: ZoneClock): number | undefined {
  if (typeof value !== 'string') return undefined;
  return isDay(value) ? computeDayDue(time, value, zone) : computeInstantDue(time, value, zone);
}

function computeDayDue({ offset, at = '08:00' }: TimedWorkflow['time'], day: string, zone: ZoneClock): number {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  const isShort = offset.unit === 'minutes' || offset.unit === 'hours';
  const start = zone.instantAt(dayToTimestamp(isShort ? day : addSpanToDay(day, offset)) + (hours * 60 + minutes) * MINUTE);
  return isShort ? addSpan(start, offset, zone) : start;
}

function computeInstantDue({ offset }: TimedWorkflow['time'], text: string, zone: ZoneClock): number | undefined {
  const instant = parseInstant(text);
  return instant === undefined ? undefined : addSpan(instant, offset, zone);
}

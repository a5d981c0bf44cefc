import type { InTransactionContext } from '#engine';
import { FIRST_HOUR } from '../../shared/first-hour.ts';
import { toText, dayToTimestamp, readTimeZone, zoneClock, type JsonValue, type RecordDocument } from '#engine/model';

const HOUR = 3_600_000;

/** The instant of nine o'clock on that day in the time zone, also on days with a clock change. */
function startOfWork(day: string, timeZone: string): number {
  const clock = zoneClock(timeZone);
  const guess = clock.startOfDay(day) + FIRST_HOUR * HOUR;
  return guess - (clock.localTime(guess) - (dayToTimestamp(day) + FIRST_HOUR * HOUR));
}

function isApproved(request: RecordDocument | undefined): boolean {
  return request !== undefined && request.status === 'Approved' && request.deleted !== true;
}

/** Says who is off and when. More people see the calendar than the request: its reason stays there. */
function makeEvent(request: RecordDocument, timeZone: string): { readonly [field: string]: JsonValue } {
  const start = startOfWork(toText(request.pto_date), timeZone);
  const name = toText(request.name) || 'Time off';
  return {
    name,
    title: name,
    event_type: 'Time off',
    calendarGroup: 'PTO',
    color: 'green',
    start: new Date(start).toISOString(),
    end: new Date(start + Number(request.hours_requested) * HOUR).toISOString(),
    user: request.users_ptoRequests ?? null,
    related_pto_request_id: request._id,
  };
}

/**
 * Adds an approved request to the calendar with its number of hours. Removes the event when the request is cancelled or
 * leaves Approved.
 */
export async function syncCalendarEvent(context: InTransactionContext<'ptoRequests'>): Promise<void> {
  const { event, record, unit } = context;
  const show = isApproved(record) && event.kind !== 'delete' && event.kind !== 'remove';
  if (!show && !isApproved(event.before)) return;
  const found = event.kind === 'create' ? [] : await unit.find('calendarEvents', { related_pto_request_id: event.id });
  if (!show) {
    for (const there of found) await context.markDeleted('calendarEvents', there._id);
    return;
  }
  const fields = makeEvent(record, readTimeZone(context.setting('time_zone')));
  if (found[0]) await context.update('calendarEvents', found[0]._id, fields);
  // An undo restores the event that the undone save deleted; the hook must not create a second one.
  else if (event.changeSource !== 'undo') await context.create('calendarEvents', fields);
}

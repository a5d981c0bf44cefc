import type { PreSaveContext } from '#engine';
import { readTimeZone, toText, today } from '#engine/model';
import { moveInstant } from '../../shared/move-instant.ts';
import { findFirstDay } from '../../shared/occurrence.ts';

/** The change source of saves that leave a time out: the task is scheduled for its new day. */
export const SKIP = 'skip';

type Context = PreSaveContext<'tasks'>;

/** A task that repeats keeps the day for which it is scheduled when its due date is moved, so that the next one is due as if it had not been. */
function keepScheduledDay({ event, draft }: Context): void {
  const { before } = event;
  const changed = event.changed();
  if (toText(draft.recurrence) === '' || changed.has('recurrence') || event.changeSource === SKIP) draft.scheduled_date = null;
  else if (changed.has('due_date')) {
    const scheduled = before?.scheduled_date ?? before?.due_date ?? null;
    draft.scheduled_date = draft.due_date === scheduled ? null : scheduled;
  }
}

/** A reminder moves with the due date. One that is past is no reminder for a later assignee, nor of a task that is open again. */
function keepReminder(context: Context): void {
  const { event, draft, clock } = context;
  const { before } = event;
  const changed = event.changed();
  const reminder = toText(draft.reminder);
  if (reminder === '' || before === undefined || changed.has('reminder')) return;
  const [from, to] = [toText(before.due_date), toText(draft.due_date)];
  if (changed.has('due_date') && from !== '' && to !== '')
    draft.reminder = moveInstant(reminder, from, to, readTimeZone(context.setting('time_zone')));
  else if ((changed.has('assigned_to') || before.status === 'Completed') && Date.parse(reminder) <= clock.now()) draft.reminder = null;
}

/** Keeps the days of a task consistent: a due date for one that repeats, the day for which it is scheduled, and its reminder. */
export function keepSchedule(context: Context): void {
  const { event, draft } = context;
  if (!event.isEdit() || event.isBulkLoad) return;
  const rule = toText(draft.recurrence);
  if (rule !== '' && toText(draft.due_date) === '') draft.due_date = findFirstDay(rule, today(context));
  if (event.kind !== 'update') return;
  keepScheduledDay(context);
  keepReminder(context);
}

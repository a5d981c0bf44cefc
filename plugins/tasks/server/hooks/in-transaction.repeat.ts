import type { InTransactionContext } from '#engine';
import { readTimeZone, toText, today, type JsonObject, type JsonValue } from '#engine/model';
import { resetChecklist } from '../../shared/checklist.ts';
import { moveDay, moveInstant } from '../../shared/move-instant.ts';
import { findNextOccurrence, type NextOccurrence } from '../../shared/occurrence.ts';

type Context = InTransactionContext<'tasks'>;

/** Fields that belong to one task of a series. */
const OWN_FIELDS = new Set(['status', 'due_date', 'start_date', 'reminder', 'recurrence', 'checklist']);
/** Values that two records cannot have in common, or that are stored encrypted. */
const NOT_COPIED = new Set(['AutoIncrement', 'File', 'MessageListField']);

/** The values that the next task has in common with the completed one, those of fields that admins add included. */
function copiedFields({ event, record }: Context): JsonObject {
  const values = record as { readonly [field: string]: JsonValue | undefined };
  const fields = [...event.module.fields.values()].filter(
    ({ name, system, definition }) =>
      !system &&
      !OWN_FIELDS.has(name) &&
      definition.readOnly !== true &&
      definition.sensitive !== true &&
      definition.formula === undefined &&
      definition.rollUp === undefined &&
      !NOT_COPIED.has(definition.inputType),
  );
  return Object.fromEntries(fields.flatMap(({ name }) => (values[name] === undefined ? [] : [[name, values[name]]])));
}

function fieldsOfNext(context: Context, { day, rule }: NextOccurrence): JsonObject {
  const { record } = context;
  const due = toText(record.due_date);
  const zone = readTimeZone(context.setting('time_zone'));
  const [start, reminder] = [toText(record.start_date), toText(record.reminder)];
  return {
    ...copiedFields(context),
    due_date: day,
    recurrence: rule,
    previous_task: record._id,
    checklist: resetChecklist(record.checklist),
    ...(start === '' ? {} : { start_date: moveDay(start, due, day) }),
    ...(reminder === '' ? {} : { reminder: moveInstant(reminder, due, day, zone) }),
  };
}

/**
 * Creates the next task of a series with the save that completes one: once, also when the task is opened and completed again. Times that were
 * missed are left out.
 */
export async function createNextTask(context: Context): Promise<void> {
  const { event, record, unit } = context;
  const isCompleted = record.status === 'Completed' && event.before?.status !== 'Completed';
  if (event.kind !== 'update' || !event.isEdit() || event.isBulkLoad || !isCompleted) return;
  const [rule, due] = [toText(record.recurrence), toText(record.due_date)];
  if (rule === '' || due === '') return;
  const next = findNextOccurrence(rule, toText(record.scheduled_date) || due, today(context));
  if (next === undefined) return;
  const [existing] = await unit.find('tasks', { previous_task: event.id }, { limit: 1 });
  if (existing === undefined) await context.create('tasks', fieldsOfNext(context, next));
}

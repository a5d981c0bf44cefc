import { SYSTEM_ACTOR, type EffectContext } from '#engine';
import { toText, foldText, type JsonValue, type RecordDocument } from '#engine/model';
import { isAutomatic } from '../services/is-automatic.ts';

async function assigneeOf({ records }: EffectContext, { assigned_to: id }: RecordDocument): Promise<RecordDocument | undefined> {
  if (typeof id !== 'string') return undefined;
  const {
    data: [user],
  } = await records.find(SYSTEM_ACTOR, { module: 'users', filter: { _id: id }, limit: 1 });
  return user?.active === false ? undefined : (user as RecordDocument | undefined);
}

/** The mailboxes of the setting and the assigned user, without duplicates. */
function recipientsOf(mailboxes: unknown, assignee: RecordDocument | undefined): readonly string[] {
  const all = [...(Array.isArray(mailboxes) ? (mailboxes as readonly unknown[]) : []), assignee?.email].filter(
    (one): one is string => typeof one === 'string' && one.trim() !== '',
  );
  return [...new Map(all.map((one) => [foldText(one), one.trim()])).values()];
}

/** A line of the message, if the value is set. */
function line(label: string, value: JsonValue | undefined): string[] {
  return typeof value === 'string' && value !== '' ? [`${label}: ${value}`] : [];
}

/** Sends an e-mail about a task that the system created to the mailboxes of the setting `notification_mailboxes` and to the assignee. */
export async function notifyOfTask(context: EffectContext): Promise<void> {
  const { event, record: task, mail, publicUrl } = context;
  if (!isAutomatic(event) || task === undefined || task.deleted === true) return;
  const assignee = await assigneeOf(context, task);
  const to = recipientsOf(context.setting('notification_mailboxes'), assignee);
  if (to.length === 0) return;
  const subject = toText(task.subject);
  await mail.send({
    to,
    subject: `New task: ${subject}`,
    text: [
      subject,
      '',
      ...line('About', task.record_name),
      ...line('Starts', task.start_date),
      ...line('Due', task.due_date),
      ...line('Assigned to', assignee?.name),
      '',
      `${publicUrl}/app/tasks/${encodeURIComponent(task._id)}`,
    ].join('\n'),
  });
}

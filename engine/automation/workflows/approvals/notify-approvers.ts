import { MusterError } from '../../../errors/index.ts';
import { deriveRunId } from '../runs/derive-run-id.ts';
import type { StepContext } from '../runs/step-context.ts';
import type { ActiveUser } from '../values/active-users.ts';
import { toOneLine } from '../values/one-line.ts';
import { readVisible } from './find-approval.ts';
import { signLink, type PendingApproval } from './pending-approval.ts';

const MAX_SUBJECT = 200;

/** A message to approvers: the first one, or a reminder with its number. */
export interface ApprovalMessage {
  readonly approval: PendingApproval;
  readonly to: readonly ActiveUser[];
  /** 0: it is the first one. */
  readonly reminder: number;
}

/**
 * Notifies approvers, and sends each an e-mail with a link of their own. Repeated, it sends nothing twice. Returns how many e-mails could not
 * be sent now: the notifications are there all the same.
 */
export async function notifyApprovers(context: StepContext, message: ApprovalMessage): Promise<number> {
  const { approval, to, reminder } = message;
  if (to.length === 0) return 0;
  const { services, run, subject } = context;
  const key = `${run._id}/${approval.path}/${approval.since}/${reminder}`.slice(-300);
  await services.notify({
    to: to.map(({ id }) => id),
    module: subject.module.name,
    record: approval.record_id,
    text: `${reminder === 0 ? 'Approval' : 'Reminder of an approval'}: ${approval.text}`.slice(0, 500),
    page: `/approvals?run=${encodeURIComponent(run._id)}`,
    key,
  });
  let failures = 0;
  for (const approver of to)
    if ((await maySee(context, approval, approver)) && !(await sendMail(context, message, approver))) failures += 1;
  return failures;
}

/** Who does not see the record cannot decide, and gets no e-mail about it. */
async function maySee({ services, subject: { module } }: StepContext, approval: PendingApproval, { id }: ActiveUser): Promise<boolean> {
  const scope = await services.access.scope({ kind: 'user', userId: id });
  return (await readVisible(services, scope, { module, id: approval.record_id })) !== undefined;
}

async function sendMail({ services, run, signal }: StepContext, message: ApprovalMessage, { id, email }: ActiveUser): Promise<boolean> {
  const { approval, reminder } = message;
  if (email === undefined) return true;
  signal.throwIfAborted();
  const subject = toOneLine(`${reminder === 0 ? 'Approval' : 'Reminder'}: ${approval.text}`, MAX_SUBJECT);
  const link = `${services.publicUrl}/approval?token=${signLink(run._id, approval, id)}`;
  const text = `${approval.text}\n\nApprove or decline: ${link}\n\nThe link is for you alone. Whoever has it can decide in your name.\n`;
  try {
    await services.mail.send({
      to: [email],
      subject,
      text,
      id: deriveRunId(run._id, `${approval.path}/${approval.since}/${reminder}/${id}`),
    });
    return true;
  } catch (error) {
    // The approval waits in the product meanwhile.
    if (error instanceof MusterError && error.code === 'mail_failed') return false;
    throw error;
  }
}

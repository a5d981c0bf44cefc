import { commitUnitWithRetry, readStoredDocument, createDocumentRemoval, createDocumentWrite } from '../records/index.ts';
import { auditPause } from './audit-webhook.ts';
import { WEBHOOK_HEALTH, WEBHOOKS, readHealth, type StoredWebhook } from './stored-webhook.ts';
import type { WebhookContext } from './webhook-context.ts';

/** A webhook is paused when no delivery has succeeded for this time, in milliseconds. */
const PAUSE_AFTER = 3 * 86_400_000;

/** Records a successful delivery; a paused webhook stays paused. Costs one read while the webhook is healthy. */
export async function recordSuccess({ store }: WebhookContext, webhook: string): Promise<void> {
  await commitUnitWithRetry(store, async () => {
    const before = await readStoredDocument(store, WEBHOOK_HEALTH, webhook);
    const isOver = before !== undefined && readHealth(before).pausedAt === null;
    return { unit: isOver ? { writes: [createDocumentRemoval(WEBHOOK_HEALTH, before)] } : undefined, result: undefined };
  });
}

/**
 * Records a failed delivery: when none has succeeded for days, or when the receiver is gone permanently, the webhook is paused and the
 * admins get an e-mail.
 */
export async function recordFailure(context: WebhookContext, webhook: StoredWebhook, isGone: boolean): Promise<void> {
  const { store, clock } = context;
  const isPaused = await commitUnitWithRetry(store, async () => {
    if ((await readStoredDocument(store, WEBHOOKS, webhook._id)) === undefined) return { unit: undefined, result: false };
    const before = await readStoredDocument(store, WEBHOOK_HEALTH, webhook._id);
    const now = clock.now();
    const { failingSince, pausedAt } = before === undefined ? { failingSince: now, pausedAt: null } : readHealth(before);
    const pauses = pausedAt === null && (isGone || now - failingSince >= PAUSE_AFTER);
    if (before !== undefined && !pauses) return { unit: undefined, result: false };
    const write = createDocumentWrite(WEBHOOK_HEALTH, webhook._id, before, { failingSince, pausedAt: pauses ? now : null });
    return { unit: pauses ? { writes: [write, ...auditPause(context, webhook)], bumps: ['rights'] } : { writes: [write] }, result: pauses };
  });
  if (isPaused) await notifyAdmins(context, webhook, isGone);
}

async function notifyAdmins(
  { listAdminEmails, mail, log, publicUrl }: WebhookContext,
  webhook: StoredWebhook,
  isGone: boolean,
): Promise<void> {
  log.warn({ webhook: webhook._id, isGone }, 'a webhook was paused');
  const why = isGone
    ? 'Its receiver responded with 410: the address no longer exists.'
    : 'Nothing that was sent to it arrived for three days.';
  const text = `The webhook "${webhook.name}" (${new URL(webhook.url).host}) was paused. ${why}\n\nNothing is sent to it until you switch it on again: ${publicUrl}/admin/webhooks`;
  try {
    const to = await listAdminEmails();
    if (to.length > 0) await mail.send({ to, subject: `The webhook "${webhook.name}" was paused`, text });
  } catch (error) {
    // The webhook is shown as paused all the same.
    log.warn({ webhook: webhook._id, error: (error as Error).name }, 'the admins could not be notified that a webhook was paused');
  }
}

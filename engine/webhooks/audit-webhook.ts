import type { Actor } from '../access/index.ts';
import type { StoreWrite } from '../ports/index.ts';
import { auditResourceChange, diffValues, MASK, type ValueChange } from '../records/index.ts';
import type { JsonObject } from '#engine/model/values';
import type { StoredWebhook } from './stored-webhook.ts';
import type { WebhookContext } from './webhook-context.ts';

/** The actor in the audit log for changes that webhooks make themselves. */
const OWN_ACTOR: Actor = { kind: 'system', name: 'webhooks' };

/** Audit line for a secret that was rotated. */
export const NEW_SECRET: readonly ValueChange[] = [{ field: 'secret', before: MASK, after: MASK }];

/** Audit line for a webhook that was paused or resumed. */
export function pauseLines(isPaused: boolean): readonly ValueChange[] {
  return [{ field: 'paused', before: !isPaused, after: isPaused }];
}

/** The audit entries for a webhook that is created, changed or removed; `more` is added to the differences. */
export function auditWebhook(
  context: WebhookContext,
  actor: Actor,
  { before, after, more = [] }: { readonly before?: StoredWebhook; readonly after?: StoredWebhook; readonly more?: readonly ValueChange[] },
): readonly StoreWrite[] {
  const webhook = after ?? before;
  if (webhook === undefined) return [];
  return auditResourceChange(context, actor, {
    resource: 'webhooks',
    id: webhook._id,
    name: webhook.name,
    changes: [...diffValues(toAuditState(before), toAuditState(after)), ...pathLines(before, after), ...more],
  });
}

/** The audit entry for a pause. */
export function auditPause(context: WebhookContext, { _id, name }: StoredWebhook): readonly StoreWrite[] {
  return auditResourceChange(context, OWN_ACTOR, {
    resource: 'webhooks',
    id: _id,
    name,
    changes: pauseLines(true),
    changeSource: 'delivery',
  });
}

/** The audited settings of a webhook. */
function toAuditState(webhook: StoredWebhook | undefined): JsonObject | undefined {
  if (webhook === undefined) return undefined;
  const { name, url, modules, events, filter, includeRecord, active } = webhook;
  return { name, url: hidePath(url), modules, events, filter, includeRecord, active };
}

/** Hides the path of a URL: at many receivers, anyone who has it may send messages, so it is as good as a secret. */
function hidePath(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return pathname === '/' && search === '' ? `${origin}/` : `${origin}/${MASK}`;
}

/** The audit line for a URL of which only the hidden part changed. */
function pathLines(before: StoredWebhook | undefined, after: StoredWebhook | undefined): readonly ValueChange[] {
  if (before === undefined || after === undefined || before.url === after.url) return [];
  const [from, to] = [hidePath(before.url), hidePath(after.url)];
  return from === to ? [{ field: 'url', before: from, after: to }] : [];
}

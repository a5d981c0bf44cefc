import type { Actor } from '../access/index.ts';
import type { StoreWrite } from '../ports/index.ts';
import { auditResourceChange, diffValues, MASK, type ValueChange } from '../records/index.ts';
import type { JsonObject } from '#engine/model';
import type { StoredWebhook } from './stored-webhook.ts';
import type { WebhookContext } from './webhook-context.ts';

/** Who is told in the audit log of what webhooks do by themselves. */
const OWN_ACTOR: Actor = { kind: 'system', name: 'webhooks' };

/** Another secret took the place of the one before. */
export const NEW_SECRET: readonly ValueChange[] = [{ field: 'secret', before: MASK, after: MASK }];

/** It was paused, or begins anew. */
export function pauseLines(isPaused: boolean): readonly ValueChange[] {
  return [{ field: 'paused', before: !isPaused, after: isPaused }];
}

/** The audit entries of a change of a webhook: made, changed, removed; `more` beside what differs. */
export function auditWebhook(context: WebhookContext, actor: Actor, { before, after, more = [] }: { readonly before?: StoredWebhook; readonly after?: StoredWebhook; readonly more?: readonly ValueChange[] }): readonly StoreWrite[] {
  const webhook = after ?? before;
  if (webhook === undefined) return [];
  return auditResourceChange(context, actor, { resource: 'webhooks', id: webhook._id, name: webhook.name, changes: [...diffValues(toAuditState(before), toAuditState(after)), ...pathLines(before, after), ...more] });
}

/** The audit entry of a pause. */
export function auditPause(context: WebhookContext, { _id, name }: StoredWebhook): readonly StoreWrite[] {
  return auditResourceChange(context, OWN_ACTOR, { resource: 'webhooks', id: _id, name, changes: pauseLines(true), changeSource: 'delivery' });
}

/** What admins chose. */
function toAuditState(webhook: StoredWebhook | undefined): JsonObject | undefined {
  if (webhook === undefined) return undefined;
  const { name, url, modules, events, filter, includeRecord, active } = webhook;
  return { name, url: hidePath(url), modules, events, filter, includeRecord, active };
}

/** With many receivers whoever knows the path may write to them: it is as good as a secret. */
function hidePath(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return pathname === '/' && search === '' ? `${origin}/` : `${origin}/${MASK}`;
}

/** Whether the address is another, where only its hidden part is. */
function pathLines(before: StoredWebhook | undefined, after: StoredWebhook | undefined): readonly ValueChange[] {
  if (before === undefined || after === undefined || before.url === after.url) return [];
  const [from, to] = [hidePath(before.url), hidePath(after.url)];
  return from === to ? [{ field: 'url', before: from, after: to }] : [];
}

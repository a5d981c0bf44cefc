import type { PluginContext } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { isDone, toField } from '../../shared/instance.ts';
import type { SigningEvent } from './signing-events.ts';
import type { Instance, InstanceChange } from './instances.ts';
import { readNow } from './schedule.ts';
import { createKey } from './signing-link.ts';

/** Who signs instead. */
export interface Forwarding {
  readonly recipientId: string;
  readonly name: string;
  readonly email: string;
  readonly reason: string;
  readonly by: (event: SigningEvent) => SigningEvent;
}

/**
 * The change with which somebody else signs instead of a recipient: what the first one had filled in, agreed to and stored is gone, and their
 * link is void. Errors: `signing_recipient_unknown`, `signing_closed`.
 */
export function forwardTo(
  { refuse, clock }: Pick<PluginContext, 'refuse' | 'clock'>,
  instance: Instance,
  forwarding: Forwarding,
): InstanceChange {
  const { recipientId, name, email, reason, by } = forwarding;
  const before = instance.recipients.find((one) => one.recipientId === recipientId) ?? refuse('signing_recipient_unknown');
  if (isDone(before)) refuse('signing_closed', { data: { status: before.status } });
  const wasRequested = before.requested_at !== undefined;
  const { email2: _e, phone: _p, second_factor: factor, fromType: _f, reminded_at: _r, ...rest } = before;
  const next = {
    ...rest,
    ...{ name, email },
    // A number of somebody else proves nothing: the code goes to the new address.
    ...(factor === undefined ? {} : { second_factor: 'email' as const }),
    ...(wasRequested ? { status: 'Requested' as const, requested_at: new Date(readNow({ clock }, instance)).toISOString() } : {}),
  };
  const without = (field: 'drafts' | 'consents' | 'codes'): JsonObject => {
    const { [recipientId]: _, ...others } = (instance.record[field] ?? {}) as JsonObject;
    return others;
  };
  const keys = { ...((instance.record['link_keys'] ?? {}) as JsonObject), [recipientId]: createKey() };
  const details = { from: `${toText(before.name)} <${toText(before.email)}>`, to: `${name} <${email}>` };
  return {
    fields: {
      recipients: toField(instance.recipients.map((one) => (one.recipientId === recipientId ? next : one))),
      ...{ drafts: without('drafts'), consents: without('consents'), codes: without('codes'), link_keys: keys },
    },
    events: [
      by({ type: 'Forwarded', recipient: recipientId, description: reason, details }),
      ...(wasRequested
        ? [{ type: 'Signature Requested', recipient: recipientId, description: `Of ${details.to}`, details: { notes: reason } }]
        : []),
    ],
  };
}

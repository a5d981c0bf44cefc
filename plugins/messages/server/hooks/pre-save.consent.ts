import type { PreSaveContext } from '#engine';
import { toText } from '#engine/model';
import { isAddressOf, normalizeAddress, type Channel } from '../services/consent.ts';

/** The parts of an entry that never change; the person can, when records are merged. */
const FIXED = ['channel', 'address', 'state', 'source', 'text', 'at', 'by'] as const;

/** Entries of the ledger are added, and neither changed nor deleted. Each has its time and who entered it. */
export function addEntry(context: PreSaveContext<'consents'>): void {
  const { event, draft, clock } = context;
  if (event.kind !== 'create') {
    const changed = event.changed();
    if (event.kind !== 'update' || FIXED.some((field) => changed.has(field))) context.refuse('consent_not_changeable');
    return;
  }
  const channel = (toText(draft.channel) || 'email') as Channel;
  const address = toText(draft.address);
  if (!isAddressOf(channel, address)) context.refuse('consent_address_invalid');
  const isStaff = event.actor.kind !== 'system';
  if (isStaff && draft.state === 'Opted in' && toText(draft.text).trim() === '') context.refuse('consent_text_missing');
  draft.address = normalizeAddress(channel, address);
  if (isStaff) draft.source = 'Staff';
  draft.at = new Date(clock.now()).toISOString();
  if (event.actor.userId !== undefined) draft.by = event.actor.userId;
}

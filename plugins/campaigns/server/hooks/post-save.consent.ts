import type { EffectContext } from '#engine';
import { toText } from '#engine/model';
import { stopAfterOptOut } from '../services/stop-steps.ts';

/** Somebody who opts out gets no more steps. */
export async function endOnOptOut(context: EffectContext<'consents'>): Promise<void> {
  const { event, record } = context;
  if (event.kind !== 'create' || event.isBulkLoad || record?.state !== 'Opted out') return;
  await stopAfterOptOut(context, toText(record.channel), toText(record.address));
}

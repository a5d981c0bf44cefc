import type { EffectContext } from '#engine';
import { toText } from '#engine/model';
import { ENTER_AUDIENCE } from '../jobs/enter-audience.ts';

/** The audience of a campaign that begins, or goes on before all have entered, enters. */
export async function beginEntry({ event, record, addJob }: EffectContext<'campaigns'>): Promise<void> {
  if (event.isBulkLoad || record?.status !== 'Sending' || !event.changedFields.includes('status')) return;
  if (toText(record.started_by) === '' || toText(record.entered_at) !== '' || record.audience === 'Added') return;
  await addJob(ENTER_AUDIENCE, { campaign: event.id, round: toText(record.updatedAt), after: '' });
}

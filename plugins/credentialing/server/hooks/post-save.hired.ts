import { MusterError, SYSTEM_ACTOR, type Actor, type EffectContext } from '#engine';
import { buildCredentialing } from '../build/build-credentialing.ts';

/** Errors that say what is missing: the user reads them, and trying again changes nothing. */
const FINAL_CODES: readonly string[] = ['credentialing_setup_missing', 'credentialing_not_created', 'categories_missing'];

/** Builds the credentialing records of the placements of a sub that became Hired, in the batch of its save. */
export async function buildWhenHired(context: EffectContext<'subs'>): Promise<void> {
  const { event, record, records } = context;
  const mayBe = !event.isBulkLoad && (event.kind === 'create' || (event.kind === 'update' && event.changedFields.includes('status')));
  if (!mayBe || record?.status !== 'Hired' || record.deleted === true || !(await context.isLatest('status'))) return;
  const { data: placements } = await records.find(SYSTEM_ACTOR, {
    module: 'placements',
    filter: { subs_placements: event.id },
    fields: ['providers_placements', 'accounts_placements', 'name', 'assigned_to'],
    limit: 10,
  });
  // Who hires need not have the right to create the records that follow from it.
  const actor: Actor = { ...context.actor, kind: 'system', name: 'credentialing' };
  for (const placement of placements) {
    try {
      await buildCredentialing(context, { actor, placement, batchId: event.batchId });
    } catch (error) {
      if (!(error instanceof MusterError) || !FINAL_CODES.includes(error.code)) throw error;
      context.log.warn({ placement: placement._id, code: error.code }, 'A credentialing record was not built.');
    }
  }
}

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
      await notifyOfFailure(context, placement._id);
    }
  }
}

/** Nobody may be looking: who hired finds it under the bell, and builds the record from the placement when the cause is removed. */
async function notifyOfFailure({ event, notify }: EffectContext<'subs'>, placement: string): Promise<void> {
  const { userId } = event.actor;
  if (userId === undefined) return;
  const key = `${event.changeId}/${placement}`;
  await notify({ kind: 'credentialing_not_built', to: [userId], module: 'placements', record: placement, key, by: null });
}

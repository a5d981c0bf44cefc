import { MusterError, type Actor, type PluginRouteContext, type PluginRouteResponse, type VisibleRecord } from '#engine';
import { BUILT } from '../../shared/build.ts';
import { buildCredentialing, isRefusal } from '../build/build-credentialing.ts';

/** `POST /api/placements/:id/build-credentialing`: the record of the placement, built or found. */
export async function buildForPlacement(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { records, actor, rights, parameters, batchId } = context;
  if (!rights.module('credentialing').create) context.refuse('action_not_allowed');
  const placement = await records.get(actor, { module: 'placements', id: parameters['id'] ?? '' });
  const idempotency = context.idempotencyKeyFor('record');
  // What the record consists of follows from the setup: its items and agreements need no rights of their own.
  const builder: Actor = { ...actor, kind: 'system', name: 'credentialing' };
  const built = await buildCredentialing(context, { actor: builder, placement, batchId, idempotency }).catch((error: unknown) => {
    if (isRefusal(error)) throw error;
    context.log.error({ error, placement: placement._id }, 'A credentialing record could not be built.');
    return context.refuse('credentialing_not_created');
  });
  const record = await readBuilt(context, built.record);
  return {
    status: built.created ? 201 : 200,
    body: { ...record, _created: built.created, ...(built.created ? { _text: BUILT } : {}) },
    ...(built.batchId === undefined ? {} : { batchId: built.batchId }),
  };
}

/** The record as the caller may see it; of one that only others see, as those of other teams, its id. */
async function readBuilt({ records, actor }: PluginRouteContext, id: string): Promise<VisibleRecord> {
  try {
    return await records.get(actor, { module: 'credentialing', id });
  } catch (error) {
    if (error instanceof MusterError && error.code === 'record_not_found') return { _id: id };
    throw error;
  }
}

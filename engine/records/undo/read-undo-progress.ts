import type { Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { UndoProgress } from '#engine/model';
import type { RecordServices } from '../record-services.ts';
import type { ChangeEntry } from '../history/change-entry.ts';
import { CHANGE_KEYS, CHANGES_COLLECTION, UNDOS_COLLECTION } from '../collections.ts';
import type { UndoState } from './claim-undo.ts';

/** The progress of the undo of one of the actor's own batches; a System Admin can read it for any batch. */
export async function readUndoProgress(
  services: RecordServices,
  actor: Actor,
  { batchId }: { readonly batchId: string },
): Promise<UndoProgress> {
  const { rights } = await services.access.scope(actor);
  const [first] = await services.store.find({
    collection: CHANGES_COLLECTION.name,
    filter: { kind: 'equals', key: CHANGE_KEYS.batch, values: [batchId] },
    sort: [],
    limit: 1,
  });
  const owner = (first?.document as unknown as ChangeEntry | undefined)?.actor;
  if (owner === undefined || !(rights.unrestricted || owner.userId === actor.userId)) throw new MusterError('batch_not_found');
  const [stored] = await services.store.get(UNDOS_COLLECTION.name, [batchId]);
  const known = stored?.document as unknown as UndoState | undefined;
  const { total = 0, undone = 0, left = 0, reason = null } = known ?? {};
  return {
    state: known === undefined ? 'none' : stateOf(known, services.clock.now()),
    total,
    undone,
    left,
    reason,
    undoBatchId: known?.undo_batches.at(-1) ?? null,
  };
}

function stateOf({ state, until }: UndoState, now: number): UndoProgress['state'] {
  return state === 'running' && until <= now ? 'stopped' : state;
}

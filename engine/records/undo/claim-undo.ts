import type { Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { CollectionSchema } from '#engine/model/compiled';
import type { RecordDocument } from '#engine/model/values';
import type { UndoProgress, UndoState } from '#engine/model/wire';
import { updateSystemDocument } from '../documents/stored-document.ts';
import { findFirstChange } from '../history/change-entry.ts';
import type { RecordServices } from '../record-services.ts';

/** One document per batch that was undone or is being undone, with the id of the batch. */
export const UNDOS_COLLECTION: CollectionSchema = { name: '_undos', keys: [], indexes: [], contains: [] };

/** Milliseconds without progress after which a running undo counts as interrupted. */
const LEASE = 60_000;

/** Progress of an undo, in records. */
export interface UndoCount {
  readonly total: number;
  readonly undone: number;
  readonly left: number;
  /** The reason why the first of them was left. */
  readonly reason: string | null;
}

/** The stored state of the undo of a batch. */
interface StoredUndo extends Partial<UndoCount> {
  /** The batches that undos created, the latest last; `by` is the user of the latest. */
  readonly undo_batches: readonly string[];
  readonly by: string | null;
  /** `open`: some records of the batch were left, and can be tried again. */
  readonly state: 'running' | 'open' | 'done';
  /** While it runs: when its lease ends, in epoch milliseconds. */
  readonly until: number;
}

/** The lock for undoing a batch, which one request at a time holds. */
export interface UndoClaim {
  /** The batch that this undo creates or continues. */
  readonly undoBatchId: string;
  /** Batches of earlier undos of the same batch, including its own if it continues one. */
  readonly earlier: readonly string[];
  /** Extends the lease and stores the progress. */
  renew(count: UndoCount): Promise<void>;
  /** Releases the lock; `done`: nothing is left to undo. */
  end(done: boolean, count: UndoCount): Promise<void>;
}

/**
 * Locks a batch for undoing. An interrupted undo continues in its own batch when the same user requests it again.
 * Errors: `undo_in_progress`, `batch_undone`.
 */
export async function claimUndo(services: RecordServices, batchId: string, userId: string | undefined): Promise<UndoClaim> {
  const made = services.ids.next();
  let claimed: StoredUndo | undefined;
  let earlier: readonly string[] = [];
  await change(services, batchId, (before) => {
    if (before?.state === 'done') throw new MusterError('batch_undone', { data: { undoBatchId: before.undo_batches.at(-1) ?? null } });
    if (before?.state === 'running' && before.until > services.clock.now()) throw new MusterError('undo_in_progress');
    earlier = before?.undo_batches ?? [];
    const own = before !== undefined && before.by === (userId ?? null);
    claimed = {
      undo_batches: own ? earlier : [...earlier, made],
      by: userId ?? null,
      state: 'running',
      until: services.clock.now() + LEASE,
    };
    return claimed;
  });
  const state = claimed as unknown as StoredUndo;
  return {
    undoBatchId: state.undo_batches.at(-1) as string,
    earlier,
    renew: (count) => change(services, batchId, () => ({ ...state, ...count, until: services.clock.now() + LEASE })),
    end: (done, count) => change(services, batchId, () => ({ ...state, ...count, state: done ? 'done' : 'open', until: 0 })),
  };
}

async function change({ store }: RecordServices, batchId: string, next: (before: StoredUndo | undefined) => StoredUndo): Promise<void> {
  await updateSystemDocument(store, UNDOS_COLLECTION.name, batchId, (before: RecordDocument | undefined) => ({
    document: { ...next(before as unknown as StoredUndo | undefined) },
    keys: {},
    previousKeys: {},
  }));
}

/** The progress of the undo of one of the actor's own batches; a System Admin can read it for any batch. */
export async function readUndoProgress(
  services: RecordServices,
  actor: Actor,
  { batchId }: { readonly batchId: string },
): Promise<UndoProgress> {
  const { rights } = await services.access.scope(actor);
  const owner = (await findFirstChange(services.store, batchId))?.actor;
  if (owner === undefined || !(rights.unrestricted || owner.userId === actor.userId)) throw new MusterError('batch_not_found');
  const [stored] = await services.store.get(UNDOS_COLLECTION.name, [batchId]);
  const known = stored?.document as unknown as StoredUndo | undefined;
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

/** How far the undos of these batches are; absent: never requested. */
export async function readUndoStates(
  { store, clock }: Pick<RecordServices, 'store' | 'clock'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, UndoState>> {
  const found = await store.get(UNDOS_COLLECTION.name, ids);
  return new Map(
    ids.flatMap((id, at) => {
      const known = found[at]?.document as unknown as StoredUndo | undefined;
      return known === undefined ? [] : [[id, stateOf(known, clock.now())] as const];
    }),
  );
}

function stateOf({ state, until }: StoredUndo, now: number): UndoState {
  return state === 'running' && until <= now ? 'stopped' : state;
}

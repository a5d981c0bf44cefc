import { MusterError } from '../../errors/index.ts';
import type { RecordDocument } from '#engine/model';
import type { RecordServices } from '../record-services.ts';
import { UNDOS_COLLECTION } from '../collections.ts';
import { updateSystemDocument } from '../documents/write-system-document.ts';

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
export interface UndoState extends Partial<UndoCount> {
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
 * Errors: `undo_under_way`, `batch_undone`.
 */
export async function claimUndo(services: RecordServices, batchId: string, userId: string | undefined): Promise<UndoClaim> {
  const made = services.ids.next();
  let claimed: UndoState | undefined;
  let earlier: readonly string[] = [];
  await change(services, batchId, (before) => {
    if (before?.state === 'done') throw new MusterError('batch_undone', { data: { undoBatchId: before.undo_batches.at(-1) ?? null } });
    if (before?.state === 'running' && before.until > services.clock.now()) throw new MusterError('undo_under_way');
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
  const state = claimed as unknown as UndoState;
  return {
    undoBatchId: state.undo_batches.at(-1) as string,
    earlier,
    renew: (count) => change(services, batchId, () => ({ ...state, ...count, until: services.clock.now() + LEASE })),
    end: (done, count) => change(services, batchId, () => ({ ...state, ...count, state: done ? 'done' : 'open', until: 0 })),
  };
}

async function change({ store }: RecordServices, batchId: string, next: (before: UndoState | undefined) => UndoState): Promise<void> {
  await updateSystemDocument(store, UNDOS_COLLECTION.name, batchId, (before: RecordDocument | undefined) => ({
    document: { ...next(before as unknown as UndoState | undefined) },
    keys: {},
    previousKeys: {},
  }));
}

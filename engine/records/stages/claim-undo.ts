import { MusterError } from '../../errors/index.ts';
import type { RecordDocument } from '#engine/model';
import type { RecordServices } from '../record-services.ts';
import { UNDOS_COLLECTION } from '../shapes/collections.ts';
import { updateSystemDocument } from './write-system-document.ts';

/** Milliseconds after which an undoing that did not report is taken to have ended where it stood. */
const LEASE = 60_000;

/** How far an undoing is, in records. */
export interface UndoCount {
  readonly total: number;
  readonly undone: number;
  readonly left: number;
  /** Why the first of them was left. */
  readonly reason: string | null;
}

/** What is known of the undoing of a batch. */
export interface UndoState extends Partial<UndoCount> {
  /** Batches that undoings made, the latest last, and whose the latest is. */
  readonly undo_batches: readonly string[];
  readonly by: string | null;
  /** `open`: some of the batch was left, and may go back another time. */
  readonly state: 'running' | 'open' | 'done';
  /** While it runs: until when it is believed to. */
  readonly until: number;
}

/** The right to undo a batch, which one call at a time has. */
export interface UndoClaim {
  /** The batch that this undoing makes, or goes on with. */
  readonly undoBatchId: string;
  /** Batches of earlier undoings of the same batch, this one's own too if it goes on. */
  readonly earlier: readonly string[];
  /** Keeps the claim while the work goes on. */
  renew(count: UndoCount): Promise<void>;
  /** Gives it back; nothing is left to undo when it is done. */
  end(done: boolean, count: UndoCount): Promise<void>;
}

/**
 * Claims a batch for undoing. One that was cut off goes on in its own batch when the same user asks again. Errors:
 * `undo_under_way`, `batch_undone`.
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
    claimed = { undo_batches: own ? earlier : [...earlier, made], by: userId ?? null, state: 'running', until: services.clock.now() + LEASE };
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
  await updateSystemDocument(store, UNDOS_COLLECTION.name, batchId, (before: RecordDocument | undefined) => ({ document: { ...next(before as unknown as UndoState | undefined) }, keys: {}, previousKeys: {} }));
}

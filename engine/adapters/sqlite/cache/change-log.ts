import type { RecordKeys } from '#engine/model';
import type { StoreWrite } from '../../../ports/index.ts';

/** A committed change of one record; keys are `undefined` where the record did not exist. */
export interface Change {
  readonly position: number;
  readonly id: string;
  readonly rid: number;
  readonly before: RecordKeys | undefined;
  readonly after: RecordKeys | undefined;
}

const MAX_CHANGES = 4096;

interface Ring {
  /** Number of the first change in `changes`, counted from the creation of the ring. */
  first: number;
  changes: Change[];
}

/**
 * The latest changes of each watched collection, in commit order, so that cached values (totals, orders) can be updated
 * by replay. `epoch` is incremented when another process committed: values cached before that are invalid.
 */
export class ChangeLog {
  epoch = 0;
  readonly #rings = new Map<string, Ring>();

  /** Clears the log after a commit of another process, or when a change was missed. */
  forget(): void {
    this.epoch += 1;
    this.#rings.clear();
  }

  /** Returns the number of the next change of a collection. From now on the changes of the collection are logged. */
  watch(collection: string): number {
    let ring = this.#rings.get(collection);
    if (!ring) this.#rings.set(collection, (ring = { first: 0, changes: [] }));
    return ring.first + ring.changes.length;
  }

  add(write: StoreWrite, rid: number, position: number): void {
    const ring = this.#rings.get(write.collection);
    if (!ring) return;
    ring.changes.push({
      position,
      rid,
      id: write.kind === 'remove' ? write.id : write.document._id,
      before: write.kind === 'insert' ? undefined : write.previousKeys,
      after: write.kind === 'remove' ? undefined : write.keys,
    });
    if (ring.changes.length < MAX_CHANGES * 2) return;
    ring.changes.splice(0, MAX_CHANGES);
    ring.first += MAX_CHANGES;
  }

  /** Changes that a cached value does not contain, from its number `next` on; undefined when they are no longer all in the log. */
  since(collection: string, { epoch, next }: { readonly epoch: number; readonly next: number }): readonly Change[] | undefined {
    const ring = this.#rings.get(collection);
    if (!ring || epoch !== this.epoch || next < ring.first) return undefined;
    return next === ring.first + ring.changes.length ? NONE : ring.changes.slice(next - ring.first);
  }

  /** Number of the first change after a position; undefined when changes after it are no longer in the log. */
  numberAfter(collection: string, position: number, watchedFrom: number): number | undefined {
    const ring = this.#rings.get(collection);
    if (!ring || watchedFrom < ring.first) return undefined;
    let number = ring.first + ring.changes.length;
    while (number > watchedFrom && (ring.changes[number - ring.first - 1]?.position ?? 0) > position) number -= 1;
    return number;
  }
}

const NONE: readonly Change[] = [];

import type { RecordKeys } from '#engine/model/compiled';
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

/** From where on the changes are missing in a result, so that it can be brought up to date. */
export interface ReadMark {
  readonly epoch: number;
  /** Number of the first change that the result does not contain. */
  readonly next: number;
}

/**
 * The latest changes of each watched collection, in commit order, so that cached values (totals, orders) can be updated
 * by replay. `epoch` is incremented when the log is cleared: results of reads that began before that are not cached.
 */
export class ChangeLog {
  epoch = 0;
  readonly #rings = new Map<string, Ring>();

  forget(): void {
    this.epoch += 1;
    this.#rings.clear();
  }

  /** Marks the end of the log. From now on the changes of the collection are logged. */
  watch(collection: string): ReadMark {
    let ring = this.#rings.get(collection);
    if (!ring) this.#rings.set(collection, (ring = { first: 0, changes: [] }));
    return { epoch: this.epoch, next: ring.first + ring.changes.length };
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

  /** Changes that a result does not contain; undefined when they are no longer all in the log. */
  since(collection: string, { epoch, next }: ReadMark): readonly Change[] | undefined {
    const ring = this.#rings.get(collection);
    if (!ring || epoch !== this.epoch || next < ring.first) return undefined;
    return next === ring.first + ring.changes.length ? NONE : ring.changes.slice(next - ring.first);
  }

  /** Marks the first change after a position; `watched`: the mark from before the read. Undefined when changes after it are missing. */
  markAfter(collection: string, watched: ReadMark, position: number): ReadMark | undefined {
    const ring = this.#rings.get(collection);
    if (!ring || watched.epoch !== this.epoch || watched.next < ring.first) return undefined;
    let next = ring.first + ring.changes.length;
    while (next > watched.next && (ring.changes[next - ring.first - 1]?.position ?? 0) > position) next -= 1;
    return { epoch: this.epoch, next };
  }
}

const NONE: readonly Change[] = [];

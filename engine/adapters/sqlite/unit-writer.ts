import type { CommitResult, StaleRead, UnitOfWork } from '../../ports/index.ts';
import type { ChangeLog } from './change-log.ts';
import type { CollectionMap } from './collection.ts';
import type { Connection } from './connection.ts';
import type { DocumentCache } from './document-cache.ts';
import { findGuarded } from './find-guarded.ts';
import { Refusal, type Attempt } from './group-attempt.ts';
import { writeRecord } from './write-record.ts';

export interface UnitContext {
  readonly connection: Connection;
  readonly collections: CollectionMap;
  readonly log: ChangeLog;
  readonly documents: DocumentCache;
}

/** Checks and writes units of work inside the transaction of a group. */
export class UnitWriter {
  readonly #context: UnitContext;

  constructor(context: UnitContext) {
    this.#context = context;
  }

  /** Throws a `Refusal` when the unit is stale although something of it was written. */
  run(unit: UnitOfWork, attempt: Attempt): CommitResult {
    const stale = this.#checkReads(unit);
    if (stale.length > 0) return { committed: false, stale };
    const rids = this.#write(unit);
    if (!Array.isArray(rids)) return { committed: false, stale: [rids] };
    attempt.position += 1;
    const { position } = attempt;
    for (const area of unit.bumps ?? []) attempt.bumped.add(area);
    attempt.afterwards.push(() => {
      for (const [index, write] of unit.writes.entries()) {
        const rid = rids[index] ?? 0;
        this.#context.log.add(write, rid, position);
        this.#context.documents.forget(write.collection, rid);
      }
    });
    return { committed: true, position: String(position) };
  }

  #checkReads(unit: UnitOfWork): StaleRead[] {
    const { connection, collections } = this.#context;
    const stale: StaleRead[] = [];
    for (const check of unit.checks ?? []) {
      const row = connection.first(`SELECT v FROM ${collections.get(check.collection).table} WHERE id = ?`, [check.id]);
      const version = (row?.[0] as number | undefined) ?? null;
      if (version === check.version) continue;
      stale.push({ kind: check.version === null ? 'exists' : 'version', collection: check.collection, id: check.id });
    }
    for (const guard of unit.guards ?? []) {
      if (findGuarded(connection, collections, guard) !== undefined) stale.push({ kind: 'guard', collection: guard.collection });
    }
    return stale;
  }

  /** Answers the row numbers of the writes. */
  #write(unit: UnitOfWork): number[] | StaleRead {
    const { connection, collections } = this.#context;
    const rids: number[] = [];
    for (const [index, write] of unit.writes.entries()) {
      const refused = writeRecord(connection, collections.get(write.collection), write);
      if (typeof refused === 'number') {
        rids.push(refused);
        continue;
      }
      // A first write that is refused left nothing behind: SQLite undoes a statement that fails.
      if (index === 0 && refused.kind !== 'unique') return refused;
      throw new Refusal(refused);
    }
    return rids;
  }
}

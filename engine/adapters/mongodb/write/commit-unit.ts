import { setTimeout as sleep } from 'node:timers/promises';
import { MongoError, MongoServerError, type ClientSession, type MongoClient, type Timestamp } from 'mongodb';
import { MusterError } from '../../../errors/index.ts';
import type { CommitResult, CommitConflict, UnitOfWork } from '../../../ports/index.ts';
import type { MarkerSlot } from '../cache/query-cache.ts';
import { claimLocks, findVersionConflicts, findAbsenceConflicts } from './check-unit.ts';
import type { QueryContext } from '../query/plan-query.ts';
import { killAbandonedTransactions } from '../server/kill-abandoned-transactions.ts';
import { isSocketError, isTransient, mayHaveCommitted } from '../server/translate-error.ts';
import { UnitConflictError, writeUnit } from './write-unit.ts';

/** Milliseconds during which a unit is retried when it conflicts with others or the primary changes. */
export const RETRY_TIMEOUT = 20_000;
/** A commit that a majority does not confirm within this time, in milliseconds, is sent again. */
const MAX_COMMIT_TIME = 5_000;
/** A transaction that conflicts for longer than this, in milliseconds, may be abandoned. */
const ABANDONED_CHECK_DELAY = 1_500;
const DUPLICATE = 11000;

/**
 * Runs a unit as one transaction, and again on conflicts until `end`. When it resolves, the commit is durable on a majority.
 * Throws `store_unavailable`, and `save_unconfirmed` when the outcome is unknown.
 */
export async function commitUnit(
  client: MongoClient,
  unit: UnitOfWork,
  context: QueryContext,
  slot: MarkerSlot,
  end: number,
): Promise<CommitResult> {
  const session = client.startSession();
  let checkAt = Date.now() + ABANDONED_CHECK_DELAY;
  try {
    for (let attempt = 1; ; attempt += 1) {
      const result = await tryUnit(client, session, unit, context, slot, end);
      if (result !== 'again') return result;
      if (Date.now() > end) throw new MusterError('store_unavailable');
      if (Date.now() > checkAt) {
        await killAbandonedTransactions(client);
        checkAt = Date.now() + ABANDONED_CHECK_DELAY;
      }
      await sleep(Math.random() * Math.min(100, 4 * 2 ** Math.min(attempt, 5)));
    }
  } finally {
    await session.endSession();
  }
}

/**
 * Tries to commit merged units once. Undefined: nothing was committed, because one of the units failed or another
 * transaction conflicted. Throws `save_unconfirmed` when the outcome is unknown.
 */
export async function tryCommit(
  client: MongoClient,
  merged: UnitOfWork,
  context: QueryContext,
  slot: MarkerSlot,
  end: number,
): Promise<CommitResult | undefined> {
  const session = client.startSession();
  try {
    begin(session);
    try {
      if ((await runUnit(session, merged, context, slot)).length > 0) throw new UnitConflictError('look');
    } catch {
      await abort(session);
      return undefined;
    }
    const result = await finish(client, session, slot, end);
    return result === 'again' ? undefined : result;
  } finally {
    await session.endSession();
  }
}

function begin(session: ClientSession): void {
  session.startTransaction({
    readConcern: { level: 'snapshot' },
    writeConcern: { w: 'majority', journal: true },
    readPreference: 'primary',
    maxCommitTimeMS: MAX_COMMIT_TIME,
  });
}

async function tryUnit(
  client: MongoClient,
  session: ClientSession,
  unit: UnitOfWork,
  context: QueryContext,
  slot: MarkerSlot,
  end: number,
): Promise<CommitResult | 'again'> {
  begin(session);
  try {
    const conflicts = await runUnit(session, unit, context, slot);
    if (conflicts.length > 0) {
      await abort(session);
      return { committed: false, conflicts };
    }
  } catch (error) {
    await abort(session);
    if (error instanceof UnitConflictError)
      return error.conflicts === 'look' ? findWriteConflicts(unit, context) : { committed: false, conflicts: error.conflicts };
    if (isTransient(error) || isClaimCollision(error)) return 'again';
    throw error;
  }
  return finish(client, session, slot, end);
}

async function runUnit(session: ClientSession, unit: UnitOfWork, context: QueryContext, slot: MarkerSlot): Promise<CommitConflict[]> {
  const own: QueryContext = { ...context, session };
  await claimLocks(unit.absenceChecks ?? [], own);
  const conflicts = [...(await findVersionConflicts(unit, own)), ...(await findAbsenceConflicts(unit.absenceChecks ?? [], own))];
  if (conflicts.length > 0) return conflicts;
  await writeUnit(unit, own);
  await slot.writeMarkers(unit, context.schemaRegistry, session);
  return conflicts;
}

/**
 * Sends a commit with an unknown outcome again until the outcome is known: the server commits only once, however often it is
 * sent. Throws `store_unavailable` when no commit can have arrived, `save_unconfirmed` when one may have.
 */
async function finish(client: MongoClient, session: ClientSession, slot: MarkerSlot, end: number): Promise<CommitResult | 'again'> {
  let mayHaveArrived = false;
  for (;;) {
    try {
      await session.commitTransaction();
      slot.confirm();
      // A session that ran no command has no operation time yet.
      if (session.operationTime === undefined) await client.db('admin').command({ ping: 1 }, { session });
      return { committed: true, position: readPosition(session.operationTime) };
    } catch (error) {
      if (!(error instanceof MongoError) && !isSocketError(error)) throw error;
      const isUnknown = mayHaveCommitted(error);
      if (!isUnknown && isTransient(error)) return 'again';
      mayHaveArrived ||= isUnknown;
      if (!mayHaveArrived) throw new MusterError('store_unavailable', { cause: error });
      if (Date.now() > end) throw new MusterError('save_unconfirmed', { cause: error });
      await sleep(50);
    }
  }
}

/** Formats the cluster time as a decimal integer. */
function readPosition(time: Timestamp | undefined): string {
  return time === undefined ? '0' : ((BigInt(time.getHighBitsUnsigned()) << 32n) | BigInt(time.getLowBitsUnsigned())).toString();
}

async function abort(session: ClientSession): Promise<void> {
  try {
    if (session.inTransaction()) await session.abortTransaction();
  } catch {
    // The server discards a transaction that is not committed.
  }
}

/** The number of changed records showed that a record was outdated; this finds out which one, outside of the transaction. */
async function findWriteConflicts(unit: UnitOfWork, context: QueryContext): Promise<CommitResult | 'again'> {
  const conflicts = new Map<string, CommitConflict>();
  const versions = new Map<string, number | undefined>();
  for (const write of unit.writes) {
    const id = write.kind === 'remove' ? write.id : write.document._id;
    const name = `${write.collection} ${id}`;
    if (!versions.has(name))
      versions.set(name, (await context.schemaRegistry.collection(write.collection).findOne({ _id: id }, { projection: { v: 1 } }))?.v);
    if (write.kind !== 'insert' && versions.get(name) !== write.expectedVersion && !conflicts.has(name))
      conflicts.set(name, { kind: 'version', collection: write.collection, id });
    versions.set(name, write.kind === 'remove' ? undefined : write.document._version);
  }
  return conflicts.size > 0 ? { committed: false, conflicts: [...conflicts.values()] } : 'again';
}

/** Two units that create the same claim document for the first time. */
function isClaimCollision(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { MongoError, MongoServerError, type ClientSession, type MongoClient, type Timestamp } from 'mongodb';
import { MusterError } from '../../errors/index.ts';
import type { CommitResult, StaleRead, UnitOfWork } from '../../ports/index.ts';
import type { Slot } from './change-book.ts';
import { claimLocks, findStaleChecks, findStaleGuards } from './check-unit.ts';
import type { QuerySettings } from './run-query.ts';
import { releaseAbandoned } from './release-abandoned.ts';
import { isSocketError, isTransient, mayHaveCommitted } from './translate-error.ts';
import { StaleUnit, writeUnit } from './write-unit.ts';

/** How long a unit is tried again when others get in its way or the primary changes. */
export const PATIENCE = 20_000;
/** A commit that a majority does not confirm in this time is asked again. */
const COMMIT_TIME = 5_000;
/** Whoever is in the way for longer than this may be gone. */
const UNUSUAL = 1_500;
const DUPLICATE = 11000;

/** Runs a unit as one transaction, again when it meets another, until `end`; durable on a majority when it answers. */
export async function commitUnit(client: MongoClient, unit: UnitOfWork, settings: QuerySettings, slot: Slot, end: number): Promise<CommitResult> {
  const session = client.startSession();
  let lookAt = Date.now() + UNUSUAL;
  try {
    for (let attempt = 1; ; attempt += 1) {
      const result = await tryUnit(client, session, unit, settings, slot, end);
      if (result !== 'again') return result;
      if (Date.now() > end) throw new MusterError('store_unavailable');
      if (Date.now() > lookAt) {
        await releaseAbandoned(client);
        lookAt = Date.now() + UNUSUAL;
      }
      await sleep(Math.random() * Math.min(100, 4 * 2 ** Math.min(attempt, 5)));
    }
  } finally {
    await session.endSession();
  }
}

/**
 * Tries several units as one, once. Undefined: nothing stands, and one of them, or somebody else, is why. Errors:
 * `store_unavailable` when it is not known whether it stands.
 */
export async function tryCommit(client: MongoClient, merged: UnitOfWork, settings: QuerySettings, slot: Slot, end: number): Promise<CommitResult | undefined> {
  const session = client.startSession();
  try {
    begin(session);
    try {
      if ((await runUnit(session, merged, settings, slot)).length > 0) throw new StaleUnit('look');
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
  session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', journal: true }, readPreference: 'primary', maxCommitTimeMS: COMMIT_TIME });
}

async function tryUnit(client: MongoClient, session: ClientSession, unit: UnitOfWork, settings: QuerySettings, slot: Slot, end: number): Promise<CommitResult | 'again'> {
  begin(session);
  try {
    const stale = await runUnit(session, unit, settings, slot);
    if (stale.length > 0) {
      await abort(session);
      return { committed: false, stale };
    }
  } catch (error) {
    await abort(session);
    if (error instanceof StaleUnit) return error.stale === 'look' ? refuseWithReason(unit, settings) : { committed: false, stale: error.stale };
    if (isTransient(error) || isClaimCollision(error)) return 'again';
    throw error;
  }
  return finish(client, session, slot, end);
}

async function runUnit(session: ClientSession, unit: UnitOfWork, settings: QuerySettings, slot: Slot): Promise<StaleRead[]> {
  const own: QuerySettings = { ...settings, session };
  await claimLocks(unit.guards ?? [], own);
  const stale = [...(await findStaleChecks(unit, own)), ...(await findStaleGuards(unit.guards ?? [], own))];
  if (stale.length > 0) return stale;
  await writeUnit(unit, own);
  await slot.mark(unit, settings.book, session);
  return stale;
}

/** A commit whose outcome is unknown is asked again until it is known: it happens once, however often it is asked. */
async function finish(client: MongoClient, session: ClientSession, slot: Slot, end: number): Promise<CommitResult | 'again'> {
  for (;;) {
    try {
      await session.commitTransaction();
      slot.keep();
      // A unit that asked nothing of the server has not heard the time yet.
      if (session.operationTime === undefined) await client.db('admin').command({ ping: 1 }, { session });
      return { committed: true, position: readPosition(session.operationTime) };
    } catch (error) {
      if (!(error instanceof MongoError) && !isSocketError(error)) throw error;
      const isUnknown = mayHaveCommitted(error);
      if (!isUnknown && isTransient(error)) return 'again';
      if (!isUnknown || Date.now() > end) throw new MusterError('store_unavailable', { cause: error });
      await sleep(50);
    }
  }
}

/** Cluster time as a whole number in decimal. */
function readPosition(time: Timestamp | undefined): string {
  return time === undefined ? '0' : ((BigInt(time.getHighBitsUnsigned()) << 32n) | BigInt(time.getLowBitsUnsigned())).toString();
}

async function abort(session: ClientSession): Promise<void> {
  try {
    if (session.inTransaction()) await session.abortTransaction();
  } catch {
    // The server forgets a transaction that is not committed.
  }
}

/** A count of changed records said that one was stale; which one is seen outside of the transaction. */
async function refuseWithReason(unit: UnitOfWork, settings: QuerySettings): Promise<CommitResult | 'again'> {
  const stale = new Map<string, StaleRead>();
  const versions = new Map<string, number | undefined>();
  for (const write of unit.writes) {
    const id = write.kind === 'remove' ? write.id : write.document._id;
    const name = `${write.collection} ${id}`;
    if (!versions.has(name)) versions.set(name, (await settings.book.collection(write.collection).findOne({ _id: id }, { projection: { v: 1 } }))?.v);
    if (write.kind !== 'insert' && versions.get(name) !== write.expectedVersion && !stale.has(name)) stale.set(name, { kind: 'version', collection: write.collection, id });
    versions.set(name, write.kind === 'remove' ? undefined : write.document._version);
  }
  return stale.size > 0 ? { committed: false, stale: [...stale.values()] } : 'again';
}

/** Two units that make the same claim document for the first time. */
function isClaimCollision(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE;
}

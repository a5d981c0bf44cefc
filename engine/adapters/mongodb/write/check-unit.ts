import { createHash, randomBytes } from 'node:crypto';
import type { Document } from 'mongodb';
import { notOf, allOf, type FilterNode } from '#engine/model/filter';
import type { AbsenceCheck, CommitConflict, UnitOfWork, VersionCheck } from '../../../ports/index.ts';
import { compileQuery, type QueryContext } from '../query/plan-query.ts';

/**
 * All lock keys share this many claim documents, so that their number never grows. Two lock keys with the same claim
 * document only wait for each other.
 */
const CLAIM_COUNT = 65_536;

/**
 * Writes the claim documents of the absence checks' lock keys. Units that share a lock key then conflict, so that the
 * later one sees what the earlier one wrote. Without claims such transactions would not conflict.
 */
export async function claimLocks(absenceChecks: readonly AbsenceCheck[], context: QueryContext): Promise<void> {
  const claimIds = getClaimIds(absenceChecks);
  if (claimIds.size === 0) return;
  const mark = randomBytes(6).toString('base64');
  const operations = [...claimIds].map((_id) => ({ updateOne: { filter: { _id }, update: { $set: { mark } }, upsert: true } }));
  await context.schemaRegistry.claims.bulkWrite(operations, { ordered: true, ...inSession(context) });
}

/** Ids of the claim documents of the absence checks' lock keys. */
export function getClaimIds(absenceChecks: readonly AbsenceCheck[]): Set<number> {
  return new Set(absenceChecks.flatMap((guard) => guard.lockKeys.map((lockKey) => getClaimId(guard.collection, lockKey))));
}

function getClaimId(collection: string, lockKey: string): number {
  return createHash('sha1').update(collection).update('\u0000').update(lockKey).digest().readUInt32BE(0) % CLAIM_COUNT;
}

function inSession(context: QueryContext): Document {
  return context.session === undefined ? {} : { session: context.session };
}

/** Returns a conflict for each absence check that finds a record. */
export async function findAbsenceConflicts(absenceChecks: readonly AbsenceCheck[], context: QueryContext): Promise<CommitConflict[]> {
  const conflicts: CommitConflict[] = [];
  for (const guard of absenceChecks) {
    const others: FilterNode =
      guard.exceptIds.length === 0 ? guard.filter : allOf([guard.filter, notOf({ kind: 'ids', ids: guard.exceptIds })]);
    const filter = await compileQuery({ collection: guard.collection, filter: others }, context);
    const found = await context.schemaRegistry
      .collection(guard.collection)
      .aggregate([...filter.stages, { $match: filter.match }, { $limit: 1 }, { $project: { _id: 1 } }], inSession(context))
      .toArray();
    if (found.length > 0) conflicts.push({ kind: 'absence', collection: guard.collection });
  }
  return conflicts;
}

/**
 * Returns a conflict for each version check that fails. A record that the unit reads and does not write gets a marker, so
 * that a concurrent transaction that writes it conflicts. A record that the unit writes is checked by that write.
 */
export async function findVersionConflicts(unit: UnitOfWork, context: QueryContext): Promise<CommitConflict[]> {
  const conflicts: CommitConflict[] = [];
  const written = new Set(unit.writes.map((write) => `${write.collection} ${write.kind === 'remove' ? write.id : write.document._id}`));
  for (const check of unit.versionChecks ?? []) {
    const holds = await checkHolds(check, context, written.has(`${check.collection} ${check.id}`));
    if (!holds) conflicts.push({ kind: 'version', collection: check.collection, id: check.id });
  }
  return conflicts;
}

async function checkHolds(check: VersionCheck, context: QueryContext, written: boolean): Promise<boolean> {
  const collection = context.schemaRegistry.collection(check.collection);
  const session = inSession(context);
  if (written || check.version === null) {
    const found = await collection.findOne({ _id: check.id }, { projection: { v: 1 }, ...session });
    if ((found?.v ?? null) !== check.version) return false;
    if (written || check.version !== null) return true;
    // Inserted and deleted in the same transaction, so that it conflicts with a transaction that creates this record meanwhile.
    await collection.insertOne({ _id: check.id, v: 0, dv: 0, d: {}, k: {} }, session);
    await collection.deleteOne({ _id: check.id }, session);
    return true;
  }
  const marked = await collection.updateOne(
    { _id: check.id, v: check.version },
    { $set: { r: randomBytes(6).toString('base64') } },
    session,
  );
  return marked.matchedCount === 1;
}

import { createHash, randomBytes } from 'node:crypto';
import type { Document } from 'mongodb';
import { notOf, allOf, type FilterNode } from '#engine/model';
import type { AbsenceGuard, StaleRead, UnitOfWork, VersionCheck } from '../../ports/index.ts';
import { compileQuery, type QuerySettings } from './run-query.ts';

/** Lock keys share this many claim documents, so that they never grow; two keys in one place only wait for each other. */
const CLAIM_PLACES = 65_536;

/**
 * Writes the claim documents of the guards' lock keys: units that share one conflict, so that the later sees what the
 * earlier wrote, which no transaction here would otherwise do.
 */
export async function claimLocks(guards: readonly AbsenceGuard[], settings: QuerySettings): Promise<void> {
  const places = placesOfGuards(guards);
  if (places.size === 0) return;
  const mark = randomBytes(6).toString('base64');
  const operations = [...places].map((_id) => ({ updateOne: { filter: { _id }, update: { $set: { mark } }, upsert: true } }));
  await settings.book.claims.bulkWrite(operations, { ordered: true, ...inSession(settings) });
}

/** The claim documents of the guards' lock keys. */
export function placesOfGuards(guards: readonly AbsenceGuard[]): Set<number> {
  return new Set(guards.flatMap((guard) => guard.lockKeys.map((lockKey) => placeOf(guard.collection, lockKey))));
}

function placeOf(collection: string, lockKey: string): number {
  return createHash('sha1').update(collection).update('\u0000').update(lockKey).digest().readUInt32BE(0) % CLAIM_PLACES;
}

function inSession(settings: QuerySettings): Document {
  return settings.session === undefined ? {} : { session: settings.session };
}

/** The guards that find something. */
export async function findStaleGuards(guards: readonly AbsenceGuard[], settings: QuerySettings): Promise<StaleRead[]> {
  const stale: StaleRead[] = [];
  for (const guard of guards) {
    const others: FilterNode = guard.exceptIds.length === 0 ? guard.filter : allOf([guard.filter, notOf({ kind: 'ids', ids: guard.exceptIds })]);
    const filter = await compileQuery({ collection: guard.collection, filter: others }, settings);
    const found = await settings.book.collection(guard.collection).aggregate([...filter.stages, { $match: filter.match }, { $limit: 1 }, { $project: { _id: 1 } }], inSession(settings)).toArray();
    if (found.length > 0) stale.push({ kind: 'guard', collection: guard.collection });
  }
  return stale;
}

/**
 * The checks that no longer hold. What a unit reads and does not write is marked, so that another that writes it
 * meanwhile conflicts; what the unit writes is checked by that write.
 */
export async function findStaleChecks(unit: UnitOfWork, settings: QuerySettings): Promise<StaleRead[]> {
  const stale: StaleRead[] = [];
  const written = new Set(unit.writes.map((write) => `${write.collection} ${write.kind === 'remove' ? write.id : write.document._id}`));
  for (const check of unit.checks ?? []) {
    const holds = await checkHolds(check, settings, written.has(`${check.collection} ${check.id}`));
    if (!holds) stale.push({ kind: 'version', collection: check.collection, id: check.id });
  }
  return stale;
}

async function checkHolds(check: VersionCheck, settings: QuerySettings, written: boolean): Promise<boolean> {
  const collection = settings.book.collection(check.collection);
  const session = inSession(settings);
  if (written || check.version === null) {
    const found = await collection.findOne({ _id: check.id }, { projection: { v: 1 }, ...session });
    if ((found?.v ?? null) !== check.version) return false;
    if (written || check.version !== null) return true;
    // Coming and going in the same transaction, it conflicts with whoever makes this record meanwhile.
    await collection.insertOne({ _id: check.id, v: 0, dv: 0, d: {}, k: {} }, session);
    await collection.deleteOne({ _id: check.id }, session);
    return true;
  }
  const marked = await collection.updateOne({ _id: check.id, v: check.version }, { $set: { r: randomBytes(6).toString('base64') } }, session);
  return marked.matchedCount === 1;
}

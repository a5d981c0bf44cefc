import type { StoreInspection } from '../../ports/index.ts';
import { CHANGES_COLLECTION } from '../../records/index.ts';
import { findUnusedIndexes } from '../../indexes/index.ts';
import { MATCH_ALL } from '#engine/model/filter';
import { formatBytes, toText } from '#engine/model/values';
import { MAX_EXAMPLES, type CheckResult, type StoreChecks } from './contract.ts';

/** A log that is longer than what a store keeps in normal use (192 MiB) cannot be emptied. */
const LONG_LOG = 256 * 1_048_576;
/** Milliseconds by which two clocks may differ. */
const CLOCK_TOLERANCE = 5_000;
/** Milliseconds for which an index must have been observed before it is called unused. */
const OBSERVATION = 30 * 24 * 3_600_000;

/** The structure of the database. */
export function checkIntegrity({ damages }: StoreInspection): CheckResult {
  const base = { check: 'integrity', title: 'Integrity' } as const;
  if (damages === undefined) return { ...base, state: 'ok', text: 'The database server checks its files itself.' };
  if (damages.length === 0) return { ...base, state: 'ok', text: 'SQLite found no damage.' };
  return {
    ...base,
    state: 'problem',
    text: `SQLite found damage in ${damages.length} places.`,
    advice: 'Stop the product, copy the data folder, and restore the last backup that is whole. Check the disk.',
    examples: damages.slice(0, MAX_EXAMPLES),
  };
}

/** Indexes that the definitions need and the database does not have. */
export function checkIndexes({ missing }: StoreInspection): CheckResult {
  const base = { check: 'indexes', title: 'Indexes' } as const;
  if (missing.length === 0) return { ...base, state: 'ok', text: 'The database has every index of the definitions.' };
  return {
    ...base,
    state: 'problem',
    text: `${missing.length} indexes or collections are missing: searches are slow or fail.`,
    advice: 'Run `npm run migrate`, or restart the product: both create them.',
    examples: missing
      .slice(0, MAX_EXAMPLES)
      .map(({ collection, keys }) => (keys.length === 0 ? collection : `${collection}: ${keys.join(', ')}`)),
  };
}

/** Indexes that no query has used for a month. */
export async function checkUnusedIndexes({ store, snapshot, now, missingCollections }: StoreChecks): Promise<CheckResult> {
  const base = { check: 'unused-indexes', title: 'Unused indexes' } as const;
  const unused = missingCollections.has('_index_uses') ? [] : await findUnusedIndexes(store, snapshot, now, OBSERVATION);
  if (unused.length === 0) return { ...base, state: 'ok', text: 'No index was unused for 30 days.' };
  return {
    ...base,
    state: 'warning',
    text: `${unused.length} indexes were not used for 30 days or longer: they make saves slower.`,
    advice: 'Drop those that no report of the month or year needs, at Administration, Indexes.',
    examples: unused
      .slice(0, MAX_EXAMPLES)
      .map(({ module, fields, since }) => `${module}: ${fields.join(', ')} (since ${since.slice(0, 10)})`),
  };
}

/** Size of the database, and whether its write-ahead log is emptied. */
export async function checkSize({ store }: Pick<StoreChecks, 'store'>): Promise<CheckResult> {
  const { bytes, logBytes } = await store.measure();
  const log = logBytes === undefined ? '' : `, write-ahead log ${formatBytes(logBytes)}`;
  const base = { check: 'size', title: 'Size', text: `Database ${formatBytes(bytes)}${log}.` } as const;
  if ((logBytes ?? 0) < LONG_LOG) return { ...base, state: 'ok' };
  return {
    ...base,
    state: 'warning',
    advice: 'The log is long while a backup or an export runs. If it stays long, restart the product: a read that does not end holds it.',
  };
}

/** The clock, against that of the database server and against the newest save. */
export async function checkClock(checks: StoreChecks, { serverTime }: StoreInspection): Promise<CheckResult> {
  const { store, now, missingCollections } = checks;
  const base = { check: 'clock', title: 'Clock' } as const;
  const advice = 'Synchronize the clocks of all machines (NTP). Delayed jobs wait for the time that they were given.';
  const difference = serverTime === undefined ? 0 : serverTime - now;
  if (Math.abs(difference) > CLOCK_TOLERANCE)
    return {
      ...base,
      state: 'problem',
      text: `This machine and the database server differ by ${Math.round(difference / 1000)} s.`,
      advice,
    };
  const sort = [{ kind: 'id', descending: true }] as const;
  const [last] = missingCollections.has(CHANGES_COLLECTION.name)
    ? []
    : await store.find({ collection: CHANGES_COLLECTION.name, filter: MATCH_ALL, sort, limit: 1 });
  const at = last === undefined ? 0 : Date.parse(toText(last.document['at']));
  if (at - now > CLOCK_TOLERANCE)
    return { ...base, state: 'problem', text: `The newest save is of ${new Date(at).toISOString()}, which is in the future.`, advice };
  return { ...base, state: 'ok', text: `${new Date(now).toISOString()}; no save is in the future.` };
}

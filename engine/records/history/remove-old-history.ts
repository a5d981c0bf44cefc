import type { ClockPort, StorePort } from '../../ports/index.ts';
import type { DefinitionSnapshot } from '../../registry/index.ts';
import { allOf, notOf, type FilterNode } from '#engine/model/filter';
import { BATCHES_COLLECTION, BATCH_KEYS, batchKeysOf, readBatch } from '../batches/stored-batch.ts';
import { removeInRounds, type RemovalOptions } from '../documents/stored-document.ts';
import { UNDOS_COLLECTION } from '../undo/claim-undo.ts';
import { AUDIT_COLLECTION, auditKeysOf } from './audit-entry.ts';
import {
  auditDaysOf,
  changeKeysOf,
  type ChangeEntry,
  CHANGE_KEYS,
  CHANGES_COLLECTION,
  daysBefore,
  lowestIdOf,
  undoDaysOf,
} from './change-entry.ts';

/** Entries removed in one commit: few enough that saves never wait long for it. */
const ROUND = 200;

/** Maximum rounds per run and collection; the rest is removed in the next run. */
const MAX_ROUNDS = 500;

/** Services needed for removing history. */
export interface HistoryServices {
  readonly store: StorePort;
  readonly clock: ClockPort;
  /** The current definitions, for the settings. */
  current(): DefinitionSnapshot;
}

/** The numbers of removed entries. */
export interface RemovedHistory {
  readonly changes: number;
  readonly undos: number;
  readonly audit: number;
}

/**
 * Removes expired history: batches and changes that are older than the undo window (setting `undo_days`), unless their effects are
 * still pending, and audit entries that are older than the setting `audit_retention_days`, if it is set. At most
 * 100,000 of each per run, in small commits. Errors: of the store.
 */
export async function removeOldHistory(services: HistoryServices): Promise<RemovedHistory> {
  const { clock } = services;
  const snapshot = services.current();
  const undoable: FilterNode = { kind: 'idRange', lt: lowestIdOf(daysBefore(clock.now(), undoDaysOf(snapshot))) };
  const due: FilterNode = { kind: 'exists', keys: [CHANGE_KEYS.pending] };
  const changes = await removeAll(services, CHANGES_COLLECTION.name, allOf([undoable, notOf(due)]), (document) =>
    changeKeysOf(document as unknown as ChangeEntry),
  );
  const undos = await removeAll(services, UNDOS_COLLECTION.name, undoable, () => ({}));
  const ended: FilterNode = { kind: 'range', key: BATCH_KEYS.at, lt: daysBefore(clock.now(), undoDaysOf(snapshot)) };
  await removeAll(services, BATCHES_COLLECTION.name, ended, (document) => batchKeysOf(readBatch(document)));
  const days = auditDaysOf(snapshot);
  const audit =
    days === undefined
      ? 0
      : await removeAll(services, AUDIT_COLLECTION.name, { kind: 'idRange', lt: lowestIdOf(daysBefore(clock.now(), days)) }, (document) =>
          auditKeysOf(document),
        );
  return { changes, undos, audit };
}

function removeAll({ store }: HistoryServices, collection: string, filter: FilterNode, keysOf: RemovalOptions['keysOf']): Promise<number> {
  return removeInRounds(store, { collection, filter, keysOf, round: ROUND, maxRounds: MAX_ROUNDS });
}

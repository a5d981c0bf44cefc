import type { ClockPort, StorePort } from '../../ports/index.ts';
import type { DefinitionSnapshot } from '../../registry/index.ts';
import { allOf, notOf, type FilterNode } from '#engine/model';
import { AUDIT_COLLECTION, CHANGE_KEYS, CHANGES_COLLECTION, UNDOS_COLLECTION } from '../shapes/collections.ts';
import { auditKeysOf } from '../stages/write-history.ts';
import { removeInRounds, type RemovalOptions } from '../stages/remove-in-rounds.ts';
import { auditDaysOf, daysBefore, lowestIdOf, undoDaysOf } from '../stages/undo-window.ts';

/** Entries removed in one commit: few enough that saves never wait long behind it. */
const ROUND = 200;
/** Rounds of one call for one collection; what is left goes the next time. */
const MAX_ROUNDS = 500;

/** What clearing history needs. */
export interface HistoryServices {
  readonly store: StorePort;
  readonly clock: ClockPort;
  /** The definitions in force, for the settings. */
  current(): DefinitionSnapshot;
}

/** How many entries were removed. */
export interface RemovedHistory {
  readonly changes: number;
  readonly undos: number;
  readonly audit: number;
}

/**
 * Removes what history need not keep: changes past the days in which a batch can be undone (setting `undo_days`), unless
 * their effects are still due, and audit entries past the setting `audit_retention_days`, if there is one. At most 100,000
 * of each in one call, in small commits. Errors: of the store.
 */
export async function removeOldHistory(services: HistoryServices): Promise<RemovedHistory> {
  const { clock } = services;
  const snapshot = services.current();
  const undoable: FilterNode = { kind: 'idRange', lt: lowestIdOf(daysBefore(clock.now(), undoDaysOf(snapshot))) };
  const due: FilterNode = { kind: 'exists', keys: [CHANGE_KEYS.pending] };
  const changes = await removeAll(services, CHANGES_COLLECTION.name, allOf([undoable, notOf(due)]), ({ batch_id: batch }) => ({ batch: batch as string }));
  const undos = await removeAll(services, UNDOS_COLLECTION.name, undoable, () => ({}));
  const days = auditDaysOf(snapshot);
  const audit = days === undefined ? 0 : await removeAll(services, AUDIT_COLLECTION.name, { kind: 'idRange', lt: lowestIdOf(daysBefore(clock.now(), days)) }, (document) => auditKeysOf(document));
  return { changes, undos, audit };
}

function removeAll({ store }: HistoryServices, collection: string, filter: FilterNode, keysOf: RemovalOptions['keysOf']): Promise<number> {
  return removeInRounds(store, { collection, filter, keysOf, round: ROUND, maxRounds: MAX_ROUNDS });
}

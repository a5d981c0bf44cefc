import type { CollectionSchema } from '#engine/model/compiled';
import type { WorkflowDefinition } from '#engine/model/definitions';
import type { BacktestState, BacktestView } from '#engine/model/wire';
import type { JsonObject, RecordDocument } from '#engine/model/values';
import type { StorePort } from '../../../ports/index.ts';
import { createDocumentWrite, defineKey, readStoredDocument } from '../../../records/index.ts';

/** A backtest as it is stored. Times in epoch milliseconds. */
export interface StoredBacktest extends Pick<BacktestView, 'scanned' | 'total' | 'skipped' | 'counts' | 'saves'> {
  readonly _id: string;
  readonly _version: number;
  readonly workflow: string;
  /** Name that keys have for the module. */
  readonly module: string;
  readonly days: number;
  readonly change_set: { readonly _id: string; readonly name: string } | null;
  /** The version of the draft; null: none. */
  readonly draft: WorkflowDefinition | null;
  /** The published version, if it is active; null: there is none. */
  readonly live: WorkflowDefinition | null;
  readonly state: BacktestState;
  readonly at: number;
  readonly ended: number | null;
  readonly error: string | null;
}

export const BACKTEST_KEYS = { at: defineKey('at', 'number') } as const;

/** Backtests of workflows, for some days. */
export const BACKTESTS_COLLECTION: CollectionSchema = {
  name: '_workflow_backtests',
  keys: Object.values(BACKTEST_KEYS),
  indexes: [{ keys: ['at'] }],
  contains: [],
};

/** A backtest; undefined: there is none. */
export async function findBacktest(store: StorePort, id: string): Promise<StoredBacktest | undefined> {
  return (await readStoredDocument(store, BACKTESTS_COLLECTION, id)) as unknown as StoredBacktest | undefined;
}

/** Writes a backtest. False: somebody else changed it meanwhile. */
export async function writeBacktest(store: StorePort, before: StoredBacktest | undefined, next: StoredBacktest): Promise<boolean> {
  const { _id, _version, ...fields } = next;
  const write = createDocumentWrite(
    BACKTESTS_COLLECTION,
    _id,
    before as unknown as RecordDocument | undefined,
    fields as unknown as JsonObject,
  );
  return (await store.commit({ writes: [write] })).committed;
}

/** Whether a backtest has ended. */
export function hasEnded({ state }: StoredBacktest): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled';
}

/** A backtest as the API shows it. */
export function describeBacktest(stored: StoredBacktest, module: string): BacktestView {
  const { _id, workflow, days, state, error, scanned, total, skipped, counts, saves } = stored;
  return {
    ...{ _id, workflow, module, days, state, error, scanned, total, skipped, counts, saves },
    changeSet: stored.change_set,
    hasLive: stored.live !== null,
    startedAt: new Date(stored.at).toISOString(),
    endedAt: stored.ended === null ? null : new Date(stored.ended).toISOString(),
  };
}

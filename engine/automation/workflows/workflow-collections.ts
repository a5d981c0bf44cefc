import type { CollectionSchema } from '#engine/model/compiled';
import { BACKTESTS_COLLECTION } from './backtests/stored-backtest.ts';
import { RUNS_COLLECTION } from './runs/stored-run.ts';
import { PLANS_COLLECTION } from './triggers/plan-records.ts';
import { TIMES_COLLECTION } from './triggers/stored-time.ts';
import { HOOKS_COLLECTION } from './triggers/webhook-secret.ts';

/** The collections of workflows; to be applied to the store at startup. */
export const WORKFLOW_COLLECTIONS: readonly CollectionSchema[] = [
  RUNS_COLLECTION,
  TIMES_COLLECTION,
  PLANS_COLLECTION,
  HOOKS_COLLECTION,
  BACKTESTS_COLLECTION,
];

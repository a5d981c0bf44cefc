import type { JsonObject } from '#engine/model/values';
import { SYSTEM_ACTOR } from '../../access/index.ts';
import type { JobContext } from '../../ports/index.ts';
import { documentKeysOf, removeInRounds } from '../../records/index.ts';
import type { JobDefinition } from '../jobs/job-definition.ts';
import { BACKTEST_JOB } from './backtests/create-backtests.ts';
import { runBacktest } from './backtests/run-backtest.ts';
import { BACKTEST_KEYS, BACKTESTS_COLLECTION } from './backtests/stored-backtest.ts';
import { executeRun } from './runs/execute-run.ts';
import { addDueRuns } from './runs/run-due.ts';
import { RUN_JOB } from './runs/run-jobs.ts';
import { RUN_KEYS, RUNS_COLLECTION } from './runs/stored-run.ts';
import { planRecords } from './triggers/plan-records.ts';
import { planSchedules } from './triggers/schedules.ts';
import { startDueTimes } from './triggers/start-due-times.ts';
import type { WorkflowContext } from './workflow-context.ts';

const DAY = 86_400_000;
const DEFAULT_RUN_DAYS = 90;
/** Days that backtests are stored. */
const BACKTEST_DAYS = 14;
/** Milliseconds of one attempt of a backtest over a large audit. */
const BACKTEST_LIMIT = 6 * 3_600_000;
/** Runs removed in one commit: few enough that saves never wait long for it. */
const ROUND = 200;
const MAX_ROUNDS = 500;

/** The jobs of workflows. */
export function createWorkflowJobs(context: () => WorkflowContext): readonly JobDefinition[] {
  return [
    { ...RUN_JOB, concurrency: 4, run: (job) => executeRuns(context(), job) },
    {
      ...BACKTEST_JOB,
      limit: BACKTEST_LIMIT,
      run: (job) => runBacktest(context(), (job.payload as { readonly backtest: string }).backtest, job),
    },
    {
      plugin: 'muster',
      name: 'continue-workflows',
      schedule: '* * * * *',
      run: ({ signal }) => continueWorkflows(context(), signal),
    },
    {
      plugin: 'muster',
      name: 'remove-old-workflow-runs',
      schedule: '5 4 * * *',
      run: async () => ({ removed: await removeOldRuns(context()), backtests: await removeOldBacktests(context()) }),
    },
  ];
}

/** Starts what is due, and continues runs that waited. */
async function continueWorkflows(context: WorkflowContext, signal: AbortSignal): Promise<JsonObject> {
  const { snapshot } = await context.access.scope(SYSTEM_ACTOR);
  await planSchedules(context, snapshot);
  const started = await startDueTimes(context, signal);
  const planned = await planRecords(context, snapshot, signal);
  return { planned, started, continued: await addDueRuns(context, signal) };
}

/** Executes the runs of a job in their order: the order of the weights of their workflows. */
async function executeRuns(context: WorkflowContext, { payload, signal }: JobContext): Promise<void> {
  const { runs } = payload as JsonObject & { readonly runs: readonly string[] };
  for (const run of runs) {
    signal.throwIfAborted();
    await executeRun(context, run, signal);
  }
}

/** Removes backtests of earlier weeks. */
async function removeOldBacktests({ store, clock }: WorkflowContext): Promise<number> {
  return removeInRounds(store, {
    collection: BACKTESTS_COLLECTION.name,
    filter: { kind: 'range', key: BACKTEST_KEYS.at, lt: clock.now() - BACKTEST_DAYS * DAY },
    keysOf: (document) => documentKeysOf(BACKTESTS_COLLECTION, document),
    round: ROUND,
    maxRounds: MAX_ROUNDS,
  });
}

/** Removes runs older than the setting `workflow_run_days`. */
async function removeOldRuns({ store, access, clock }: WorkflowContext): Promise<number> {
  const { snapshot } = await access.scope(SYSTEM_ACTOR);
  const days = snapshot.settings.get('workflow_run_days')?.setting;
  const before = clock.now() - (typeof days === 'number' ? days : DEFAULT_RUN_DAYS) * DAY;
  return removeInRounds(store, {
    collection: RUNS_COLLECTION.name,
    filter: {
      kind: 'all',
      nodes: [
        { kind: 'equals', key: RUN_KEYS.status, values: ['succeeded', 'failed', 'stopped'] },
        { kind: 'range', key: RUN_KEYS.at, lt: before },
      ],
    },
    keysOf: (document) => documentKeysOf(RUNS_COLLECTION, document),
    round: ROUND,
    maxRounds: MAX_ROUNDS,
  });
}

import type { JsonObject } from '#engine/model/values';
import { SYSTEM_ACTOR } from '../../access/index.ts';
import type { JobContext } from '../../ports/index.ts';
import { documentKeysOf, removeInRounds } from '../../records/index.ts';
import type { JobDefinition } from '../jobs/job-definition.ts';
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
/** Runs removed in one commit: few enough that saves never wait long for it. */
const ROUND = 200;
const MAX_ROUNDS = 500;

/** The jobs of workflows. */
export function createWorkflowJobs(context: () => WorkflowContext): readonly JobDefinition[] {
  return [
    { ...RUN_JOB, concurrency: 4, run: (job) => executeRuns(context(), job) },
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
      run: async () => ({ removed: await removeOldRuns(context()) }),
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

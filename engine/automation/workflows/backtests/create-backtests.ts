import type { BacktestView } from '#engine/model/wire';
import { MusterError } from '../../../errors/index.ts';
import { assertAdmin, type AccessScope, type Actor } from '../../../access/index.ts';
import { addToQueue } from '../../jobs/job-definition.ts';
import type { WorkflowContext } from '../workflow-context.ts';
import type { BacktestInput, BacktestOperations } from './contract.ts';
import { describeBacktest, findBacktest, hasEnded, writeBacktest, type StoredBacktest } from './stored-backtest.ts';

/** The job of one backtest. */
export const BACKTEST_JOB = { plugin: 'muster', name: 'backtest-workflows', attempts: 3 } as const;

/** Attempts of a cancel while the job stores its progress. */
const MAX_TRIES = 10;

/** Creates the operations on backtests. */
export function createBacktests(context: () => WorkflowContext): BacktestOperations {
  return {
    start: (actor, input) => startBacktest(context(), actor, input),
    get: async (actor, id) => {
      const scope = await assertAdmin(context(), actor);
      return describe(scope, await requireBacktest(context(), id));
    },
    cancel: (actor, id) => cancelBacktest(context(), actor, id),
  };
}

async function requireBacktest({ store }: WorkflowContext, id: string): Promise<StoredBacktest> {
  const found = await findBacktest(store, id);
  if (found === undefined) throw new MusterError('workflow_backtest_not_found');
  return found;
}

function describe({ snapshot }: AccessScope, stored: StoredBacktest): BacktestView {
  return describeBacktest(stored, snapshot.moduleNames.ofKey(stored.module));
}

async function startBacktest(context: WorkflowContext, actor: Actor, { workflow: id, days, draft }: BacktestInput): Promise<BacktestView> {
  const scope = await assertAdmin(context, actor);
  const published = scope.snapshot.workflows.byId(id);
  const tested = draft?.definition ?? published;
  const module = tested === undefined ? undefined : scope.snapshot.module(tested.module);
  if (tested === undefined || module === undefined) throw new MusterError('workflow_not_found');
  if (tested.executionOccurs !== 'save') throw new MusterError('workflow_backtest_unsupported');
  // A workflow that is off starts nothing: it is evaluated only if it is what was to be tested.
  const live = draft === undefined || published?.active === true ? published : undefined;
  const stored: StoredBacktest = {
    ...{ _id: context.ids.next(), _version: 1, workflow: id, module: module.keyName, days },
    ...{ change_set: draft?.changeSet ?? null, draft: draft?.definition ?? null, live: live?.module === module.name ? live : null },
    ...{ state: 'waiting', at: context.clock.now(), ended: null, error: null },
    ...{ scanned: 0, total: 0, skipped: 0, counts: { both: 0, draft: 0, live: 0 }, saves: { both: [], draft: [], live: [] } },
  };
  await writeBacktest(context.store, undefined, stored);
  await addToQueue(context.queue, BACKTEST_JOB, { id: stored._id, payload: { backtest: stored._id } });
  return describe(scope, stored);
}

async function cancelBacktest(context: WorkflowContext, actor: Actor, id: string): Promise<BacktestView> {
  const scope = await assertAdmin(context, actor);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const stored = await requireBacktest(context, id);
    if (hasEnded(stored)) return describe(scope, stored);
    const next: StoredBacktest = { ...stored, _version: stored._version + 1, state: 'cancelled', ended: context.clock.now() };
    if (await writeBacktest(context.store, stored, next)) return describe(scope, next);
  }
  throw new MusterError('workflow_run_changed');
}

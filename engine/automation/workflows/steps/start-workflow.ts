import { MusterError } from '../../../errors/index.ts';
import type { StepAction } from '../runs/step-context.ts';
import { deriveRunId } from '../runs/derive-run-id.ts';
import { findCycle, linkOf } from '../runs/run-chain.ts';
import { addRunJob } from '../runs/run-jobs.ts';
import { createRun, insertRuns, limitRuns, stopForCycle, type NewRun } from '../runs/start-runs.ts';
import { requireRecord } from './require-record.ts';

/** Starts another workflow on the record, with a run of its own. */
export const startWorkflow: StepAction<'start-workflow'> = async (context, { workflow: wanted }) => {
  const { services, scope, workflow, run, subject, path } = context;
  const other = scope.snapshot.workflows.byId(wanted);
  if (other?.active !== true || other.module !== subject.module.name)
    throw new MusterError('workflow_not_active', { values: { workflow: other?.name ?? wanted } });
  const record = requireRecord(subject);
  const chain = [...run.chain, linkOf(workflow, subject.module, record)];
  const made = createRun({
    ...{ id: deriveRunId(run._id, path), workflow: other, module: subject.module, record, actor: run.actor, chain, conditions: [] },
    trigger: { kind: 'workflow', run: run._id },
    definitions: scope.snapshot.version,
    at: services.clock.now(),
  });
  const cycle = findCycle(chain, linkOf(other, subject.module, record));
  const checked: NewRun = cycle === undefined ? made : { ...made, fields: stopForCycle(made.fields, cycle) };
  const [started] = await limitRuns(services, scope, [checked]);
  if (started === undefined) return null;
  await insertRuns(services.store, [started]);
  if (started.fields.status === 'waiting') await addRunJob(services.queue, started.id, [started.id]);
  return { run: started.id, workflow: other.name, ...(cycle === undefined ? {} : { cycle }) };
};

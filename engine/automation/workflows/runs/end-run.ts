import type { WorkflowDefinition } from '#engine/model/definitions';
import type { DefinitionSnapshot } from '../../../registry/index.ts';
import { deriveRunId } from './derive-run-id.ts';
import type { WorkflowContext } from '../workflow-context.ts';
import { findCycle, linkOf } from './run-chain.ts';
import { addRunJob } from './run-jobs.ts';
import type { RunProgress } from './run-progress.ts';
import { createRun, stopForCycle, type NewRun } from './start-runs.ts';
import { writeRun, type RunError, type RunStatus } from './stored-run.ts';

/** Ends a run, and starts the workflows that follow it in the same commit. */
export async function endRun(
  context: WorkflowContext,
  { progress, snapshot }: { readonly progress: RunProgress; readonly snapshot: DefinitionSnapshot },
  status: Extract<RunStatus, 'succeeded' | 'failed' | 'stopped'>,
  error?: RunError,
): Promise<void> {
  const followers = status === 'stopped' ? [] : listFollowers(context, progress, snapshot, status);
  await progress.change(
    { status, error, ended: context.clock.now(), due: undefined, on_save: undefined, approval: undefined, approvers: undefined },
    followers.map(({ id, fields }) => writeRun(id, undefined, fields)),
  );
  for (const { id, fields } of followers) if (fields.status === 'waiting') await addRunJob(context.queue, id, [id]);
}

function listFollowers(
  { clock }: WorkflowContext,
  { run }: RunProgress,
  snapshot: DefinitionSnapshot,
  status: 'succeeded' | 'failed',
): readonly NewRun[] {
  const module = snapshot.module(snapshot.moduleNames.ofKey(run.module));
  const ended = snapshot.workflows.byId(run.workflow);
  if (module === undefined || ended === undefined) return [];
  const chain = [...run.chain, linkOf(ended, module, run.record_id ?? '')];
  return snapshot.workflows
    .of(module.name)
    .filter((workflow) => follows(workflow, run.workflow, status))
    .map((workflow): NewRun => {
      const made = createRun({
        ...{
          id: deriveRunId(run._id, `after ${workflow.id}`),
          workflow,
          module,
          record: run.record_id,
          actor: run.actor,
          chain,
          conditions: [],
        },
        trigger: { kind: 'workflow', run: run._id },
        definitions: snapshot.version,
        at: clock.now(),
      });
      const cycle = findCycle(chain, linkOf(workflow, module, run.record_id ?? ''));
      return cycle === undefined ? made : { ...made, fields: stopForCycle(made.fields, cycle) };
    });
}

function follows({ executionOccurs, after }: WorkflowDefinition, workflow: string, status: 'succeeded' | 'failed'): boolean {
  if (executionOccurs !== 'workflow' || after?.workflow !== workflow) return false;
  return after.result === 'any' || (after.result ?? 'succeeded') === status;
}

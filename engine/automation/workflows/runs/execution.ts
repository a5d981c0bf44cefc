import { createConditionData, evaluateCondition } from '#engine/model/conditions';
import type { Condition, WorkflowDefinition } from '#engine/model/definitions';
import type { RecordDocument } from '#engine/model/values';
import { SYSTEM_ACTOR, type AccessScope, type Actor } from '../../../access/index.ts';
import { conditionContext, type VisibleRecord, type WriteOptions } from '../../../records/index.ts';
import { RecordValues } from '../values/record-values.ts';
import type { WorkflowContext } from '../workflow-context.ts';
import { linkOf } from './run-chain.ts';
import type { RunProgress } from './run-progress.ts';
import type { StepContext, Subject } from './step-context.ts';

/** The execution of a run, or the test of a workflow. */
export interface Execution {
  readonly context: WorkflowContext;
  readonly scope: AccessScope;
  readonly workflow: WorkflowDefinition;
  readonly actor: Actor;
  readonly subject: Subject;
  readonly progress: RunProgress;
  readonly signal: AbortSignal;
  /** Records that a test would have saved, as `module:id`; empty in a run. */
  readonly unsaved: ReadonlyMap<string, VisibleRecord>;
  /** A test: nothing leaves the product, and waits end at once. */
  readonly isTest: boolean;
}

/** The workflow on behalf of the user who started the run, with their rights; the product itself if nobody did. */
export function actorOf({ name }: Pick<WorkflowDefinition, 'name'>, actor: Actor): Actor {
  const { userId, impersonatorId } = actor;
  if (actor.kind === 'system' || userId === undefined) return { kind: 'system', name };
  return { kind: 'workflow', userId, name, ...(impersonatorId === undefined ? {} : { impersonatorId }) };
}

/** What one step gets. */
export function createStepContext(execution: Execution, subject: Subject, path: string): StepContext {
  const { context: services, scope, workflow, actor, progress, signal, unsaved } = execution;
  const { run } = progress;
  const chain = [...run.chain, linkOf(workflow, subject.module, subject.id ?? '')];
  return {
    ...{ services, scope, workflow, actor, run, subject, path, signal },
    values: new RecordValues({ scope, actor, records: services.records, subject, unsaved }),
    write: (part): WriteOptions => ({
      batchId: run._id,
      chain,
      changeSource: 'workflow',
      idempotency: { key: run._id, path: `workflow ${path}${part === undefined ? '' : `/${part}`}`, bodyDigest: path },
    }),
  };
}

/** Whether a rule of a step holds for a record as it is now. Rules see the whole record, as those of fields do. */
export async function holdsFor({ context, scope, progress, unsaved }: Execution, subject: Subject, rule: Condition): Promise<boolean> {
  const record = subject.id === undefined ? {} : await readWhole(context, subject.module.name, subject.id, unsaved);
  const data = conditionContext(scope, context.clock.now(), progress.run.old as RecordDocument | undefined);
  return evaluateCondition(rule, createConditionData(record, data));
}

function readWhole(
  { records }: WorkflowContext,
  module: string,
  id: string,
  unsaved: ReadonlyMap<string, VisibleRecord>,
): Promise<VisibleRecord> | VisibleRecord {
  return unsaved.get(`${module}:${id}`) ?? records.get(SYSTEM_ACTOR, { module, id });
}

import type { JsonObject } from '#engine/model/values';
import type { DefinitionSnapshot } from '../../../registry/index.ts';
import type { RunStep, StoredRun } from '../runs/stored-run.ts';
import type { WorkflowRunStep, WorkflowRunView } from './run-view.ts';

/** A run for a System Admin, or for others without values of records. */
export function describeRun({ moduleNames }: DefinitionSnapshot, run: StoredRun, showsValues: boolean): WorkflowRunView {
  const { _id, workflow, name, trigger, definitions, status, milliseconds, attempts, chain } = run;
  return {
    ...{ _id, workflow, name, trigger, definitions, status, milliseconds, attempts },
    module: moduleNames.ofKey(run.module),
    record: run.record_id ?? null,
    error: run.error ?? null,
    startedBy: run.actor.userId ?? null,
    startedAt: new Date(run.at).toISOString(),
    endedAt: run.ended === undefined ? null : new Date(run.ended).toISOString(),
    nextAt: run.due === undefined ? null : new Date(run.due).toISOString(),
    conditions: showsValues ? run.conditions : run.conditions.map(withoutValues),
    steps: describeSteps(run.steps, showsValues),
    chain: showsValues ? chain : [],
  };
}

/** The steps of a run. */
export function describeSteps(steps: readonly RunStep[], showsValues: boolean): readonly WorkflowRunStep[] {
  return steps.map(({ result, at, ...step }) => ({
    ...step,
    at: new Date(at).toISOString(),
    ...(showsValues && result !== undefined ? { result } : {}),
  }));
}

function withoutValues({ seen: _seen, conditions, ...condition }: JsonObject): JsonObject {
  return { ...condition, ...(Array.isArray(conditions) ? { conditions: (conditions as readonly JsonObject[]).map(withoutValues) } : {}) };
}

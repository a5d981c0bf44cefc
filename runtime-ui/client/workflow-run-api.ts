import type { JsonObject, JsonValue } from '#engine/model/values';
import { callApi } from './call-api.ts';

/** The states of runs of workflows. */
export const WORKFLOW_RUN_STATUSES = ['waiting', 'running', 'succeeded', 'failed', 'stopped'] as const;

export type WorkflowRunStatus = (typeof WORKFLOW_RUN_STATUSES)[number];

/** Why a run or a step failed. */
interface RunFailure {
  readonly code: string;
  readonly text: string;
}

/** A step of a run, in the order in which they ended or began to wait. */
export interface WorkflowRunStep {
  /** The ids of the steps that contain it, and its own: 'branch1/step2'; inside of a loop with the id of the record. */
  readonly path: string;
  readonly type: string;
  readonly status: 'open' | 'waiting' | 'done' | 'failed';
  readonly at: string;
  readonly milliseconds: number;
  readonly attempts: number;
  /** What it did; System Admins see it. */
  readonly result?: JsonValue;
  readonly error?: RunFailure;
}

/** A run of a workflow. */
export interface WorkflowRun {
  readonly _id: string;
  readonly workflow: string;
  /** Name of the module. */
  readonly module: string;
  /** Id of the record; null: it has none. */
  readonly record: string | null;
  readonly status: WorkflowRunStatus;
  readonly error: RunFailure | null;
  readonly startedAt: string;
  /** When it goes on; null: it has ended, or waits for a save. */
  readonly nextAt: string | null;
  readonly milliseconds: number;
  readonly steps: readonly WorkflowRunStep[];
}

export interface WorkflowRunPage {
  readonly data: readonly WorkflowRun[];
  readonly total: number;
}

export interface WorkflowRunsQuery {
  readonly status?: WorkflowRunStatus | undefined;
  /** 0 is the first page. */
  readonly page: number;
  readonly pageSize: number;
}

/** The runs of a workflow, the newest first. */
export function getWorkflowRuns(
  workflow: string,
  { status, page, pageSize }: WorkflowRunsQuery,
  signal?: AbortSignal,
): Promise<WorkflowRunPage> {
  const query = { pageNumber: page + 1, pageSize, ...(status !== undefined && { status }) };
  return callApi<WorkflowRunPage>('GET', `/api/workflows/${encodeURIComponent(workflow)}/runs`, { query, ...(signal && { signal }) });
}

/** Lets a failed run go on from the step that failed. */
export function retryWorkflowRun(id: string): Promise<WorkflowRun> {
  return callApi<WorkflowRun>('POST', `/api/workflow-runs/${encodeURIComponent(id)}/retry`);
}

/** Creates the secret address that starts a workflow; the earlier one does not work any more. Returns its path. */
export function createWorkflowAddress(workflow: string): Promise<{ readonly path: string }> {
  return callApi<{ readonly path: string }>('POST', `/api/workflows/${encodeURIComponent(workflow)}/rotate-secret`);
}

/** An action that a plugin registers. */
export interface WorkflowActionType {
  /** 'plugin/action' */
  readonly name: string;
  readonly label: string;
  /** JSON Schema of its input. */
  readonly input: JsonObject;
}

/** The actions of the plugins. */
export async function getWorkflowActionTypes(signal?: AbortSignal): Promise<readonly WorkflowActionType[]> {
  return (await callApi<{ readonly data: readonly WorkflowActionType[] }>('GET', '/api/workflow-action-types', signal ? { signal } : {}))
    .data;
}

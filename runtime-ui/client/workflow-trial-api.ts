import type { JsonObject } from '#engine/model/values';
import { callApi } from './call-api.ts';
import type { WorkflowRunStep } from './workflow-run-api.ts';

type ChangeSetName = { readonly _id: string; readonly name: string } | null;

/** The result of a test on a record: nothing was saved or sent. */
export interface WorkflowTest {
  /** Whether the conditions hold. */
  readonly holds: boolean;
  readonly conditions: readonly JsonObject[];
  readonly status: 'succeeded' | 'failed';
  readonly error: { readonly code: string; readonly text: string } | null;
  readonly steps: readonly WorkflowRunStep[];
  /** The draft whose version was tested; null: the published version. */
  readonly changeSet: ChangeSetName;
}

/** For which version a save would have started the workflow. */
export type BacktestSide = 'both' | 'draft' | 'live';

/** A save that would have started it. */
export interface BacktestSave {
  readonly change: string;
  readonly record: string;
  readonly name: string;
  readonly at: string;
  readonly isNew: boolean;
}

/** What a workflow would have done in the last days. */
export interface WorkflowBacktest {
  readonly _id: string;
  readonly module: string;
  readonly days: number;
  readonly changeSet: ChangeSetName;
  readonly hasLive: boolean;
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  readonly error: string | null;
  readonly scanned: number;
  readonly total: number;
  readonly skipped: number;
  readonly counts: { readonly [side in BacktestSide]: number };
  readonly saves: { readonly [side in BacktestSide]: readonly BacktestSave[] };
}

/** `changeSet`: id of the draft whose version is tested; null: the published version. */
interface TestedVersion {
  readonly changeSet: string | null;
}

/** Runs a workflow on a record; nothing is saved or sent. */
export function testWorkflow(
  workflow: string,
  input: TestedVersion & { readonly module: string; readonly record: string },
): Promise<WorkflowTest> {
  return callApi<WorkflowTest>('POST', `/api/workflows/${encodeURIComponent(workflow)}/test`, { body: input });
}

/** Starts a backtest as a job. */
export function startBacktest(workflow: string, input: TestedVersion & { readonly days: number }): Promise<WorkflowBacktest> {
  return callApi<WorkflowBacktest>('POST', `/api/workflows/${encodeURIComponent(workflow)}/backtest`, { body: input });
}

/** A backtest with its progress. */
export function getBacktest(id: string, signal?: AbortSignal): Promise<WorkflowBacktest> {
  return callApi<WorkflowBacktest>('GET', `/api/workflow-backtests/${encodeURIComponent(id)}`, signal ? { signal } : {});
}

/** Stops a backtest. */
export function cancelBacktest(id: string): Promise<WorkflowBacktest> {
  return callApi<WorkflowBacktest>('POST', `/api/workflow-backtests/${encodeURIComponent(id)}/cancel`, { body: {} });
}

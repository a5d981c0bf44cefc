import type { BacktestView } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import { callApi } from './call-api.ts';
import type { WorkflowRunStep } from './workflow-run-api.ts';

/** The result of a test on a record: nothing was saved or sent. */
export interface WorkflowTest {
  /** Whether the conditions hold. */
  readonly holds: boolean;
  readonly conditions: readonly JsonObject[];
  readonly status: 'succeeded' | 'failed';
  readonly error: { readonly code: string; readonly text: string } | null;
  readonly steps: readonly WorkflowRunStep[];
  /** The draft whose version was tested; null: the published version. */
  readonly changeSet: BacktestView['changeSet'];
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
export function startBacktest(workflow: string, input: TestedVersion & { readonly days: number }): Promise<BacktestView> {
  return callApi<BacktestView>('POST', `/api/workflows/${encodeURIComponent(workflow)}/backtest`, { body: input });
}

/** A backtest with its progress. */
export function getBacktest(id: string, signal?: AbortSignal): Promise<BacktestView> {
  return callApi<BacktestView>('GET', `/api/workflow-backtests/${encodeURIComponent(id)}`, signal ? { signal } : {});
}

/** Stops a backtest. */
export function cancelBacktest(id: string): Promise<BacktestView> {
  return callApi<BacktestView>('POST', `/api/workflow-backtests/${encodeURIComponent(id)}/cancel`, { body: {} });
}

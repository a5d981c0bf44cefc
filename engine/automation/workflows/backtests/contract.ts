import type { WorkflowDefinition } from '#engine/model/definitions';
import type { BacktestView } from '#engine/model/wire';
import type { Actor } from '../../../access/index.ts';

/** A backtest to start. */
export interface BacktestInput {
  /** Id of the workflow. */
  readonly workflow: string;
  /** 1 to 365. */
  readonly days: number;
  /** Its version in a draft; absent: the published version is evaluated alone. */
  readonly draft?:
    | { readonly definition: WorkflowDefinition; readonly changeSet: { readonly _id: string; readonly name: string } }
    | undefined;
}

/** What a workflow would have done in the last days. System Admins only. Nothing is saved, started or sent. */
export interface BacktestOperations {
  /**
   * Starts a backtest as a job.
   * @throws `admin_only`, `workflow_not_found`, `workflow_backtest_unsupported` for a workflow that no save starts.
   */
  start(actor: Actor, input: BacktestInput): Promise<BacktestView>;
  /** @throws `admin_only`, `workflow_backtest_not_found`. */
  get(actor: Actor, id: string): Promise<BacktestView>;
  /**
   * Stops one that has not ended; what it found stays.
   * @throws `admin_only`, `workflow_backtest_not_found`.
   */
  cancel(actor: Actor, id: string): Promise<BacktestView>;
}

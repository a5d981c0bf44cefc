import type { WorkflowDefinition } from '#engine/model/definitions';
import type { JsonObject, JsonValue } from '#engine/model/values';
import type { Actor } from '../../../access/index.ts';
import type { ApprovalOperations } from '../approvals/contract.ts';
import type { BacktestOperations } from '../backtests/contract.ts';
import type { WorkflowAction } from '../workflow-context.ts';
import type { RunError, RunStatus } from '../runs/stored-run.ts';
import type { WorkflowRunStep, WorkflowRunView } from './run-view.ts';

/** Which runs to list. */
export interface WorkflowRunsInput {
  readonly workflow?: string | undefined;
  readonly status?: RunStatus | undefined;
  readonly module?: string | undefined;
  /** Needs `module`. */
  readonly record?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** The result of testing a workflow: nothing was saved or sent. */
export interface WorkflowTestResult {
  /** Whether its conditions hold. */
  readonly holds: boolean;
  readonly conditions: readonly JsonObject[];
  readonly status: 'succeeded' | 'failed';
  readonly error: RunError | null;
  readonly steps: readonly WorkflowRunStep[];
  /** The draft whose version was tested; null: the published version. */
  readonly changeSet: { readonly _id: string; readonly name: string } | null;
}

/** A version of a workflow that is not published. */
export interface DraftedWorkflow {
  readonly definition: WorkflowDefinition;
  readonly changeSet: { readonly _id: string; readonly name: string };
}

/** A workflow and a record. */
export interface WorkflowRecordInput {
  /** Id of the workflow. */
  readonly workflow: string;
  /** Name of the module. */
  readonly module: string;
  /** Id of the record. */
  readonly record: string;
}

/** What people do with workflows and their runs. */
export interface WorkflowOperations {
  /**
   * A page of runs, the newest first: for System Admins all, for others those of one record that they may see.
   * @throws `admin_only` without a record; `module_not_found`, `record_not_found`.
   */
  runs(actor: Actor, input: WorkflowRunsInput): Promise<{ readonly data: readonly WorkflowRunView[]; readonly total: number }>;
  /**
   * One run.
   * @throws `workflow_run_not_found`, also for a run of a record that the actor may not see.
   */
  get(actor: Actor, id: string): Promise<WorkflowRunView>;
  /**
   * Lets a failed run go on from the failed step. System Admins only.
   * @throws `admin_only`, `workflow_run_not_found`, `workflow_run_not_failed`.
   */
  retry(actor: Actor, id: string): Promise<WorkflowRunView>;
  /**
   * The same for many runs. System Admins only.
   * @throws `admin_only`, `too_many_ids` for more than 500.
   */
  retryMany(
    actor: Actor,
    ids: readonly string[],
  ): Promise<{ readonly retried: readonly string[]; readonly refused: readonly JsonObject[] }>;
  /**
   * Stops a run that has not ended. System Admins only.
   * @throws `admin_only`, `workflow_run_not_found`, `workflow_run_ended`.
   */
  cancel(actor: Actor, id: string): Promise<WorkflowRunView>;
  /**
   * Starts a workflow by its button on a record.
   * @throws `workflow_not_found` for one that has no button or is not active, `record_not_found`, `action_not_allowed`,
   * `workflow_conditions_not_met`, `workflow_limit`.
   */
  start(actor: Actor, input: WorkflowRecordInput): Promise<WorkflowRunView>;
  /**
   * Runs a workflow on a record without saving or sending anything: conditions count as for a new record. With `draft` that
   * version, on the published modules. System Admins only.
   * @throws `admin_only`, `workflow_not_found`, `record_not_found`.
   */
  test(actor: Actor, input: WorkflowRecordInput & { readonly draft?: DraftedWorkflow | undefined }): Promise<WorkflowTestResult>;
  /**
   * Creates a new secret for the URL of a workflow; the earlier one is not valid any more. System Admins only. Returns the path.
   * @throws `admin_only`, `workflow_not_found` for one that no webhook starts.
   */
  rotateSecret(actor: Actor, workflow: string): Promise<{ readonly path: string }>;
  /** When the last runs of workflows began, as ISO times by the ids of those that have one. Access is checked by the caller. */
  lastRuns(workflows: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The actions of plugins, with the schemas of their inputs. */
  actionTypes(): readonly Pick<WorkflowAction, 'name' | 'label' | 'input'>[];
  /**
   * Starts a workflow by its secret URL. The body names the record (`record`); its other values are variables: `{{ webhook.name }}`.
   * @throws `workflow_not_found` for a wrong secret, and for a workflow that is not active or that no webhook starts; `record_not_found`.
   */
  receive(input: { readonly workflow: string; readonly secret: string; readonly body: JsonValue }): Promise<{ readonly run: string }>;
  /** What a workflow would have done in the last days. */
  readonly backtests: BacktestOperations;
  /** What approvers do. */
  readonly approvals: ApprovalOperations;
}

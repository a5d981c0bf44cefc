import type { JsonObject } from '#engine/model/values';
import type { RunError, RunStatus, RunStep, RunTrigger } from '../runs/stored-run.ts';

/** A step of a run as the API shows it. */
export type WorkflowRunStep = Omit<RunStep, 'at'> & { readonly at: string };

/** A run as the API shows it. What only System Admins see is absent for others: values of the record. */
export interface WorkflowRunView {
  readonly _id: string;
  readonly workflow: string;
  readonly name: string;
  /** Current name of the module. */
  readonly module: string;
  readonly record: string | null;
  readonly trigger: RunTrigger;
  readonly definitions: number;
  readonly status: RunStatus;
  readonly error: RunError | null;
  /** Id of the user who started it; null: nobody. */
  readonly startedBy: string | null;
  readonly startedAt: string;
  readonly endedAt: string | null;
  /** When it goes on; null: it has ended, or waits for a save. */
  readonly nextAt: string | null;
  readonly milliseconds: number;
  readonly attempts: number;
  readonly conditions: readonly JsonObject[];
  readonly steps: readonly WorkflowRunStep[];
  readonly chain: readonly string[];
}

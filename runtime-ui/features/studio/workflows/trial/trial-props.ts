import type { WorkflowDefinition } from '#engine/model/definitions';
import type { WorkflowNames } from '../model/workflow-names.ts';

/** What the tests of a workflow get. */
export interface TrialProps {
  readonly workflow: WorkflowDefinition;
  readonly names: WorkflowNames;
  /** Id of the draft whose version is tested; null: the published version. */
  readonly changeSet: string | null;
}

export { APPROVAL_OUTCOMES, listOutcomes } from './approval-outcomes.ts';
export {
  FLAT_PROPERTIES,
  WORKFLOW_PARTS,
  type FlatContext,
  type FlatPart,
  type FlatRelation,
  type FlattenedPart,
  type PartResult,
  type WorkflowPart,
} from './flat-parts.ts';
export { flattenAction, flattenAlert, flattenCondition } from './flatten-part.ts';
export { listTextVariables, renameTextVariables, TEXT_VARIABLE } from './text-variables.ts';
export { filledText, readFlatAction, readFlatAlert, readFlatCondition } from './read-flat-part.ts';

export { checkCondition, CONDITION_BOUNDS, CONDITION_OPERATORS, type ConditionProblem, type OperatorBounds } from './check-condition.ts';
export {
  CONDITION_VARIABLES,
  createConditionData,
  type ConditionContext,
  type ConditionData,
  type ConditionUser,
  evaluateCondition,
} from './evaluate-condition.ts';
export { listConditionFields, listConditionVariables, type ConditionVariable } from './list-variables.ts';

export { checkCondition, type ConditionProblem } from './check-condition.ts';
export { CONDITION_BOUNDS, CONDITION_OPERATORS } from './condition-operators.ts';
export { evaluateCondition } from './evaluate-condition.ts';

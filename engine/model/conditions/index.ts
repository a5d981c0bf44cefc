export { checkCondition, CONDITION_BOUNDS, CONDITION_OPERATORS, type ConditionProblem } from './check-condition.ts';
export { evaluateCondition } from './evaluate-condition.ts';

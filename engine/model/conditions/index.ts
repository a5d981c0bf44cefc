export { checkCondition, type ConditionProblem } from './check-condition.ts';
export { CONDITION_BOUNDS, CONDITION_OPERATORS } from './closed-operators.ts';
export { evaluateCondition } from './evaluate-condition.ts';

import { CASE_DATA, CONDITION_CASES } from '../../engine/model/conditions/condition-cases.ts';
import { CONDITION_OPERATORS, evaluateCondition } from '#engine/model/conditions';
import { createConditionData } from '../../engine/model/conditions/evaluate-condition.ts';
import { compileTrigger } from '#engine/model/visibility';
import { TRIGGER_CASES } from '../../engine/model/visibility/trigger-cases.ts';
import { evaluateRuleCases, type RuleResult } from './evaluate-rule-cases.ts';

interface CaseResult {
  readonly name: string;
  readonly expected: boolean;
  readonly actual: boolean;
}

/** The results of all shared cases, and of every operator on pairs of values of many kinds. */
export interface CaseResults {
  readonly conditions: readonly CaseResult[];
  readonly triggers: readonly CaseResult[];
  readonly rules: readonly RuleResult[];
  readonly operators: readonly string[];
}

/** Evaluates the shared tables: runs in Node and, bundled, in a browser. */
export function evaluateCases(): CaseResults {
  return {
    conditions: CONDITION_CASES.map(([name, condition, expected]) => ({ name, expected, actual: evaluateCondition(condition, CASE_DATA) })),
    triggers: TRIGGER_CASES.map(([name, inputType, trigger, value, expected]) => {
      const data = createConditionData(value === undefined ? {} : { parent: value }, { today: '2026-03-15' });
      return { name, expected, actual: evaluateCondition(compileTrigger(trigger, { fieldName: 'parent', inputType }), data) };
    }),
    rules: evaluateRuleCases(),
    operators: evaluateOperators(),
  };
}

const OPERANDS: readonly unknown[] = [
  ...[null, true, 0, -1, 2.5, '', ' ', 'İstanbul', 'ß', '2026-02-28', '2026-03-08T06:59:59.999Z', '+44 20 7123 4567'],
  { var: 'record.tags' },
  { var: 'record.address' },
  { var: 'record.mails' },
];

function evaluateOperators(): readonly string[] {
  return Object.keys(CONDITION_OPERATORS).flatMap((operator) =>
    OPERANDS.map((first) =>
      OPERANDS.map((second) => (evaluateCondition({ [operator]: [first, second] }, CASE_DATA) ? '1' : '0')).join(''),
    ).map((results) => `${operator} ${results}`),
  );
}

import { describe, expect, it } from 'vitest';
import { checkCondition } from '../conditions/index.ts';
import { compileFormula, evaluateFormula } from './evaluate-formula.ts';
import { FORMULA_CASES, FORMULA_DATA } from './formula-cases.ts';
import { FORMULA_OPERATORS } from './formula-operators.ts';
import { explainMisfit, inferKind, type ValueKind } from './infer-kind.ts';

describe('Formulas', () => {
  it.each(FORMULA_CASES)('%s', (_name, formula, expected) => {
    expect(checkCondition(formula, FORMULA_OPERATORS)).toEqual([]);
    const result = evaluateFormula(compileFormula(formula), FORMULA_DATA);
    expect(result.ok ? result.value : 'failed').toEqual(expected);
  });

  it('have operators that conditions do not have, and no others', () => {
    expect(checkCondition({ round: [1] })).toHaveLength(1);
    expect(checkCondition({ 'formula:+': [1, 2] }, FORMULA_OPERATORS)).toHaveLength(1);
    expect(checkCondition({ constructor: [1] }, FORMULA_OPERATORS)).toHaveLength(1);
    expect(checkCondition({ var: 'record.__proto__' }, FORMULA_OPERATORS)).toMatchObject([{ code: 'refused_name' }]);
  });

  it('say why they have no result', () => {
    const result = evaluateFormula(compileFormula({ '/': [1, 0] }), FORMULA_DATA);
    expect(result).toEqual({ ok: false, reason: 'It divides by zero, or calculates with a value that is not a number.' });
  });
});

describe('Kinds of results', () => {
  const kinds: { readonly [name: string]: ValueKind } = { 'record.hours': 'number', 'record.first': 'text' };
  const infer = (formula: object) => inferKind(formula, (name) => kinds[name] ?? 'any');

  it.each([
    [{ '*': [{ var: 'record.hours' }, 2] }, 'number'],
    [{ cat: [{ var: 'record.hours' }, 'h'] }, 'text'],
    [{ if: [{ '>': [{ var: 'record.hours' }, 8] }, 1, 2] }, 'number'],
    [{ if: [true, 1, 'two'] }, 'any'],
    [{ '==': [1, 1] }, 'boolean'],
    [{ or: [{ var: 'record.hours' }, 0] }, 'any'],
  ])('of %j', (formula, kind) => expect(infer(formula)).toEqual({ kind, problems: [] }));

  it('find operands that an operator cannot use', () => {
    expect(infer({ '+': [1, { round: [{ var: 'record.first' }] }] }).problems).toEqual([
      { path: '+/1/round/0', message: 'round needs a number, and this is a text.' },
    ]);
  });

  it('do not fit every field', () => {
    expect(explainMisfit('Number', 'text')).toBe('The formula results in a text, and a Number needs a number.');
    expect(explainMisfit('TextField', 'number')).toBeUndefined();
    expect(explainMisfit('Date', 'number')).toBeDefined();
  });
});

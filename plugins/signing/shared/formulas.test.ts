import { expect, it } from 'vitest';
import { parseFormula } from './formulas.ts';

function evaluate(text: string, values: { readonly [name: string]: number } = {}): number | string | undefined {
  const formula = parseFormula(text);
  return 'problem' in formula ? formula.problem : formula.evaluate((name) => (Object.hasOwn(values, name) ? values[name] : undefined));
}

it.each([
  ['1 + 2 * 3', 7],
  ['(1 + 2) * 3', 9],
  ['10 - 4 - 3', 3],
  ['100 / 10 / 2', 5],
  ['-2 * -(3 + 1)', 8],
  ['.5 + 0.1 + 0.2', 0.8],
  ['0.1 + 0.2', 0.3],
  ['hours * [Hourly rate]', 350],
  ['1 / 0', undefined],
  ['missing + 1', undefined],
  ['constructor + 1', undefined],
])('%s', (formula, result) => {
  expect(evaluate(formula, { hours: 10, 'Hourly rate': 35 })).toBe(result);
});

it.each([
  ['', 'The formula is empty.'],
  ['1 +', 'The end is not expected here.'],
  ['(1', 'A bracket is not closed.'],
  ['1 2', '"2" is not expected here.'],
  ['alert(1)', '"(" is not expected here.'],
  ['a; b', '"; b" is not expected here.'],
  ['2 ** 3', '"*" is not expected here.'],
  ['('.repeat(200), 'The formula has too many brackets inside of each other.'],
  ['-'.repeat(200), 'The formula has too many brackets inside of each other.'],
  ['1+'.repeat(600), 'A formula has at most 1,000 characters.'],
])('%s is refused', (formula, problem) => {
  expect(evaluate(formula)).toBe(problem);
});

it('lists the names that it needs', () => {
  const formula = parseFormula('a + [b c] * a');
  expect('problem' in formula ? [] : formula.names).toEqual(['a', 'b c']);
});

import type { Formula } from '../definitions/index.ts';
import type { JsonValue } from '../values/json.ts';
import type { FormulaData } from './evaluate-formula.ts';

/** A formula with its expected result on a record; `failed`: it has none. */
type FormulaCase = readonly [name: string, formula: Formula, expected: JsonValue];

/** The data of all cases. */
export const FORMULA_DATA: FormulaData = {
  record: {
    hours: 7.5,
    rate: 40,
    count: 0,
    first: 'Ana',
    last: ' Reyes ',
    start: '2026-02-27',
    end: '2026-03-02',
    at: '2026-03-11T02:00:00.000Z',
    numbers: [1, 2, 3],
    done: true,
    nothing: null,
  },
  related: { account: { name: 'North', discount: 0.1 } },
};

const field = (name: string): { readonly var: string } => ({ var: `record.${name}` });

/** Cases that Node and the browser evaluate with the same results. */
export const FORMULA_CASES: readonly FormulaCase[] = [
  ['a product', { '*': [field('hours'), field('rate')] }, 300],
  ['a sum of several', { '+': [field('hours'), field('rate'), 2.5] }, 50],
  ['a difference', { '-': [field('rate'), field('hours')] }, 32.5],
  ['a negative', { '-': [field('hours')] }, -7.5],
  ['a quotient', { '/': [field('rate'), 8] }, 5],
  ['a remainder', { '%': [field('rate'), 7] }, 5],
  ['the smallest', { min: [field('hours'), field('rate'), 9] }, 7.5],
  ['the largest', { max: [field('hours'), field('rate')] }, 40],
  ['the sum of a list', { '+': [field('numbers')] }, 6],
  ['a missing number makes a sum missing', { '+': [field('hours'), field('nothing')] }, null],
  ['a missing number is not zero in a difference', { '-': [field('nothing'), field('hours')] }, null],
  ['a missing number is not zero in a minimum', { min: [field('nothing'), 4] }, null],
  ['a default for a missing number', { '+': [field('hours'), { or: [field('nothing'), 0] }] }, 7.5],
  ['a division by zero', { '/': [field('rate'), field('count')] }, 'failed'],
  ['a sum with a text', { '+': [field('hours'), field('first')] }, 'failed'],
  ['a sum with a text of digits', { '+': [1, '2'] }, 'failed'],
  ['rounded to a whole number', { round: [2.5] }, 3],
  ['rounded half away from zero', { round: [-2.5] }, -3],
  ['rounded to decimals', { round: [1.005, 2] }, 1.01],
  ['rounded down', { floor: [7.9] }, 7],
  ['rounded up', { ceil: [7.1] }, 8],
  ['without its sign', { abs: [-4] }, 4],
  ['too many decimals', { round: [1, 11] }, 'failed'],
  ['texts joined', { cat: [field('first'), ' ', { trim: field('last') }] }, 'Ana Reyes'],
  ['upper case', { upper: field('first') }, 'ANA'],
  ['lower case', { lower: field('first') }, 'ana'],
  ['the upper case of nothing', { upper: field('nothing') }, null],
  ['the length of a text', { length: field('first') }, 3],
  ['the length of a list', { length: field('numbers') }, 3],
  ['the length of nothing', { length: field('nothing') }, 0],
  ['a part of a text', { substr: [field('first'), 0, 1] }, 'A'],
  ['the days between two days', { days_between: [field('start'), field('end')] }, 3],
  ['the days back', { days_between: [field('end'), field('start')] }, -3],
  ['the days since nothing', { days_between: [field('nothing'), field('end')] }, null],
  ['days later', { add_days: [field('start'), 3] }, '2026-03-02'],
  ['the year', { year: field('start') }, 2026],
  ['the month', { month: field('start') }, 2],
  ['the month of a date-time', { month: field('at') }, 3],
  ['the day of a date-time in a time zone', { day: [field('at'), 'America/New_York'] }, '2026-03-10'],
  ['one of two', { if: [field('done'), 'yes', 'no'] }, 'yes'],
  ['a comparison', { '>': [field('hours'), 8] }, false],
  ['a value of a related record', { '*': [field('rate'), { '-': [1, { var: 'related.account.discount' }] }] }, 36],
  ['a related record that is not there', { var: 'related.contact.name' }, null],
  ['a property of a prototype', { var: 'record.first.length' }, null],
];

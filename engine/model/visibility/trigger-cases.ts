import type { InputType, Trigger } from '../definitions/index.ts';
import type { JsonValue } from '../values/json.ts';

const before: Trigger = { kind: 'date', operator: 'Before', value: '2026-03-10' };
const after: Trigger = { kind: 'date', operator: 'After', value: '2026-03-10' };
const between: Trigger = { kind: 'date', operator: 'Between', value: '2026-03-01', valueEnd: '2026-03-10' };
const span = (name: 'last_year' | 'this_year' | 'this_month' | 'last_month'): Trigger => ({ kind: 'date', span: name });
const days = (count: number): Trigger => ({ kind: 'date', days: count });
const less: Trigger = { kind: 'number', operator: 'Less', value: 5 };
const inSome: Trigger = { kind: 'dropdown', in: ['new', 'screening'] };
const all: Trigger = { kind: 'multi-select', all: ['a', 'b'] };
const relate: Trigger = { kind: 'relate', id: 'r1' };
const address: Trigger = { kind: 'address', parts: { state: 'ga', city: 'ATLANTA' } };

/** Triggers with a value of the parent on 2026-03-15, and whether the field is shown. Node and the browser have the same results. */
export const TRIGGER_CASES: readonly (readonly [
  name: string,
  inputType: InputType,
  trigger: Trigger,
  value: JsonValue | undefined,
  shown: boolean,
])[] = [
  ['text holds it', 'TextField', { kind: 'text', contains: 'josé' }, 'San Jose', true],
  ['text does not', 'TextField', { kind: 'text', contains: 'x' }, 'San Jose', false],
  ['text missing', 'TextField', { kind: 'text', contains: 'x' }, undefined, false],
  ['phone by digits', 'Phone', { kind: 'text', contains: '(404) 555' }, '4045550142', true],
  ['e-mail entry', 'EmailAddress', { kind: 'text', contains: '@example' }, [{ email_address: 'a@Example.com' }], true],
  ['list entry', 'ListField', { kind: 'text', contains: 'b' }, ['a', 'B'], true],
  ['before', 'Date', before, '2026-03-09', true],
  ['not before the day itself', 'Date', before, '2026-03-10', false],
  ['after', 'Date', after, '2026-03-11', true],
  ['not after the day itself', 'Date', after, '2026-03-10', false],
  ['between takes both ends', 'Date', between, '2026-03-10', true],
  ['between', 'Date', between, '2026-03-11', false],
  ['date missing', 'Date', before, null, false],
  ['last year', 'Date', span('last_year'), '2025-12-31', true],
  ['not last year', 'Date', span('last_year'), '2026-01-01', false],
  ['this year', 'Date', span('this_year'), '2026-12-31', true],
  ['this month', 'Date', span('this_month'), '2026-03-31', true],
  ['not this month of another year', 'Date', span('this_month'), '2025-03-31', false],
  ['last month', 'Date', span('last_month'), '2026-02-01', true],
  ['not last month', 'Date', span('last_month'), '2026-03-01', false],
  ['days ahead', 'Date', days(7), '2026-03-22', true],
  ['too far ahead', 'Date', days(7), '2026-03-23', false],
  ['days back', 'Date', days(-7), '2026-03-08', true],
  ['too far back', 'Date', days(-7), '2026-03-07', false],
  ['days back, not ahead', 'Date', days(-7), '2026-03-16', false],
  ['today', 'Date', days(0), '2026-03-15', true],
  ['less', 'Number', less, 4.9, true],
  ['not less', 'Number', less, 5, false],
  ['number missing', 'Number', less, undefined, false],
  ['greater', 'Currency', { kind: 'number', operator: 'Greater', value: 5 }, 5.01, true],
  ['equals', 'Number', { kind: 'number', operator: 'Equals', value: 0 }, 0, true],
  ['number between', 'Number', { kind: 'number', operator: 'Between', value: 1, valueEnd: 2 }, 2, true],
  ['not number between', 'Number', { kind: 'number', operator: 'Between', value: 1, valueEnd: 2 }, 2.1, false],
  ['dropdown', 'Dropdown', inSome, 'screening', true],
  ['not dropdown', 'Dropdown', inSome, 'placed', false],
  ['all included', 'MultiSelect', all, ['c', 'b', 'a'], true],
  ['not all included', 'MultiSelect', all, ['a', 'c'], false],
  ['relate', 'Relate', relate, 'r1', true],
  ['populated relate', 'Relate', relate, { _id: 'r1', name: 'R' }, true],
  ['multi relate', 'MultiRelate', relate, ['r0', 'r1'], true],
  ['flex relate', 'FlexRelate', relate, { module: 'tickets', id: 'r1' }, true],
  ['other relate', 'Relate', relate, 'r2', false],
  ['address', 'Address', address, { city: 'Atlanta', state: 'GA', zip: '30301' }, true],
  ['other address', 'Address', address, { city: 'Macon', state: 'GA' }, false],
  ['address missing', 'Address', address, undefined, false],
  ['checked', 'Checkbox', { kind: 'checkbox', equals: 'true' }, true, true],
  ['not checked', 'Checkbox', { kind: 'checkbox', equals: 'true' }, undefined, false],
  ['missing is unchecked', 'Checkbox', { kind: 'checkbox', equals: 'false' }, undefined, true],
];

import { beforeAll, describe, expect, it } from 'vitest';
import { checkCondition, createConditionData, evaluateCondition } from '#engine/model/conditions';
import { INPUT_TYPES, type FieldDefinition, type InputType } from '#engine/model/definitions';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { loadAdminTexts } from '../../../kit/index.ts';
import { countTests, createGroup, createPart, createTest, type ConditionItem, type ConditionOperand } from './condition-tree.ts';
import { describeCondition } from './describe-condition.ts';
import { readCondition } from './read-condition.ts';
import { listOperators, listSubjects, type ConditionSubject } from './subjects.ts';
import { writeCondition, type FindSubject } from './write-condition.ts';

const FIELDS: readonly FieldDefinition[] = INPUT_TYPES.map((inputType) => ({
  id: `f_${inputType}`,
  fieldName: `a_${inputType.toLowerCase()}`,
  label: `The ${inputType}`,
  inputType,
}));
let subjects: readonly ConditionSubject[] = [];
const find: FindSubject = (name) => subjects.find((one) => one.name === name);
const nameOf = (type: InputType) => `record.a_${type.toLowerCase()}`;
const value = (one: JsonValue): ConditionOperand => ({ kind: 'value', value: one });
const write = (...items: readonly ConditionItem[]) => writeCondition(createGroup('all', items), find);
const holds = (rule: unknown, record: JsonObject, old: JsonObject = {}) =>
  evaluateCondition(
    rule,
    createConditionData(record, {
      today: '2026-03-15',
      timeZone: 'America/New_York',
      old,
      user: { _id: 'u1', userType: 'Admin', roles: ['Clerk'], teams: [] },
    }),
  );

/** A tree without the ids of its items. */
const plain = (item: unknown): unknown => JSON.parse(JSON.stringify(item, (key, one: unknown) => (key === 'id' ? undefined : one)));

beforeAll(async () => {
  await loadAdminTexts();
  subjects = listSubjects(FIELDS);
});

/** A value for each kind of subject. */
function operandOf({ kind }: ConditionSubject, operator: string): ConditionOperand | undefined {
  if (['empty', 'filled', 'changed'].includes(operator)) return undefined;
  if (kind === 'number') return value(5);
  if (kind === 'yesNo') return value(true);
  if (kind === 'date' || kind === 'dateTime') return value('2026-03-15');
  if (kind === 'option' || kind === 'options') return value(['one', 'two']);
  return value('text');
}

it('writes every operator of every subject as a valid condition, and reads it back', () => {
  for (const subject of subjects)
    for (const operator of listOperators(subject)) {
      const test = createTest(subject.name, operator, operandOf(subject, operator));
      const rule = write(test);
      expect(checkCondition(rule), `${subject.name} ${operator}`).toEqual([]);
      expect(plain(readCondition(rule, find).items), `${subject.name} ${operator}`).toEqual([plain(test)]);
    }
  expect(subjects.length).toBe(INPUT_TYPES.length + 4 + 2);
});

describe('comparisons', () => {
  it.each<[ConditionItem, JsonObject, JsonObject]>([
    [createTest(nameOf('Number'), 'lt', value(5)), { a_number: 4 }, {}],
    [createTest(nameOf('Number'), 'gt', value(-5)), { a_number: 0 }, {}],
    [createTest(nameOf('Checkbox'), 'equals', value(false)), {}, { a_checkbox: true }],
    [createTest(nameOf('Date'), 'gt', { kind: 'today', days: 0 }), { a_date: '2026-03-16' }, { a_date: '2026-03-15' }],
    [createTest(nameOf('Date'), 'lte', { kind: 'today', days: -7 }), { a_date: '2026-03-08' }, { a_date: '2026-03-09' }],
    // 02:00 in UTC is still the day before in New York.
    [
      createTest(nameOf('DateTime'), 'equals', value('2026-03-15')),
      { a_datetime: '2026-03-16T02:00:00.000Z' },
      { a_datetime: '2026-03-16T12:00:00.000Z' },
    ],
    [
      createTest(nameOf('Date'), 'gte', { kind: 'field', subject: nameOf('DateTime'), days: 30 }),
      { a_date: '2026-02-01', a_datetime: '2026-01-02T12:00:00.000Z' },
      { a_date: '2026-01-31', a_datetime: '2026-01-02T12:00:00.000Z' },
    ],
    [createTest(nameOf('Relate'), 'refersTo', { kind: 'me' }), { a_relate: 'u1' }, { a_relate: 'u2' }],
    [createTest(nameOf('MultiRelate'), 'notRefersTo', value('x')), { a_multirelate: ['y'] }, { a_multirelate: ['x', 'y'] }],
    [createTest(nameOf('MultiSelect'), 'includesAll', value(['a', 'b'])), { a_multiselect: ['b', 'a'] }, { a_multiselect: ['a'] }],
    [createTest(nameOf('TextField'), 'equals', value('Été')), { a_textfield: ' ete' }, { a_textfield: 'hiver' }],
    [createTest(`${nameOf('Address')}.city`, 'contains', value('jol')), { a_address: { city: 'Joliet' } }, { a_address: {} }],
  ])('%#', (item, matching, other) => {
    expect(holds(write(item), matching)).toBe(true);
    expect(holds(write(item), other)).toBe(false);
  });

  it('knows what changed, and who the user is', () => {
    expect(holds(write(createTest(nameOf('Dropdown'), 'changed')), { a_dropdown: 'b' }, { a_dropdown: 'a' })).toBe(true);
    expect(holds(write(createTest(nameOf('Dropdown'), 'changed')), { a_dropdown: 'a' }, { a_dropdown: 'a' })).toBe(false);
    expect(holds(write(createTest('user.roles', 'includesAny', value(['Clerk']))), {})).toBe(true);
    expect(holds(write(createTest('user.userType', 'in', value(['Visitor']))), {})).toBe(false);
  });
});

it('keeps what it cannot show as JSON, and everything else around it', () => {
  const part = { '>': [{ '+': [{ var: 'record.a_number' }, 1] }, 3] };
  const rule = { or: [{ and: [{ in: [{ var: 'record.a_dropdown' }, ['one']] }, part] }, { '!': [{ or: [part, part] }] }] };
  const tree = readCondition(rule, find);
  expect(plain(tree)).toEqual(
    plain(
      createGroup('any', [
        createGroup('all', [createTest('record.a_dropdown', 'in', value(['one'])), createPart(part)]),
        createGroup('any', [createPart(part), createPart(part)], true),
      ]),
    ),
  );
  expect(writeCondition(tree, find)).toEqual(rule);
  expect(writeCondition(readCondition(true, find), find)).toBe(true);
});

it('reads shorter forms that people write', () => {
  const read = (rule: unknown) => plain(readCondition(rule, find).items[0]);
  expect(read({ '==': [{ var: 'record.a_dropdown' }, 'one'] })).toEqual(plain(createTest('record.a_dropdown', 'in', value(['one']))));
  expect(read({ '!!': { var: 'record.a_checkbox' } })).toEqual(plain(createTest('record.a_checkbox', 'equals', value(true))));
  expect(read({ '!': { var: 'record.a_checkbox' } })).toEqual(plain(createTest('record.a_checkbox', 'equals', value(false))));
  expect(read({ '!=': [{ var: 'record.a_checkbox' }, true] })).toEqual(plain(createTest('record.a_checkbox', 'equals', value(false))));
  expect(read({ in: ['Clerk', { var: 'user.roles' }] })).toEqual(plain(createTest('user.roles', 'includesAny', value(['Clerk']))));
  expect(read({ '==': [{ var: 'record.a_relate' }, { var: 'user._id' }] })).toEqual(
    plain(createTest('record.a_relate', 'refersTo', { kind: 'me' })),
  );
  expect(read({ '==': [{ var: 'record.gone' }, 1] })).toEqual(plain(createPart({ '==': [{ var: 'record.gone' }, 1] })));
});

it('leaves out what is not complete', () => {
  const open = createTest(nameOf('Number'), 'gt');
  expect(write(open)).toBeUndefined();
  expect(write(createTest(nameOf('Dropdown'), 'in', value([])))).toBeUndefined();
  expect(countTests(createGroup('all', [open, createGroup('any', [createTest(nameOf('Number'), 'filled')])]))).toBe(1);
});

it('shows a condition in words', () => {
  const group = createGroup('all', [
    createTest(nameOf('Dropdown'), 'in', value(['one', 'two'])),
    createGroup('any', [
      createTest(nameOf('Date'), 'gt', { kind: 'field', subject: nameOf('DateTime'), days: 30 }),
      createTest(nameOf('Checkbox'), 'equals', value(false)),
    ]),
  ]);
  expect(describeCondition(group, { subjects, labelOf: (_, one) => (one === 'one' ? 'First' : undefined) })).toBe(
    'The Dropdown is any of First, two and (The Date is after The DateTime plus 30 days or The Checkbox is No)',
  );
});

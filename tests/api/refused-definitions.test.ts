import { expect, it } from 'vitest';
import type { ChangeSetView } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import { describeRules } from './each-store.ts';

const field = (fieldName: string, more: JsonObject = {}): JsonObject => ({
  id: `x_${fieldName}`,
  fieldName,
  label: fieldName,
  inputType: 'Number',
  ...more,
});
const own = (name: string): JsonObject => ({ var: `record.${name}` });
const module = (name: string, more: JsonObject = {}): JsonObject => ({
  kind: 'module',
  id: name,
  definition: { id: name, name, label: name, labelSingular: name, kind: 'plain', fields: [], custom: true, active: true, ...more },
});
/** A module with these fields. */
const boxes = (fields: readonly JsonObject[], more: JsonObject = {}): JsonObject => module('boxes', { fields, ...more });
const link = (name: string, from: string, to: string, more: JsonObject = {}): JsonObject => ({
  id: name,
  name,
  label: name,
  type: 'One to Many',
  primary_module: { name: from, label: from },
  related_module: { name: to, label: to },
  ...more,
});
const requires = (ref: string): JsonObject => ({
  id: `requires_${ref}`,
  fieldName: `its_${ref}`,
  label: 'Its',
  inputType: 'Relate',
  ref,
  required: true,
});
const setting = (schema: JsonObject, value: JsonObject[string]): JsonObject => ({
  kind: 'setting',
  id: 'box_code',
  definition: { id: 'box_code', key: 'box_code', name: 'Code of boxes', setting: value, schema },
});

/** What a change-set contains, and the problem that it has: 'artifact path cause'. */
const CASES: readonly (readonly [name: string, changes: readonly JsonObject[], problem: RegExp])[] = [
  ['a module whose name starts with a digit', [module('9boxes')], /\/name "9boxes" is no name of a module: start with a letter/],
  ['a module named _id', [module('_id')], /\/name "_id" is no name of a module/],
  ['a module named __proto__', [module('proto', { name: '__proto__' })], /\/name "__proto__" is no name of a module/],
  ['a module named constructor', [module('constructor')], /\/name constructor is a reserved name/],
  ['a module with the name of another one', [module('boxes'), module('more', { name: 'Boxes' })], /\/name There is another \w+\/boxes/i],
  [
    'a module with the path of endpoints of no module',
    [module('login', { path: '/api/auth' })],
    /\/path \/api\/auth is the path of endpoints/,
  ],
  ['a module with the path of another one', [module('gear', { path: '/api/tools' })], /\/path \/api\/tools is already the path of tools/],
  [
    'a field whose name starts with a capital',
    [boxes([field('Size')])],
    /fieldName "Size" is no name of a field: start with a small letter/,
  ],
  ['a field named _id', [boxes([field('_id')])], /fieldName "_id" is no name of a field/],
  ['a field named __proto__', [boxes([field('__proto__')])], /fieldName "__proto__" is no name of a field/],
  ['a field named constructor', [boxes([field('constructor')])], /fieldName constructor is a reserved name/],
  ['two fields with one name', [boxes([field('size'), { ...field('size'), id: 'other' }])], /There are two fields named size/],
  [
    'a field with the name of a relationship',
    [boxes([field('boxes_lids')], { relationships: [link('boxes_lids', 'boxes', 'lids')] }), module('lids')],
    /boxes_lids/,
  ],
  [
    'a module of 10,000 fields',
    [boxes(Array.from({ length: 10_000 }, (_, index) => field(`f${index}`)))],
    /module\/boxes \/fields Keep 500 or fewer/,
  ],
  [
    'a relationship of a module with itself that has one name for both ends',
    [boxes([], { relationships: [link('boxes_boxes', 'boxes', 'boxes')] })],
    /\/reverseName A relationship of a module with itself needs a reverseName/,
  ],
  [
    'modules that require each other',
    [module('boxes', { fields: [requires('lids')] }), module('lids', { fields: [requires('boxes')] })],
    /module\/boxes \/fields\/its_lids\/required boxes, lids require each other in a circle/,
  ],
  [
    'modules that require each other by a relationship',
    [
      module('boxes', { fields: [requires('lids')], relationships: [link('boxes_lids', 'boxes', 'lids', { required: true })] }),
      module('lids'),
    ],
    /module\/boxes \/fields\/its_lids\/required boxes, lids require each other/,
  ],
  ['a module that requires itself', [module('boxes', { fields: [requires('boxes')] })], /Each of boxes requires another one/],
  [
    'fields that are shown by each other',
    [
      boxes([
        field('a', { dependent: true, parentField: 'b', fieldsToTrigger: { kind: 'number', operator: 'Equals', value: 1 } }),
        field('b', { dependent: true, parentField: 'a', fieldsToTrigger: { kind: 'number', operator: 'Equals', value: 1 } }),
      ]),
    ],
    /\/parentField Its parent fields form a cycle/,
  ],
  [
    'formulas that read each other',
    [boxes([field('a', { formula: { '+': [own('b'), 1] } }), field('b', { formula: { '+': [own('a'), 1] } })])],
    /\/formula It depends on itself: .*→/,
  ],
  [
    'defaults that read each other',
    [boxes([field('a', { defaultFormula: own('b') }), field('b', { defaultFormula: own('a') })])],
    /\/defaultFormula Its default depends on itself/,
  ],
  [
    'roll-ups that count each other',
    [
      boxes([field('total', { rollUp: { module: 'lids', field: 'box', operation: 'sum', of: 'share' } })]),
      module('lids', {
        fields: [
          { id: 'l_box', fieldName: 'box', label: 'Box', inputType: 'Relate', ref: 'boxes' },
          { ...field('share', { formula: { '+': [{ var: 'related.box.total' }, 1] } }), id: 'l_share' },
        ],
      }),
    ],
    /\/(rollUp|formula) It depends on itself: .*→/,
  ],
  ['a formula that reads the time', [boxes([field('a', { formula: { var: 'now' } })])], /\/formula\/var A formula reads record/],
  [
    'a formula that reads a prototype',
    [boxes([field('a', { formula: { var: 'record.__proto__.x' } })])],
    /\/formula\/var Name a field by its written name/,
  ],
  ['a formula that reads a constructor', [boxes([field('a', { formula: { var: 'record.b.constructor' } })])], /written name/],
  ['a formula with a computed name', [boxes([field('a', { formula: { var: { cat: ['rec', 'ord'] } } })])], /written name/],
  [
    'a formula with an operator of its own',
    [boxes([field('a', { formula: { method: [own('a'), 'call'] } })])],
    /There is no operator method/,
  ],
  [
    'a formula that reads a sensitive field of another module',
    [
      boxes([
        { id: 'x_owner', fieldName: 'owner', label: 'Owner', inputType: 'Relate', ref: 'safes' },
        { ...field('a'), inputType: 'TextField', formula: { var: 'related.owner.code' } },
      ]),
      module('safes', { fields: [{ id: 's_code', fieldName: 'code', label: 'Code', inputType: 'TextField', sensitive: true }] }),
    ],
    /code is sensitive: a formula would reveal its value/,
  ],
  [
    'a pattern that backtracks',
    [setting({ type: 'string', pattern: '^(a+)+$' }, 'aaa')],
    /setting\/box_code \/schema The pattern .* can take too long/,
  ],
  ['a pattern that is none', [setting({ type: 'string', pattern: '(' }, 'a')], /setting\/box_code \/schema /],
  [
    'duplicates by a field that there is not',
    [boxes([field('size')], { duplicates: { action: 'warn', rules: [{ fields: ['sice'], exactness: 'exact' }] } })],
    /\/duplicates\/rules\/0\/fields\/0 There is no field sice. Did you mean size\?/,
  ],
  [
    'the most specific first by a number',
    [boxes([field('size')], { narrowedBy: ['size'] })],
    /\/narrowedBy\/0 size is a Number, not a Relate or Dropdown/,
  ],
  ['a board by a number', [boxes([field('size')], { boardBy: 'size' })], /\/boardBy size is a Number, not a Dropdown/],
  [
    'a calendar by a number',
    [boxes([field('size')], { calendarBy: { field: 'size' } })],
    /\/calendarBy\/field size is a Number, not a Date or DateTime/,
  ],
  ['a row rule with an unknown field', [boxes([field('size')], { rowRules: { Provider: { sice: 1 } } })], /\/rowRules\/Provider\/sice /],
];

describeRules('Definitions that are refused', (server) => {
  it.each(CASES)('%s', async (name, changes, problem) => {
    const admin = server().admin;
    const made = (await admin.post('/api/change-sets', { name })).body as ChangeSetView;
    const { status, body } = await admin.put(`/api/change-sets/${made._id}/changes`, { _version: made._version, changes });
    expect(status, JSON.stringify(body).slice(0, 2000)).toBe(200);
    const found = (body as ChangeSetView).problems.map(({ file, path, cause }) => `${file} ${path} ${cause}`);
    expect(found.join('\n')).toMatch(problem);
    const published = await admin.post(`/api/change-sets/${made._id}/publish`, {});
    expect(published).toMatchObject({ status: 422, body: { code: 'definition_invalid' } });
    expect((await admin.delete(`/api/change-sets/${made._id}`)).status).toBe(200);
  });
});

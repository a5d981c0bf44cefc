import { describe, expect, it } from 'vitest';
import type { ColumnDefinition, InputType } from '../definitions/index.ts';
import type { JsonValue } from '../values/json.ts';
import type { FieldColumn, FieldContext } from './field-type.ts';
import { createContext } from './field-type-fixture.ts';
import { FIELD_TYPES, typeOfColumn } from './registry.ts';
import { formatMonth, formatTimeOfDay, parseMonth, parseTimeOfDay } from './written-times.ts';

const COLUMNS: readonly ColumnDefinition[] = [
  { fieldName: 'item', label: 'Item', inputType: 'TextField', required: true, description: 'What it is.' },
  { fieldName: 'status', label: 'Status', inputType: 'Dropdown', dropdown: 'status' },
  { fieldName: 'amount', label: 'Amount', inputType: 'Currency' },
  { fieldName: 'person', label: 'Person', inputType: 'Relate', ref: 'tickets' },
  { fieldName: 'tags', label: 'Tags', inputType: 'ListField' },
  { fieldName: 'data', label: 'Data', inputType: 'Object' },
];

function contextOf(inputType: InputType, stored: readonly (JsonValue | undefined)[] = []): FieldContext {
  return { ...createContext(inputType), columns: columnsOf(COLUMNS), stored };
}

function columnsOf(columns: readonly ColumnDefinition[]): readonly FieldColumn[] {
  return columns.map((column) => ({
    ...createContext(column.inputType, { ...column, id: column.fieldName }),
    type: typeOfColumn(column),
    ...(column.entry === undefined ? {} : { columns: columnsOf(column.entry.columns) }),
  }));
}

function normalized(inputType: InputType, value: JsonValue, stored?: readonly (JsonValue | undefined)[]): unknown {
  const result = FIELD_TYPES[inputType].normalize(value, contextOf(inputType, stored));
  return result.ok ? { value: result.value } : result.problems.map(({ path = '', code }) => `${path} ${code}`);
}

describe('entries with columns', () => {
  it('are normalized by the types of the columns', () => {
    expect(normalized('Array', [{ amount: -0, item: ' a ', person: { _id: 'p1', name: 'Ann' }, status: null }])).toEqual({
      value: [{ item: 'a', amount: 0, person: 'p1' }],
    });
    expect(normalized('Object', { item: 'a' })).toEqual({ value: { item: 'a' } });
    expect(normalized('Array', JSON.parse('[{ "item": "a", "__proto__": 1, "constructor": 2 }]') as JsonValue)).toEqual([
      '0.__proto__ unknown_column',
      '0.constructor unknown_column',
    ]);
  });

  it('take any JSON in an Object column, and a list of texts in a ListField column', () => {
    for (const data of ['today', 5, false, ['a', 1], { gte: 'today', inner: [null] }])
      expect(normalized('Array', [{ item: 'a', data }])).toEqual({ value: [{ item: 'a', data }] });
    expect(normalized('Array', [{ item: 'a', tags: [' one ', ''], data: [] }])).toEqual({ value: [{ item: 'a', tags: ['one'] }] });
    expect(normalized('Array', [{ item: 'a', data: { 'a.b': 1 }, tags: 'one' }])).toEqual(['0.tags wrong_type', '0.data refused_name']);
    const context = contextOf('Array');
    expect(FIELD_TYPES.Array.format([{ item: 'a', data: 'today' }, { data: { gte: 1 } }], context)).toBe(
      'Item: a, Data: today; Data: {"gte":1}',
    );
  });

  it('have the names of a filter in an Object that is one', () => {
    const normalizeIn = (filterOf: object, value: JsonValue) => {
      const result = FIELD_TYPES.Object.normalize(value, createContext('Object', filterOf));
      return result.ok ? 'stored' : result.problems.map(({ code }) => code);
    };
    const filter = { and: [{ 'place.city': 'Rome' }, { due: { range: { gte: { $: 'today', days: 2 } } } }] };
    expect([normalizeIn({ filterOf: 'about' }, filter), normalizeIn({}, filter)]).toEqual(['stored', ['refused_name']]);
    for (const name of ['$odd', '', '.', '__proto__', 'constructor'])
      expect(normalizeIn({ filterOf: 'about' }, Object.fromEntries([[name, 1]])), name).toEqual(['refused_name']);
  });

  it('are missing if they have no value', () => {
    for (const value of [null, [], [{}], [null, { item: ' ' }]]) expect(normalized('Array', value)).toEqual({ value: undefined });
    for (const value of [null, {}, { item: '', status: null }]) expect(normalized('Object', value)).toEqual({ value: undefined });
  });

  it('have the index that was sent in the paths of their problems', () => {
    expect(normalized('Array', [{}, { amount: 1 }, { item: 'a', status: 'none' }])).toEqual(['1.item required', '2.status not_an_option']);
    expect(normalized('Object', { amount: 1 })).toEqual(['item required']);
    expect(normalized('Array', { item: 'a' })).toEqual([' wrong_type']);
    expect(normalized('Object', [{ item: 'a' }])).toEqual([' wrong_type']);
  });

  it('are accepted as they are stored', () => {
    const stored = [{ amount: 'ten', shelf: { row: 1, place: 2 } }, { item: 'b' }];
    expect(normalized('Array', [{ shelf: { place: 2, row: 1 }, amount: 'ten' }], [stored])).toEqual({ value: [stored[0]] });
    expect(normalized('Array', [{ item: 'a', shelf: { row: 1, place: 2 } }], [stored])).toEqual({
      value: [{ item: 'a', shelf: { row: 1, place: 2 } }],
    });
    expect(normalized('Array', [{ item: 'a', shelf: 3 }], [stored])).toEqual(['0.shelf unknown_column']);
    expect(normalized('Array', [{ amount: 'eleven' }], [stored])).toEqual(['0.amount wrong_type', '0.item required']);
    expect(normalized('Object', { shelf: 1 }, [undefined, { shelf: 1 }])).toEqual({ value: { shelf: 1 } });
  });

  it('are displayed with their labels', () => {
    const value = [{ item: 'a', status: 'not_interested', amount: 5 }, { shelf: 1 }, { item: 'b' }];
    expect(FIELD_TYPES.Array.format(value, contextOf('Array'))).toBe('Item: a, Status: Not interested, Amount: $5.00; Item: b');
    expect(FIELD_TYPES.Object.format({ item: 'a' }, contextOf('Object'))).toBe('Item: a');
  });

  it('have a JSON Schema with a property for each column', () => {
    const row = FIELD_TYPES.Object.jsonSchema(contextOf('Object'));
    expect(row).toMatchObject({
      required: ['item'],
      additionalProperties: false,
      properties: {
        item: { title: 'Item', description: 'What it is.', type: 'string' },
        amount: { anyOf: [{ type: 'number' }, { type: 'null' }] },
      },
    });
    expect(FIELD_TYPES.Array.jsonSchema(contextOf('Array'))).toEqual({ type: 'array', items: row, maxItems: 1000 });
  });
});

/** Orders whose lines have a chosen size and several deliveries. */
const NESTED: readonly ColumnDefinition[] = [
  { fieldName: 'item', label: 'Item', inputType: 'TextField' },
  { fieldName: '_id', label: 'Id', inputType: 'TextField', identifier: true },
  {
    fieldName: 'size',
    label: 'Size',
    inputType: 'Object',
    entry: { columns: [{ fieldName: 'price', label: 'Price', inputType: 'Number' }], open: true },
  },
  {
    fieldName: 'deliveries',
    label: 'Deliveries',
    inputType: 'Array',
    entry: {
      columns: [
        { fieldName: 'at', label: 'At', inputType: 'TextField', timeOfDay: true, required: true },
        { fieldName: 'month', label: 'Month', inputType: 'TextField', month: true },
        { fieldName: 'pieces', label: 'Pieces', inputType: 'ListField', numbers: true },
      ],
    },
  },
  { fieldName: 'people', label: 'People', inputType: 'MultiRelate', ref: 'tickets' },
];

function nested(value: JsonValue, stored: readonly JsonValue[] = []): unknown {
  const result = FIELD_TYPES.Array.normalize(value, { ...createContext('Array'), columns: columnsOf(NESTED), stored });
  return result.ok ? { value: result.value } : result.problems.map(({ path = '', code }) => `${path} ${code}`);
}

describe('columns with columns of their own', () => {
  it('are normalized at every level', () => {
    const line = {
      _id: 'x',
      size: { price: 2 },
      deliveries: [{ at: '1:05 pm', month: 'Dec 2026', pieces: ['1', 2] }, {}],
      people: [{ _id: 'p1' }, 'p2'],
    };
    expect(nested([line])).toEqual({
      value: [{ _id: 'x', size: { price: 2 }, deliveries: [{ at: '13:05', month: '2026-12', pieces: [1, 2] }], people: ['p1', 'p2'] }],
    });
  });

  it('say where a problem is', () => {
    expect(nested([{ item: 'a' }, { deliveries: [{ at: '9 AM' }, { at: '25:00', month: '2026-13', pieces: ['one'] }] }])).toEqual([
      '1.deliveries.1.at not_a_time',
      '1.deliveries.1.month not_a_month',
      '1.deliveries.1.pieces not_an_integer',
    ]);
    expect(nested([{ deliveries: [{ month: '12/2026' }] }])).toEqual(['0.deliveries.0.at required']);
  });

  it('accept what is stored in them, whatever the columns are now', () => {
    const stored = [{ item: 'a', deliveries: [{ at: 'noon' }, { shelf: 1 }] }];
    expect(nested([{ _id: 'x', item: 'b', deliveries: [{ at: 'noon' }, { shelf: 1 }] }], [stored])).toEqual({
      value: [{ _id: 'x', item: 'b', deliveries: [{ at: 'noon' }, { shelf: 1 }] }],
    });
    expect(nested([{ item: 'b', deliveries: [{ at: 'evening' }] }], [stored])).toEqual(['0.deliveries.0.at not_a_time']);
  });

  it('take values of other names only if the entry schema is open', () => {
    expect(nested([{ _id: 'x', size: { price: 1, color: ['red'] } }])).toEqual({
      value: [{ _id: 'x', size: { price: 1, color: ['red'] } }],
    });
    expect(nested([{ size: { $odd: 1 } }])).toEqual(['0.size.$odd refused_name']);
    expect(nested([{ deliveries: [{ at: '9:00', color: 'red' }] }])).toEqual(['0.deliveries.0.color unknown_column']);
  });

  it('identify new entries, but not those without a value', () => {
    const result = FIELD_TYPES.Array.normalize([{ item: 'a' }, { item: 'b' }, {}], {
      ...createContext('Array'),
      columns: columnsOf(NESTED),
    });
    const entries = (result.ok ? result.value : []) as readonly { readonly _id: string }[];
    expect(entries).toHaveLength(2);
    expect(new Set(entries.map(({ _id }) => _id)).size).toBe(2);
    expect(entries.every(({ _id }) => /^[a-z0-9]{12}$/.test(_id))).toBe(true);
  });

  it('are displayed in brackets, without what is for programs', () => {
    const value = [{ _id: 'x', item: 'a', size: { price: 2 }, deliveries: [{ at: '13:05', month: '2026-12', pieces: [1, 2] }] }];
    expect(FIELD_TYPES.Array.format(value, { ...createContext('Array'), columns: columnsOf(NESTED) })).toBe(
      'Item: a, Size: (Price: 2), Deliveries: (At: 1:05 PM, Month: Dec 2026, Pieces: 1, 2)',
    );
  });

  it('are in the JSON Schema', () => {
    const schema = FIELD_TYPES.Object.jsonSchema({ ...createContext('Object'), columns: columnsOf(NESTED) });
    expect(schema).toMatchObject({
      properties: {
        size: { anyOf: [{ properties: { price: {} }, additionalProperties: true }, { type: 'null' }] },
        deliveries: { anyOf: [{ type: 'array', items: { required: ['at'], additionalProperties: false } }, { type: 'null' }] },
      },
    });
  });
});

describe('times of day and months', () => {
  it.each([
    ['9:30 AM', '09:30', '9:30 AM'],
    ['12 am', '00:00', '12:00 AM'],
    ['1205p', '12:05', '12:05 PM'],
    ['23:59', '23:59', '11:59 PM'],
    ['24:00', undefined, ''],
    ['13 pm', undefined, ''],
    ['soon', undefined, ''],
  ])('%s is the time %s', (typed, stored, shown) => {
    expect(parseTimeOfDay(typed)).toBe(stored);
    if (stored !== undefined) expect(formatTimeOfDay(stored)).toBe(shown);
  });

  it.each([
    ['December 2026', '2026-12', 'Dec 2026'],
    ['1/2027', '2027-01', 'Jan 2027'],
    ['2027-02', '2027-02', 'Feb 2027'],
    ['13/2026', undefined, ''],
    ['Foo 2026', undefined, ''],
  ])('%s is the month %s', (typed, stored, shown) => {
    expect(parseMonth(typed)).toBe(stored);
    if (stored !== undefined) expect(formatMonth(stored)).toBe(shown);
  });

  it('are shown as they are stored if they are none', () => {
    expect([formatTimeOfDay('noon'), formatMonth('spring')]).toEqual(['noon', 'spring']);
  });
});

import { describe, expect, it } from 'vitest';
import type { ColumnDefinition, InputType } from '../definitions/index.ts';
import type { JsonValue } from '../values/json.ts';
import type { FieldContext } from './field-type.ts';
import { createContext } from './field-type-fixture.ts';
import { FIELD_TYPES, typeOfColumn } from './registry.ts';

const COLUMNS: readonly ColumnDefinition[] = [
  { fieldName: 'item', label: 'Item', inputType: 'TextField', required: true, description: 'What it is.' },
  { fieldName: 'status', label: 'Status', inputType: 'Dropdown', dropdown: 'status' },
  { fieldName: 'amount', label: 'Amount', inputType: 'Currency' },
  { fieldName: 'person', label: 'Person', inputType: 'Relate', ref: 'tickets' },
  { fieldName: 'tags', label: 'Tags', inputType: 'ListField' },
  { fieldName: 'data', label: 'Data', inputType: 'Object' },
];

function contextOf(inputType: InputType, stored: readonly (JsonValue | undefined)[] = []): FieldContext {
  const columns = COLUMNS.map((column) => ({
    ...createContext(column.inputType, { ...column, id: column.fieldName }),
    type: typeOfColumn(column.inputType),
  }));
  return { ...createContext(inputType), columns, stored };
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

import { describe, expect, it } from 'vitest';
import type { FieldDefinition, ModuleDefinition } from '#engine/model/definitions';
import { findProblems } from './check-fixture.ts';

/** The problems of the fixture with a module that has this field, as 'path cause'. */
async function problemsWith(field: object): Promise<string[]> {
  const whole: FieldDefinition = { id: 'x_field', fieldName: 'x', label: 'X', inputType: 'TextField', ...field };
  const module = { id: 'crates', name: 'crates', label: 'Crates', labelSingular: 'Crate', kind: 'plain' as const };
  const definition: ModuleDefinition = { ...module, fields: [whole] };
  return findProblems([{ kind: 'module', definition }]);
}

/** A column of an entry schema. */
function column(more: { readonly [name: string]: unknown } = {}): object {
  return { fieldName: 'size', label: 'Size', inputType: 'TextField', ...more };
}

function withColumns(...columns: readonly object[]): { readonly [name: string]: unknown } {
  return { inputType: 'Array', entry: { columns } };
}

describe('checking entry schemas', () => {
  it('accepts columns of each kind', async () => {
    const columns = [
      column(),
      column({ fieldName: 'in', inputType: 'Relate', ref: 'crates' }),
      column({ fieldName: '_id' }),
      column({ fieldName: 'tags', inputType: 'ListField' }),
      column({ fieldName: 'data', inputType: 'Object' }),
      column({ fieldName: 'inAll', inputType: 'MultiRelate', ref: 'crates' }),
      column({ fieldName: 'at', timeOfDay: true, hidden: true }),
      column({ fieldName: 'of', fieldsOf: 'x' }),
      column({ fieldName: 'by', inputType: 'Dropdown', dropdown: 'colour' }),
      column({ fieldName: 'operand', inputType: 'Object', operandOf: { field: 'of', operator: 'by' } }),
      column({ fieldName: 'value', inputType: 'Object', valueFor: 'of' }),
      column({ fieldName: 'places', inputType: 'ListField', numbers: true }),
      column({
        fieldName: 'parts',
        inputType: 'Array',
        entry: { columns: [column({ inputType: 'Object', entry: { columns: [column()], open: true } })] },
      }),
    ];
    expect(await problemsWith(withColumns(...columns))).toEqual([]);
  });

  it.each([
    ['an entry schema on a text', { entry: { columns: [column()] } }, /TextField has no entry schema/],
    ['an entry schema without columns', { inputType: 'Array', entry: { columns: [] } }, /Add at least one/],
    ['a column of a type that does not exist', withColumns(column({ inputType: 'Text' })), /allowed values/],
    ['a column of a type for fields only', withColumns(column({ inputType: 'File' })), /allowed values/],
    ['two columns of one name', withColumns(column(), column({ label: 'Other' })), /two columns named size/],
    ['a column of a reserved name', withColumns(column({ fieldName: 'constructor' })), /reserved/],
    ['a column without options', withColumns(column({ inputType: 'Dropdown' })), /names its dropdown/],
    [
      'a column with a dropdown that does not exist',
      withColumns(column({ inputType: 'Dropdown', dropdown: 'shapes' })),
      /no dropdown shapes/,
    ],
    ['a dropdown on a text column', withColumns(column({ dropdown: 'colour' })), /has no dropdown/],
    ['a column that relates to nothing', withColumns(column({ inputType: 'Relate' })), /names the one module/],
    [
      'a column that relates to a module that does not exist',
      withColumns(column({ inputType: 'Relate', ref: 'barrels' })),
      /no module barrels/,
    ],
    ['a text column that points to a module', withColumns(column({ ref: 'crates' })), /points to no module/],
    [
      'sensitive entries that refer to records',
      { ...withColumns(column({ inputType: 'Relate', ref: 'crates' })), sensitive: true },
      /cannot be sensitive: records are found/,
    ],
    ['a list column without columns', withColumns(column({ inputType: 'Array' })), /An Array column has an entry schema/],
    ['a text column with columns', withColumns(column({ entry: { columns: [column()] } })), /TextField has no entry schema/],
    [
      'an inner column that refers to records',
      withColumns(column({ inputType: 'Array', entry: { columns: [column({ inputType: 'Relate', ref: 'crates' })] } })),
      /refer to no records/,
    ],
    [
      'an inner column with a dropdown that does not exist',
      withColumns(column({ inputType: 'Array', entry: { columns: [column({ inputType: 'Dropdown', dropdown: 'shapes' })] } })),
      /columns\/0\/entry\/columns\/0\/dropdown.*no dropdown shapes/,
    ],
    ['a number that is a time', withColumns(column({ inputType: 'Number', timeOfDay: true })), /A Number is not a TextField/],
    ['texts that are numbers', withColumns(column({ numbers: true })), /A TextField is not a ListField/],
    ['fields of a field that does not exist', withColumns(column({ fieldsOf: 'nothing' })), /no field nothing/],
    [
      'a condition whose columns do not exist',
      withColumns(column({ inputType: 'Object', operandOf: { field: 'of', operator: 'by' } })),
      /no column of that names a field/,
    ],
    [
      'a condition without an operator',
      withColumns(column({ fieldName: 'of', fieldsOf: 'x' }), column({ inputType: 'Object', operandOf: { field: 'of', operator: 'of' } })),
      /no Dropdown column of/,
    ],
    [
      'a text that is the value of a condition',
      withColumns(column({ operandOf: { field: 'of', operator: 'by' } })),
      /TextField is not a Object/,
    ],
    ['properties of a field that does not exist', { inputType: 'Object', propertiesOf: 'nothing' }, /no field nothing/],
    ['a filter of a field that does not exist', { inputType: 'Object', filterOf: 'nothing' }, /no field nothing/],
    ['a text that is a filter', { filterOf: 'x' }, /Only an Object without an entry schema and without chosen properties/],
    ['a text whose properties are chosen', { propertiesOf: 'x' }, /Only an Object without an entry schema/],
    ['a number that names fields', { inputType: 'Number', fieldsOf: 'x' }, /names no fields/],
    ['another field of fields that names none', { fieldsElseOf: 'x' }, /fieldsElseOf.*Only a field with fieldsOf/],
    ['other names where no fields are named', { allowsOtherNames: true }, /Only a field with fieldsOf allows other names/],
    ['a value of a field that is not named', { valueFor: 'x' }, /valueFor.*no TextField x that names a field/],
    ['a number that is a value of another field', { inputType: 'Number', valueFor: 'x' }, /A Number is no value/],
    [
      'a column with a value of a column that names no field',
      withColumns(column({ fieldName: 'of' }), column({ inputType: 'Object', valueFor: 'of' })),
      /no column of that names a field/,
    ],
    ['limits on a text column', withColumns(column({ minimum: 1 })), /has no minimum/],
    ['a column with its limits crossed', withColumns(column({ inputType: 'Number', minimum: 2, maximum: 1 })), /above the maximum/],
    ['an amount of integers', withColumns(column({ inputType: 'Currency', integer: true })), /is not a Number/],
    ['a column name that begins with a capital', withColumns(column({ fieldName: 'Size' })), /pattern/],
  ])('rejects %s', async (_, field, cause) => {
    expect(await problemsWith(field)).toContainEqual(expect.stringMatching(cause));
  });
});

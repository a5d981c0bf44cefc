import { describe, expect, it } from 'vitest';
import type { CompiledField, CompiledModule } from '../compiled/compiled-module.ts';
import type { FieldDefinition, InputType } from '../definitions/index.ts';
import { getFieldType } from '../field-types/index.ts';
import { compileTrigger } from '../visibility/index.ts';
import { findRecordProblems } from '../validators/index.ts';
import { formatName } from './name-template.ts';
import { getKeySchemas, makeKeys, formatField, normalizeField } from './make-keys.ts';

function compile(name: string, inputType: InputType, extra: Partial<FieldDefinition> = {}): CompiledField {
  const definition: FieldDefinition = { id: `id_${name}`, fieldName: name, label: name, inputType, ...extra };
  const type = getFieldType(inputType);
  return {
    id: definition.id,
    name,
    label: name,
    definition,
    type,
    dropdown: undefined,
    refs: [],
    columns: [],
    keys: getKeySchemas(definition.id, type),
    linksKey: undefined,
    trigger: undefined,
    system: false,
    relationship: undefined,
  };
}

function withTrigger(field: CompiledField, fields: readonly CompiledField[]): CompiledField {
  const { fieldsToTrigger, parentField } = field.definition;
  const parent = fields.find(({ name }) => name === parentField);
  return parent === undefined || fieldsToTrigger === undefined
    ? field
    : { ...field, trigger: compileTrigger(fieldsToTrigger, parent.definition) };
}

function moduleOf(...fields: CompiledField[]): CompiledModule {
  const byName = new Map(fields.map((field) => [field.name, withTrigger(field, fields)]));
  return {
    name: 'things',
    validations: [],
    fields: byName,
    fieldsById: new Map(fields.map((field) => [field.id, field])),
  } as unknown as CompiledModule;
}

describe('makeKeys', () => {
  const module = moduleOf(
    compile('name', 'TextField'),
    compile('pay', 'Currency'),
    compile('home', 'Address'),
    compile('deleted', 'Checkbox'),
    compile('tags', 'ListField'),
    compile('extra', 'Object'),
    compile('constructor', 'TextField'),
  );

  it('returns one key per field, one per part of an Address, and none for missing values', () => {
    const keys = makeKeys(module, { name: 'Ána', pay: 1.15, home: { city: 'Macon', zip: '31201' }, tags: ['B', 'b'], extra: {} });
    expect(keys).toEqual({
      id_name: 'ana',
      id_pay: 115,
      'id_home.city': 'macon',
      'id_home.zip': '31201',
      id_deleted: 0,
      id_tags: ['b'],
      id_extra: 1,
    });
    expect(makeKeys(module, {})).toEqual({ id_deleted: 0 });
  });

  it('returns the key kind of each type', () => {
    expect(getKeySchemas('x', getFieldType('MultiSelect'))).toEqual([{ id: 'x', kind: 'text', list: true }]);
    expect(getKeySchemas('x', getFieldType('Checkbox'))).toEqual([{ id: 'x', kind: 'number', list: false, absent: 0 }]);
    expect(getKeySchemas('x', getFieldType('File'))).toEqual([{ id: 'x', kind: 'number', list: false }]);
    expect(getKeySchemas('x', getFieldType('Address')).map((key) => key.id)).toEqual(['x.street', 'x.city', 'x.state', 'x.zip']);
  });
});

describe('normalizeField and formatField', () => {
  it('work with a compiled field', () => {
    const field = compile('phone', 'Phone');
    expect(normalizeField(field, '404 555 0142', () => false)).toEqual({ ok: true, value: '4045550142' });
    expect(formatField(field, '4045550142')).toBe('(404) 555-0142');
  });
});

describe('formatName', () => {
  it('returns the name, else first and last name', () => {
    expect(formatName({ name: 'Ana Lee', first_name: 'X' })).toBe('Ana Lee');
    expect(formatName({ first_name: 'Ana', last_name: ' Lee ' })).toBe('Ana Lee');
    expect(formatName({ last_name: 'Lee' })).toBe('Lee');
    expect(formatName({ name: ' ' })).toBeUndefined();
  });
});

describe('findRecordProblems', () => {
  const module = moduleOf(
    compile('status', 'Dropdown'),
    compile('title', 'TextField', { required: true }),
    compile('reason', 'TextField', {
      required: true,
      dependent: true,
      parentField: 'status',
      fieldsToTrigger: { kind: 'dropdown', in: ['rejected'] },
    }),
    compile('zip', 'TextField', { validators: [{ name: 'usZip' }] }),
  );
  const today = { today: '2026-03-15' };

  it('returns all problems at once, and ignores hidden fields', () => {
    expect(findRecordProblems(module, { zip: '1', status: 'rejected' }, today).map((found) => `${found.field}: ${found.code}`)).toEqual([
      'title: required',
      'reason: required',
      'zip: not_a_zip',
    ]);
    expect(findRecordProblems(module, { title: 'x', status: 'new' }, today)).toEqual([]);
  });

  it('runs validators only for changed fields if they are given', () => {
    expect(findRecordProblems(module, { zip: '1' }, today, new Set()).map((found) => found.field)).toEqual(['title']);
    expect(findRecordProblems(module, { zip: '1', title: 'x' }, today, new Set(['zip'])).map((found) => found.field)).toEqual(['zip']);
  });
});

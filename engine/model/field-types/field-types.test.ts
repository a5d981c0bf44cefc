import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INPUT_TYPES } from '../definitions/index.ts';
import type { InputType } from '../definitions/index.ts';
import type { JsonValue } from '../values/json.ts';
import { ADDRESS_PARTS } from './address.ts';
import { createContext } from './field-type-fixture.ts';
import { FIELD_TYPES, getFieldType } from './registry.ts';

const day = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }).map((date) => date.toISOString());
const word = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom('new', 'old', 'tickets', 'a', 'A', ' '),
);
const email = fc.emailAddress();
const flex = fc.record({ module: fc.constantFrom('tickets', 'firms'), id: fc.constantFrom('a', 'b', 'c') });
const address = fc.record(Object.fromEntries(ADDRESS_PARTS.map((part) => [part, word])), { requiredKeys: [] });
const phone = fc
  .tuple(fc.constantFrom('404', '+1 212', '(303) '), fc.integer({ min: 2_000_000, max: 9_999_999 }))
  .map(([area, rest]) => `${area} ${rest}`);
const one = fc.oneof(
  word,
  email,
  phone,
  day,
  day.map((iso) => iso.slice(0, 10)),
  fc.webUrl(),
  fc.boolean(),
  fc.double(),
  fc.integer(),
  fc.integer().map((cents) => cents / 100),
  flex,
  address,
  fc.record({ email_address: email, primary: fc.boolean() }, { requiredKeys: ['email_address'] }),
  fc.record({ text: word, by: fc.constant('u1'), at: day }),
  fc.record({ _id: fc.constantFrom('a', 'b') }),
  fc.jsonValue(),
  fc.constant('/api/files/a.pdf'),
  fc.constant(null),
);
const anything = fc.oneof(
  one,
  fc.constantFrom('new', 'tickets', 'firms', 'A'),
  fc.array(one, { maxLength: 4 }),
  fc.array(flex),
  fc.array(fc.constantFrom('new', 'old', 'tickets', 'firms')),
  fc.array(word),
  fc.array(email),
) as fc.Arbitrary<JsonValue>;

const some = (values: fc.Arbitrary<unknown>) => fc.array(values, { minLength: 1, maxLength: 4 });
const option = fc.constantFrom('new', 'not_interested', 'old', null);
const moduleName = fc.constantFrom('tickets', 'firms', null);
const id = fc.constantFrom('a', 'b', 'c', null);
/** Values that a type is likely to accept: `anything` alone would sometimes generate no acceptable value for a type. */
const FITTING: Readonly<Record<InputType, fc.Arbitrary<unknown>>> = {
  Address: address,
  Array: fc.array(fc.jsonValue()),
  AutoIncrement: fc.integer(),
  Checkbox: fc.boolean(),
  Currency: fc.integer().map((cents) => cents / 100),
  Date: day.map((iso) => iso.slice(0, 10)),
  DateTime: day,
  Dropdown: option,
  EmailAddress: some(email),
  File: fc.constantFrom('/api/files/a.pdf', null),
  FlexRelate: flex,
  ListField: some(word),
  MessageListField: some(fc.record({ text: word, by: fc.constant('u1'), at: day }, { requiredKeys: ['text'] })),
  Module: moduleName,
  MultiFlexRelate: some(flex),
  MultiModule: some(moduleName),
  MultiRelate: some(id),
  MultiSelect: some(option),
  Number: fc.oneof(fc.double(), fc.integer()),
  Object: fc.dictionary(word, fc.jsonValue()),
  Phone: phone,
  Relate: id,
  TextArea: word,
  TextField: word,
  Url: fc.webUrl(),
};

const ajv = new Ajv({ strict: true });
formats.default(ajv);

describe('every input type', () => {
  it('exists under the name of the specification', () => {
    expect(Object.keys(FIELD_TYPES).sort()).toEqual([...INPUT_TYPES].sort());
    for (const name of INPUT_TYPES) expect(getFieldType(name).name).toBe(name);
  });

  it('has the operators of the filter grammar', () => {
    const having = (operator: string) =>
      INPUT_TYPES.filter((name) => (FIELD_TYPES[name].operators as readonly string[]).includes(operator));
    expect(having('exists')).toHaveLength(25);
    expect(INPUT_TYPES.filter((name) => !having('equals').includes(name))).toEqual(['Array', 'File', 'Object']);
    expect(having('in')).toEqual(having('equals'));
    expect(having('contains')).toEqual(['EmailAddress', 'ListField', 'MessageListField', 'Phone', 'TextArea', 'TextField', 'Url']);
    expect(having('startsWith')).toEqual(having('contains'));
    expect(having('range')).toEqual(['AutoIncrement', 'Currency', 'Date', 'DateTime', 'Number', 'TextArea', 'TextField']);
    expect(having('related')).toEqual(['FlexRelate', 'MultiFlexRelate', 'MultiRelate', 'Relate']);
  });
});

describe.each(INPUT_TYPES)('%s, for any value', (name) => {
  const type = FIELD_TYPES[name];
  const context = createContext(name);

  it('normalizes to a form that normalizes to itself, is valid under its schema, and has keys of its kind', () => {
    const validate = ajv.compile(type.jsonSchema(context));
    let stored = 0;
    fc.assert(
      fc.property(fc.oneof(anything, FITTING[name] as fc.Arbitrary<JsonValue>), (value) => {
        const first = type.normalize(value, context);
        if (!first.ok) {
          expect(first.problems.length).toBeGreaterThan(0);
          for (const found of first.problems) expect(found.message).toMatch(/^[A-Z].*\.$/s);
          return;
        }
        if (first.value === undefined) return;
        stored += 1;
        expect(type.normalize(first.value, context)).toEqual(first);
        expect(JSON.parse(JSON.stringify(first.value))).toEqual(first.value);
        expect(validate(first.value), JSON.stringify([first.value, validate.errors])).toBe(true);
        const keys =
          name === 'Address' ? ADDRESS_PARTS.map((part) => type.toKey(first.value, context, part)) : [type.toKey(first.value, context)];
        expect(keys.some((key) => key !== undefined)).toBe(true);
        for (const key of keys.filter((key) => key !== undefined)) {
          expect(Array.isArray(key)).toBe(type.list);
          for (const single of [key].flat()) expect(typeof single).toBe(type.keyKind === 'text' ? 'string' : 'number');
        }
        expect(typeof type.format(first.value, context)).toBe('string');
      }),
      { numRuns: 1500 },
    );
    expect(stored).toBeGreaterThan(100);
  });
});

import { describe, expect, it } from 'vitest';
import { INPUT_TYPES, type InputType } from '#engine/model/definitions';
import { FIXTURE_VALUES, fixtureField, fixtureModule } from '../widgets/fixture-module.ts';
import { formatValue, nameOfId, relateName } from './format-value.ts';

const module = fixtureModule();

const TEXTS: { readonly [type in InputType]: string | RegExp } = {
  Address: '1 Main St, Joliet, IL 60432',
  Array: '1, two',
  AutoIncrement: '42',
  Checkbox: 'Yes',
  Currency: '$58.50',
  Date: 'Nov 18, 2026',
  DateTime: /^Nov 18, 2026, \d{1,2}:30 [AP]M$/,
  Dropdown: 'Deep red',
  EmailAddress: 'a@example.com, b@example.com',
  File: 'plan.pdf',
  FlexRelate: 'Ann Lee',
  ListField: 'one, two',
  MessageListField: 'Hello',
  Module: 'People',
  MultiFlexRelate: 'Ann Lee',
  MultiModule: 'People',
  MultiRelate: 'Ann Lee',
  MultiSelect: 'Deep red, Green',
  Number: '1,234.5',
  Object: 'A: 1',
  Phone: '312-555-0142',
  Relate: 'Ann Lee',
  TextArea: 'Two\nlines',
  TextField: 'Plain',
  Url: 'https://example.org/a',
};

it.each(INPUT_TYPES)('formats a %s for display', (type) => {
  const field = module.fields.find((one) => one.inputType === type);
  const text = field && formatValue(module, field, FIXTURE_VALUES[type]);
  const wanted = TEXTS[type];
  if (typeof wanted === 'string') expect(text).toBe(wanted);
  else expect(text).toMatch(wanted);
});

it('formats a year without a thousands separator if its field is a year, and other numbers with one', () => {
  const field = fixtureField('Number');
  expect([formatValue(module, field, 2026), formatValue(module, { ...field, grouped: false }, 2026)]).toEqual(['2,026', '2026']);
});

it('formats hours as a clock time if the field is defined so', () => {
  const field = module.fields.find(({ inputType }) => inputType === 'Number');
  expect(field && [37.5, 8, 0.25].map((hours) => formatValue(module, { ...field, unit: 'hours', clock: true }, hours))).toEqual([
    '37:30',
    '8:00',
    '0:15',
  ]);
});

it('never shows the name of a hidden record', () => {
  expect(relateName({ _id: 'p2', hidden: true })).toBe('Not visible to you');
});

describe('the name of a record by its id', () => {
  it('is never the id', () => {
    const names = new Map([['p1', 'Ann Lee']]);
    expect(nameOfId({ names, isLoading: false }, 'p1')).toBe('Ann Lee');
    expect(nameOfId({ names, isLoading: true }, 'p2')).toBe('…');
    expect(nameOfId({ names, isLoading: false }, 'p2')).toBe('Not visible to you');
  });
});

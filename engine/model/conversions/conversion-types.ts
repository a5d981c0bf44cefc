import type { InputType } from '../definitions/choices.ts';

const LINES: readonly InputType[] = ['TextField', 'TextArea'];
const FROM_TEXT: readonly InputType[] = [
  'TextField',
  'TextArea',
  'Url',
  'Phone',
  'ListField',
  'Number',
  'Currency',
  'Date',
  'DateTime',
  'Checkbox',
  'Dropdown',
  'MultiSelect',
];

/**
 * The types that the values of a type can become. What is not listed has no conversion that people would expect: relates, files, addresses
 * and entries have no other form, and the numbers of an AutoIncrement are assigned once.
 */
const TARGETS: { readonly [from in InputType]?: readonly InputType[] } = {
  TextField: FROM_TEXT,
  TextArea: FROM_TEXT,
  Url: [...LINES, 'ListField'],
  Phone: [...LINES, 'ListField'],
  ListField: [...LINES, 'MultiSelect'],
  Number: [...LINES, 'Currency'],
  Currency: [...LINES, 'Number'],
  AutoIncrement: [...LINES, 'Number'],
  Date: [...LINES, 'DateTime'],
  DateTime: [...LINES, 'Date'],
  Checkbox: [...LINES, 'Dropdown'],
  Dropdown: [...LINES, 'MultiSelect', 'ListField'],
  MultiSelect: [...LINES, 'Dropdown', 'ListField'],
};

/** The types that a field of a type can become, with its values. */
export function listConversionTypes(from: InputType): readonly InputType[] {
  return (TARGETS[from] ?? []).filter((type) => type !== from);
}

/** Whether the values of a type can become values of another. */
export function hasConversion(from: InputType, to: InputType): boolean {
  return listConversionTypes(from).includes(to);
}

/** Types that have the same form as another, and more rules. */
const NARROWER: readonly (readonly [from: InputType, to: InputType])[] = [
  ['TextArea', 'TextField'],
  ['TextArea', 'Url'],
  ['TextField', 'Url'],
];

/** Whether values have the form of the new type, but may break its rules. */
export function isNarrower(from: InputType, to: InputType): boolean {
  return NARROWER.some(([one, other]) => one === from && other === to);
}

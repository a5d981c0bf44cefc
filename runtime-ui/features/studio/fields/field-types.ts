import { FORMULA_INPUT_TYPES } from '#engine/model/calculations';
import { isCalculated, type FieldDefinition, type InputType } from '#engine/model/definitions';

/** The types in the order in which they are offered: the usual ones first. */
export const OFFERED_TYPES: readonly InputType[] = [
  'TextField',
  'TextArea',
  'Dropdown',
  'MultiSelect',
  'Date',
  'DateTime',
  'Checkbox',
  'Number',
  'Currency',
  'AutoIncrement',
  'Phone',
  'EmailAddress',
  'Address',
  'Url',
  'File',
  'Relate',
  'MultiRelate',
  'FlexRelate',
  'MultiFlexRelate',
  'Module',
  'MultiModule',
  'ListField',
  'MessageListField',
  'Array',
  'Object',
];

/** A property of a field that has an input of its own in the panel. */
export type PropertyName = Exclude<
  keyof FieldDefinition,
  'id' | 'fieldName' | 'label' | 'inputType' | 'dependent' | 'parentField' | 'fieldsToTrigger' | 'internal' | 'deleted'
>;

const TEXTS: readonly InputType[] = ['TextField', 'TextArea', 'Phone', 'EmailAddress', 'Address', 'Url', 'ListField'];
const WITH_OPTIONS: readonly InputType[] = ['Dropdown', 'MultiSelect'];
const RELATES: readonly InputType[] = ['Relate', 'MultiRelate', 'FlexRelate', 'MultiFlexRelate'];
const DAYS: readonly InputType[] = ['Date', 'DateTime'];
const NUMBERS: readonly InputType[] = ['Number', 'Currency', 'AutoIncrement'];
const TYPED: readonly InputType[] = [
  'TextField',
  'TextArea',
  'Phone',
  'Url',
  'Number',
  'Currency',
  'Date',
  'DateTime',
  'Dropdown',
  'MultiSelect',
  'Relate',
];
const UNIQUE: readonly InputType[] = ['TextField', ...NUMBERS, ...DAYS, 'Phone', 'Url', 'Relate', 'Dropdown', 'FlexRelate', 'Module'];
const NEVER_SENSITIVE: readonly InputType[] = [...RELATES, 'AutoIncrement', 'EmailAddress', 'Checkbox', 'File'];
/** Types that get no default, also not from other fields. */
const WITHOUT_FORMULA: readonly InputType[] = ['AutoIncrement', 'File', 'MessageListField'];
const WITHOUT_DEFAULT: readonly InputType[] = ['AutoIncrement', 'File', 'MessageListField', 'Array', 'Object', 'EmailAddress', 'Address'];

/** The types that have a property; a property that is not listed has all of them. The checks of definitions have the same rules. */
const TYPES_OF: { readonly [property in PropertyName]?: readonly InputType[] } = {
  dropdown: WITH_OPTIONS,
  optionsBy: WITH_OPTIONS,
  defaultSetting: WITH_OPTIONS,
  transitionRequirements: ['Dropdown'],
  ref: RELATES,
  notifies: ['Relate', 'MultiRelate'],
  deadline: DAYS,
  openWhen: DAYS,
  textAreaRowCount: ['TextArea'],
  unit: ['Number'],
  minimum: NUMBERS,
  maximum: NUMBERS,
  integer: ['Number'],
  grouped: ['Number'],
  clock: ['Number'],
  entry: ['Array', 'Object'],
  searchable: TEXTS,
  zipAutofill: ['TextField'],
  containsZips: ['TextField', 'ListField'],
  fieldsOf: ['TextField', 'ListField'],
  propertiesOf: ['Object'],
  filterOf: ['Object'],
  fieldsElseOf: ['TextField', 'ListField', 'Object'],
  allowsOtherNames: ['TextField', 'ListField'],
  valueFor: ['TextField'],
  awaitsApproval: ['Dropdown'],
  mask: ['TextField'],
  numberFormat: ['AutoIncrement'],
  firstNumber: ['AutoIncrement'],
  defaultDate: DAYS,
  formula: FORMULA_INPUT_TYPES,
  rollUp: ['Number', 'Currency', 'Date', 'DateTime'],
  placeholder: TYPED,
  unique: UNIQUE,
};

/** Whether fields of a type have a property. */
export function hasProperty(inputType: InputType, property: PropertyName): boolean {
  if (property === 'sensitive') return !NEVER_SENSITIVE.includes(inputType);
  if (property === 'default') return !WITHOUT_DEFAULT.includes(inputType);
  if (property === 'defaultFormula') return !WITHOUT_FORMULA.includes(inputType);
  return TYPES_OF[property]?.includes(inputType) ?? true;
}

/** Properties that a calculated field does not have. */
const NOT_CALCULATED: ReadonlySet<PropertyName> = new Set<PropertyName>([
  'required',
  'unique',
  'sensitive',
  'massUpdatable',
  'profile',
  'readOnly',
  'default',
  'defaultDate',
  'defaultFormula',
  'defaultSetting',
  'requiredWhen',
  'readOnlyWhen',
  'optionsBy',
  'fieldType',
  'mask',
  'placeholder',
]);

/** A field has one default: a day, or a formula. */
function hasOneDefault({ defaultDate, defaultFormula }: FieldDefinition, property: 'defaultDate' | 'defaultFormula'): boolean {
  return property === 'defaultDate' ? defaultFormula === undefined : defaultDate === undefined;
}

/** Whether a field has a property: some depend on other properties of the field. */
export function offersProperty(field: FieldDefinition, property: PropertyName, moduleName: string): boolean {
  if (!hasProperty(field.inputType, property)) return false;
  if (isCalculated(field) && NOT_CALCULATED.has(property)) return false;
  if (property === 'formula') return field.rollUp === undefined;
  if (property === 'rollUp') return field.formula === undefined;
  if (property === 'default') return field.defaultDate === undefined && field.defaultFormula === undefined;
  if (property === 'defaultDate' || property === 'defaultFormula')
    return field.default === undefined && field.defaultSetting === undefined && hasOneDefault(field, property);
  if (property === 'propertiesOf') return field.entry === undefined && field.filterOf === undefined;
  if (property === 'filterOf') return field.entry === undefined && field.propertiesOf === undefined;
  if (property === 'allowsOtherNames') return field.fieldsOf !== undefined;
  if (property === 'fieldsElseOf') return field.fieldsOf !== undefined || field.propertiesOf !== undefined;
  // A text is the name of a field, or a value of one.
  if (property === 'valueFor') return field.fieldsOf === undefined;
  if (property === 'fieldsOf') return field.valueFor === undefined;
  if (property === 'notifies') return field.ref === 'users';
  if (property === 'openWhen') return field.deadline === true;
  if (property === 'requiredText') return field.required === true || field.requiredWhen !== undefined;
  if (property === 'profile') return moduleName === 'users';
  return true;
}

/** Changes the type of a field: properties that the new type does not have are removed. */
export function withType(field: FieldDefinition, inputType: InputType): FieldDefinition {
  const entries = Object.entries({ ...field, inputType });
  const next = entries.filter(([name]) => !PROPERTY_NAMES.has(name) || hasProperty(inputType, name as PropertyName));
  const changed = Object.fromEntries(next) as FieldDefinition;
  // They were values of the earlier type.
  const { default: _default, defaultFormula: _defaultFormula, formula: _formula, rollUp: _rollUp, ...rest } = changed;
  const { fieldsElseOf: _fieldsElseOf, ...others } = rest;
  return offersProperty(rest, 'fieldsElseOf', '') ? rest : others;
}

const PROPERTY_NAMES: ReadonlySet<string> = new Set([...Object.keys(TYPES_OF), 'sensitive', 'default', 'defaultFormula']);

/** The properties of the panel, in groups and in order. */
export const PROPERTY_GROUPS = {
  basics: [
    'description',
    'placeholder',
    'dropdown',
    'ref',
    'mask',
    'default',
    'defaultDate',
    'defaultSetting',
    'numberFormat',
    'firstNumber',
    'entry',
  ],
  flags: [
    'required',
    'massUpdatable',
    'searchable',
    'unique',
    'sensitive',
    'readOnly',
    'deadline',
    'integer',
    'grouped',
    'clock',
    'containsZips',
    'audited',
    'profile',
  ],
  values: [
    'minimum',
    'maximum',
    'unit',
    'textAreaRowCount',
    'requiredText',
    'notifies',
    'validators',
    'zipAutofill',
    'fieldsOf',
    'propertiesOf',
    'filterOf',
    'fieldsElseOf',
    'allowsOtherNames',
    'valueFor',
    'awaitsApproval',
    'fieldType',
  ],
  rules: [
    'visibleWhen',
    'requiredWhen',
    'readOnlyWhen',
    'openWhen',
    'defaultFormula',
    'formula',
    'rollUp',
    'validations',
    'optionsBy',
    'transitionRequirements',
  ],
} as const satisfies { readonly [group: string]: readonly PropertyName[] };

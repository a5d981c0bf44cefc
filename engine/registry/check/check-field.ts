import { findRefinedType } from '#engine/model/field-types';
import { hasValidator, listValidators } from '#engine/model/validators';
import { isCalculated, SYSTEM_FIELDS, type FieldDefinition, type InputType, type Trigger } from '#engine/model/definitions';
import type { ResolvedField, ResolvedModule } from '../compile/resolve-fields.ts';
import type { CheckContext, Report } from './check-context.ts';
import { checkCalculation } from './check-calculation.ts';
import { checkDefaults } from './check-defaults.ts';
import { checkEntry } from './check-entry.ts';
import { checkFieldRules } from './check-rules.ts';
import { suggestName } from './suggest-name.ts';

const WITH_OPTIONS = new Set<InputType>(['Dropdown', 'MultiSelect']);
const WITH_REF = new Set<InputType>(['Relate', 'MultiRelate']);
const MAY_REF = new Set<InputType>(['Relate', 'MultiRelate', 'FlexRelate', 'MultiFlexRelate']);
const SEARCHABLE = new Set<InputType>(['TextField', 'TextArea', 'Phone', 'EmailAddress', 'Address', 'Url', 'ListField']);
const SINGLE = new Set<InputType>([
  'TextField',
  'Number',
  'Currency',
  'AutoIncrement',
  'Date',
  'DateTime',
  'Phone',
  'Url',
  'Relate',
  'Dropdown',
  'FlexRelate',
  'Module',
]);

const PARENTS: { readonly [kind in Trigger['kind']]: readonly InputType[] } = {
  text: ['TextField', 'TextArea', 'Url', 'Phone', 'EmailAddress', 'Module'],
  date: ['Date', 'DateTime'],
  number: ['Number', 'Currency', 'AutoIncrement'],
  dropdown: ['Dropdown'],
  'multi-select': ['MultiSelect'],
  relate: ['Relate', 'MultiRelate', 'FlexRelate', 'MultiFlexRelate'],
  address: ['Address'],
  checkbox: ['Checkbox'],
};

/** Types that cannot be sensitive: records are related, numbered or found by their values. */
const NEVER_SENSITIVE = new Set<InputType>([...MAY_REF, 'AutoIncrement', 'EmailAddress', 'Checkbox', 'File']);

/** Fields of any module, and of users, that the application itself reads: names, ownership, sign-in. */
const PLAINTEXT_FIELDS = ['name', 'first_name', 'last_name', 'assigned_to', 'teams'];
const PLAINTEXT_USER_FIELDS = ['email', 'userType', 'active', 'roles', 'disableTimeout'];

/** The input types of default fields that a module cannot change. */
const FIXED_INPUT_TYPES: ReadonlyMap<string, InputType> = new Map([
  ['createdAt', 'DateTime'],
  ['updatedAt', 'DateTime'],
  ['created_by', 'Relate'],
  ['modified_by', 'Relate'],
  ['assigned_to', 'Relate'],
  ['deleted', 'Checkbox'],
  ['teams', 'MultiRelate'],
]);

/** Checks one field of a module. */
export function checkField(field: ResolvedField, module: ResolvedModule, context: CheckContext, report: Report): void {
  const at: Report = (path, cause) => report(field.path + path, cause);
  checkTargets(field.definition, module, context, at);
  checkProperties(field.definition, at);
  checkFieldType(field.definition, at);
  checkValidators(field.definition, at);
  checkDefaults(field.definition, module, context, at);
  checkEntry(field.definition, context, at);
  checkFieldsOf(field.definition, module, at);
  checkValueFor(field.definition, module, at);
  if (field.definition.sensitive === true) checkSensitive(field, module, at);
  checkDependency(field.definition, module, context, at);
  checkOptionsBy(field.definition, module, context, at);
  checkZipFills(field.definition, module, at);
  checkFieldRules(field.definition, module, context, at);
  if (isCalculated(field.definition)) checkCalculation(field, module, context, at);
}

function checkTargets(field: FieldDefinition, module: ResolvedModule, { dropdowns, set }: CheckContext, report: Report): void {
  const { inputType, dropdown, defaultSetting } = field;
  if (WITH_OPTIONS.has(inputType) && dropdown === undefined) report('/dropdown', `A ${inputType} names its dropdown.`);
  if (!WITH_OPTIONS.has(inputType) && dropdown !== undefined) report('/dropdown', `A ${inputType} has no dropdown.`);
  if (dropdown !== undefined && !dropdowns.has(dropdown))
    report('/dropdown', `There is no dropdown ${dropdown}.${suggestName(dropdown, dropdowns.keys())}`);
  if (WITH_REF.has(inputType) && typeof field.ref !== 'string') report('/ref', `A ${inputType} names the one module that it points to.`);
  if (!MAY_REF.has(inputType) && field.ref !== undefined) report('/ref', `A ${inputType} points to no module.`);
  const options = dropdowns.get(dropdown ?? '')?.options.map((option) => option.value);
  checkDefault(field, options, report);
  checkAwaited(field, options, report);
  if (defaultSetting !== undefined && dropdown === undefined)
    report('/defaultSetting', `The default of a ${inputType} cannot be a setting.`);
  if (defaultSetting !== undefined && ![...set.setting.values()].some(({ key }) => key === defaultSetting))
    report('/defaultSetting', `There is no setting ${defaultSetting}.`);
  const fixedType = FIXED_INPUT_TYPES.get(field.fieldName);
  const isFixed =
    SYSTEM_FIELDS.has(field.fieldName) ||
    field.fieldName === 'assigned_to' ||
    (field.fieldName === 'teams' && module.definition.team_enabled === true);
  if (fixedType !== undefined && isFixed && inputType !== fixedType)
    report('/inputType', `${field.fieldName} is a ${fixedType} in every module.`);
}

function checkDefault(field: FieldDefinition, options: readonly string[] | undefined, report: Report): void {
  if (field.default === undefined || field.default === null || !options) return;
  for (const value of [field.default].flat())
    if (!options.includes(value as string))
      report('/default', `${JSON.stringify(value)} is not a value of the dropdown ${field.dropdown}.`);
}

function checkAwaited(
  { inputType, dropdown, awaitsApproval = [] }: FieldDefinition,
  options: readonly string[] = [],
  report: Report,
): void {
  if (awaitsApproval.length > 0 && inputType !== 'Dropdown') report('/awaitsApproval', `A ${inputType} waits for no approval.`);
  else
    for (const [index, value] of awaitsApproval.entries())
      if (!options.includes(value))
        report(`/awaitsApproval/${index}`, `${JSON.stringify(value)} is not a value of the dropdown ${dropdown}.`);
}

function checkProperties(field: FieldDefinition, report: Report): void {
  if (field.searchable === true && !SEARCHABLE.has(field.inputType)) report('/searchable', `Searches do not cover a ${field.inputType}.`);
  if (field.deadline === true && field.inputType !== 'Date' && field.inputType !== 'DateTime')
    report('/deadline', `A ${field.inputType} cannot be a deadline.`);
  if (field.notifies !== undefined && !((field.inputType === 'Relate' || field.inputType === 'MultiRelate') && field.ref === 'users'))
    report('/notifies', 'Only a Relate or MultiRelate to users can notify.');
  if (field.openWhen !== undefined && field.deadline !== true) report('/openWhen', 'Only a deadline can have openWhen.');
  if (field.internal === true && (field.readOnly !== true || field.required === true || field.searchable === true))
    report('/internal', 'An internal field is readOnly, and neither required nor searchable.');
  if (field.unique === true && !SINGLE.has(field.inputType)) report('/unique', `A ${field.inputType} cannot be unique.`);
  if (field.minimum !== undefined && field.maximum !== undefined && field.minimum > field.maximum)
    report('/minimum', 'The minimum is above the maximum.');
}

/** The field that says which module the named fields are of. */
function checkFieldsOf(field: FieldDefinition, { fields }: ResolvedModule, report: Report): void {
  const { inputType, fieldsOf, fieldsElseOf, allowsOtherNames, propertiesOf, filterOf, entry } = field;
  const all = [
    [fieldsOf, '/fieldsOf'] as const,
    [fieldsElseOf, '/fieldsElseOf'] as const,
    [propertiesOf, '/propertiesOf'] as const,
    [filterOf, '/filterOf'] as const,
    ...(entry?.columns ?? []).map((column, index) => [column.fieldsOf, `/entry/columns/${index}/fieldsOf`] as const),
  ];
  for (const [name, path] of all)
    if (name !== undefined && !fields.some(({ definition }) => definition.fieldName === name)) report(path, `There is no field ${name}.`);
  if (fieldsOf !== undefined && inputType !== 'TextField' && inputType !== 'ListField')
    report('/fieldsOf', `A ${inputType} names no fields.`);
  if (propertiesOf !== undefined && (inputType !== 'Object' || entry !== undefined))
    report('/propertiesOf', 'Only an Object without an entry schema has properties that are chosen.');
  if (filterOf !== undefined && (inputType !== 'Object' || entry !== undefined || propertiesOf !== undefined))
    report('/filterOf', 'Only an Object without an entry schema and without chosen properties is a filter.');
  if (fieldsElseOf !== undefined && fieldsOf === undefined && propertiesOf === undefined)
    report('/fieldsElseOf', 'Only a field with fieldsOf or propertiesOf has fieldsElseOf.');
  if (allowsOtherNames === true && fieldsOf === undefined) report('/allowsOtherNames', 'Only a field with fieldsOf allows other names.');
}

/** The field that names the field of a value. */
function checkValueFor({ inputType, valueFor }: FieldDefinition, module: ResolvedModule, report: Report): void {
  if (valueFor === undefined) return;
  if (inputType !== 'TextField') report('/valueFor', `A ${inputType} is no value of another field.`);
  if (module.absent.has(valueFor)) return;
  const named = findDefinition(module, valueFor);
  if (named?.fieldsOf === undefined || named.inputType !== 'TextField')
    report('/valueFor', `There is no TextField ${valueFor} that names a field (fieldsOf).`);
}

function checkFieldType({ fieldType, inputType }: FieldDefinition, report: Report): void {
  if (fieldType === undefined) return;
  const refined = findRefinedType(fieldType);
  if (refined === undefined) report('/fieldType', `No plugin has the field type ${fieldType}.`);
  else if (refined.inputType !== inputType) report('/fieldType', `A ${fieldType} is a ${refined.inputType}, not a ${inputType}.`);
}

function checkValidators({ validators = [] }: FieldDefinition, report: Report): void {
  for (const [index, { name }] of validators.entries())
    if (!hasValidator(name)) report(`/validators/${index}/name`, `There is no validator ${name}.${suggestName(name, listValidators())}`);
}

/** A sensitive value is encrypted: records cannot be found or named by it, and the application itself must not depend on it. */
function checkSensitive({ definition: field, system }: ResolvedField, { definition: module }: ResolvedModule, report: Report): void {
  if (field.searchable === true) report('/searchable', 'A sensitive field cannot be searchable.');
  if (field.unique === true) report('/unique', 'A sensitive field cannot be unique: records are not compared by it.');
  if (NEVER_SENSITIVE.has(field.inputType)) report('/sensitive', `A ${field.inputType} cannot be sensitive.`);
  const names = new Set([module.fieldForName ?? 'name', ...PLAINTEXT_FIELDS, ...(module.name === 'users' ? PLAINTEXT_USER_FIELDS : [])]);
  if (system || names.has(field.fieldName)) report('/sensitive', `The product itself uses ${field.fieldName}: it cannot be sensitive.`);
}

function checkDependency(field: FieldDefinition, module: ResolvedModule, { dropdowns }: CheckContext, report: Report): void {
  if (field.dependent !== true) return;
  const { parentField, fieldsToTrigger: trigger } = field;
  if (parentField === undefined || trigger === undefined)
    return report('/dependent', 'A dependent field names its parentField and its fieldsToTrigger.');
  if (module.absent.has(parentField)) return;
  const parent = findDefinition(module, parentField);
  if (!parent) return report('/parentField', `There is no field ${parentField}.`);
  if (!PARENTS[trigger.kind].includes(parent.inputType))
    report('/fieldsToTrigger', `A trigger of the kind ${trigger.kind} does not fit ${parentField}, a ${parent.inputType}.`);
  const options = valuesOf(dropdowns, parent);
  const values = trigger.kind === 'dropdown' ? trigger.in : trigger.kind === 'multi-select' ? trigger.all : [];
  for (const value of values)
    if (parent.dropdown !== undefined && !options.includes(value))
      report('/fieldsToTrigger', `${value} is not a value of the dropdown ${parent.dropdown}.`);
  if (leadsToItself(field, module, (one) => (one.dependent === true ? one.parentField : undefined)))
    report('/parentField', 'Its parent fields form a cycle.');
}

/** Whether a field is its own ancestor; `parentOf` returns the name of the field that a field depends on. */
function leadsToItself(field: FieldDefinition, module: ResolvedModule, parentOf: (field: FieldDefinition) => string | undefined): boolean {
  const seen = new Set<string>();
  for (let current: FieldDefinition | undefined = field; current !== undefined; ) {
    const parent = parentOf(current);
    if (parent === undefined) return false;
    if (seen.has(current.fieldName)) return true;
    seen.add(current.fieldName);
    current = findDefinition(module, parent);
  }
  return false;
}

/** Types whose values can determine the options of another field. */
const CHOOSING = new Set<InputType>(['Dropdown', 'Checkbox']);

function checkOptionsBy(field: FieldDefinition, module: ResolvedModule, { dropdowns }: CheckContext, report: Report): void {
  const { optionsBy } = field;
  if (optionsBy === undefined) return;
  if (!WITH_OPTIONS.has(field.inputType)) return report('/optionsBy', `A ${field.inputType} has no options.`);
  if (module.absent.has(optionsBy.field)) return;
  const parent = findDefinition(module, optionsBy.field);
  if (!parent) return report('/optionsBy/field', `There is no field ${optionsBy.field}.`);
  if (!CHOOSING.has(parent.inputType))
    return report('/optionsBy/field', `Options cannot depend on ${optionsBy.field}, a ${parent.inputType}.`);
  if (parent.sensitive === true) report('/optionsBy/field', `${optionsBy.field} is sensitive: the options would reveal its value.`);
  const named = parent.inputType === 'Checkbox' ? ['true', 'false'] : valuesOf(dropdowns, parent);
  const own = valuesOf(dropdowns, field);
  for (const [value, options] of Object.entries(optionsBy.options)) {
    if (!named.includes(value)) report('/optionsBy/options', `${value} is not a value of ${optionsBy.field}.`);
    for (const option of options)
      if (!own.includes(option)) report(`/optionsBy/options/${value}`, `${option} is not a value of the dropdown ${field.dropdown}.`);
  }
  if (leadsToItself(field, module, (one) => one.optionsBy?.field)) report('/optionsBy/field', 'Its options depend on itself.');
}

function valuesOf(dropdowns: CheckContext['dropdowns'], field: FieldDefinition): readonly string[] {
  return dropdowns.get(field.dropdown ?? '')?.options.map((option) => option.value) ?? [];
}

function findDefinition(module: ResolvedModule, name: string): FieldDefinition | undefined {
  return module.fields.find((each) => each.definition.fieldName === name)?.definition;
}

/** Types that can be filled from a ZIP: texts, and dropdowns with state codes. */
const FILLED = new Set<InputType>(['TextField', 'Dropdown']);

/** Types that can contain ZIPs as texts. */
const ZIP_HOLDERS = new Set<InputType>(['TextField', 'ListField']);

function checkZipFills(field: FieldDefinition, module: ResolvedModule, report: Report): void {
  if (field.containsZips === true && (!ZIP_HOLDERS.has(field.inputType) || field.sensitive === true))
    report('/holdsZips', 'Only a TextField or ListField that is not sensitive holds ZIPs.');
  if (field.zipAutofill === undefined) return;
  if (field.inputType !== 'TextField' || field.sensitive === true)
    report('/zipAutofill', 'Only a TextField that is not sensitive has zipAutofill.');
  for (const [part, name] of Object.entries(field.zipAutofill)) {
    const filled = findDefinition(module, name);
    if (!filled && !module.absent.has(name)) report(`/zipAutofill/${part}`, `There is no field ${name}.`);
    else if (filled && (!FILLED.has(filled.inputType) || name === field.fieldName))
      report(`/zipAutofill/${part}`, `${name} cannot be filled with the ${part}.`);
  }
}

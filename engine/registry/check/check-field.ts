import type { FieldDefinition, InputType, Trigger } from '#engine/model';
import type { ResolvedField, ResolvedModule } from '../compile/resolve-fields.ts';
import { SYSTEM_FIELDS } from '../compile/default-fields.ts';
import type { CheckSurroundings, Report } from './check-definitions.ts';

const WITH_OPTIONS = new Set<InputType>(['Dropdown', 'MultiSelect']);
const WITH_REF = new Set<InputType>(['Relate', 'MultiRelate']);
const MAY_REF = new Set<InputType>(['Relate', 'MultiRelate', 'FlexRelate', 'MultiFlexRelate']);
const SEARCHABLE = new Set<InputType>(['TextField', 'TextArea', 'Phone', 'EmailAddress', 'Address', 'Url', 'ListField']);
const SINGLE = new Set<InputType>(['TextField', 'Number', 'Currency', 'AutoIncrement', 'Date', 'DateTime', 'Phone', 'Url', 'Relate', 'Dropdown', 'FlexRelate', 'Module']);

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

/** What relates records, numbers them or is looked up as an address is found by its value. */
const NEVER_SENSITIVE = new Set<InputType>([...MAY_REF, 'AutoIncrement', 'EmailAddress', 'Checkbox', 'File']);

/** Fields of any module, and of users, that the product reads: names, ownership, sign-in. */
const IN_CLEAR = ['name', 'first_name', 'last_name', 'assigned_to', 'teams'];
const USERS_IN_CLEAR = ['email', 'userType', 'active', 'roles', 'disableTimeout'];

/** The input types that default fields keep, whatever a module restates of them. */
const KEPT_TYPES: ReadonlyMap<string, InputType> = new Map([
  ['createdAt', 'DateTime'], ['updatedAt', 'DateTime'], ['created_by', 'Relate'], ['modified_by', 'Relate'],
  ['assigned_to', 'Relate'], ['deleted', 'Checkbox'], ['teams', 'MultiRelate'],
]);

/** Checks one field of a module. */
export function checkField(field: ResolvedField, module: ResolvedModule, surroundings: CheckSurroundings, report: Report): void {
  const at: Report = (path, cause) => report(field.path + path, cause);
  checkTargets(field.definition, module, surroundings, at);
  checkProperties(field.definition, at);
  if (field.definition.sensitive === true) checkSensitive(field, module, at);
  checkDependency(field.definition, module, surroundings, at);
}

function checkTargets(field: FieldDefinition, module: ResolvedModule, { dropdowns }: CheckSurroundings, report: Report): void {
  const { inputType, dropdown } = field;
  if (WITH_OPTIONS.has(inputType) && dropdown === undefined) report('/dropdown', `A ${inputType} names its dropdown.`);
  if (!WITH_OPTIONS.has(inputType) && dropdown !== undefined) report('/dropdown', `A ${inputType} has no dropdown.`);
  if (dropdown !== undefined && !dropdowns.has(dropdown)) report('/dropdown', `There is no dropdown ${dropdown}.`);
  if (WITH_REF.has(inputType) && typeof field.ref !== 'string') report('/ref', `A ${inputType} names the one module that it points to.`);
  if (!MAY_REF.has(inputType) && field.ref !== undefined) report('/ref', `A ${inputType} points to no module.`);
  checkDefault(field, dropdowns.get(dropdown ?? '')?.options.map((option) => option.value), report);
  const kept = KEPT_TYPES.get(field.fieldName);
  const isKept = SYSTEM_FIELDS.has(field.fieldName) || field.fieldName === 'assigned_to' || (field.fieldName === 'teams' && module.definition.team_enabled === true);
  if (kept !== undefined && isKept && inputType !== kept) report('/inputType', `${field.fieldName} is a ${kept} in every module.`);
}

function checkDefault(field: FieldDefinition, options: readonly string[] | undefined, report: Report): void {
  if (field.default === undefined || field.default === null || !options) return;
  for (const value of [field.default].flat()) if (!options.includes(value as string)) report('/default', `${JSON.stringify(value)} is not a value of the dropdown ${field.dropdown}.`);
}

function checkProperties(field: FieldDefinition, report: Report): void {
  if (field.searchable === true && !SEARCHABLE.has(field.inputType)) report('/searchable', `Words are not looked for in a ${field.inputType}.`);
  if (field.internal === true && (field.readOnly !== true || field.required === true || field.searchable === true)) report('/internal', 'An internal field is readOnly, and neither required nor searchable.');
  if (field.unique === true && !SINGLE.has(field.inputType)) report('/unique', `A ${field.inputType} cannot be unique.`);
  if (field.minimum !== undefined && field.maximum !== undefined && field.minimum > field.maximum) report('/minimum', 'The minimum is above the maximum.');
}

/** A sensitive value is sealed: nothing finds or names a record by it, and the product itself does not work by it. */
function checkSensitive({ definition: field, system }: ResolvedField, { definition: module }: ResolvedModule, report: Report): void {
  if (field.searchable === true) report('/searchable', 'A sensitive field is not searched.');
  if (field.unique === true) report('/unique', 'A sensitive field cannot be unique: records are not compared by it.');
  if (NEVER_SENSITIVE.has(field.inputType)) report('/sensitive', `A ${field.inputType} cannot be sensitive.`);
  const names = new Set([module.fieldForName ?? 'name', ...IN_CLEAR, ...(module.name === 'users' ? USERS_IN_CLEAR : [])]);
  if (system || names.has(field.fieldName)) report('/sensitive', `The product itself works by ${field.fieldName}: it cannot be sensitive.`);
}

function checkDependency(field: FieldDefinition, module: ResolvedModule, { dropdowns }: CheckSurroundings, report: Report): void {
  if (field.dependent !== true) return;
  const { parentField, fieldsToTrigger: trigger } = field;
  if (parentField === undefined || trigger === undefined) return report('/dependent', 'A dependent field names its parentField and its fieldsToTrigger.');
  if (module.absent.has(parentField)) return;
  const parent = module.fields.find((each) => each.definition.fieldName === parentField)?.definition;
  if (!parent) return report('/parentField', `There is no field ${parentField}.`);
  if (!PARENTS[trigger.kind].includes(parent.inputType)) report('/fieldsToTrigger', `A trigger of the kind ${trigger.kind} does not fit ${parentField}, a ${parent.inputType}.`);
  const options = dropdowns.get(parent.dropdown ?? '')?.options.map((option) => option.value) ?? [];
  const values = trigger.kind === 'dropdown' ? trigger.in : trigger.kind === 'multi-select' ? trigger.all : [];
  for (const value of values) if (parent.dropdown !== undefined && !options.includes(value)) report('/fieldsToTrigger', `${value} is not a value of the dropdown ${parent.dropdown}.`);
  if (leadsToItself(field, module)) report('/parentField', 'Its parents lead back to itself.');
}

function leadsToItself(field: FieldDefinition, module: ResolvedModule): boolean {
  const seen = new Set<string>();
  let current: FieldDefinition | undefined = field;
  while (current?.dependent === true && current.parentField !== undefined) {
    if (seen.has(current.fieldName)) return true;
    seen.add(current.fieldName);
    const parent: string = current.parentField;
    current = module.fields.find((each) => each.definition.fieldName === parent)?.definition;
  }
  return false;
}

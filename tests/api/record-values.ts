import { getAllowedOptions } from '#engine/model/options';
import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import type { ColumnDefinition } from '#engine/model/definitions';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { valueOf } from '../registry/shipped-records.ts';

/** Ids of records, and paths of files, that values may refer to; different numbers return different ones. */
export interface ValueTargets {
  idOf(module: string, number: number): string;
  fileOf(number: number): string;
}

/** Texts that a validator accepts. */
const VALID: { readonly [validator: string]: (number: number) => JsonValue } = {
  email: (number) => `person${number}@example.com`,
  usZip: (number) => String(30_300 + number),
  ssn: (number) => `212-34-${1_000 + number}`,
  username: (number) => `person${number}`,
  wholeNumber: (number) => String(number),
  minimumAge: (number) => `1970-01-${10 + number}`,
};

/** Values of types that plugins refine, in their stored form. */
const REFINED: { readonly [fieldType: string]: (number: number) => JsonValue } = {
  'recurrence-rule': (number) => `FREQ=DAILY;INTERVAL=${number + 2}`,
  'excluded-times': (number) => `202703${10 + (number % 20)}T150000Z`,
  'time-zone': (number) => ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Phoenix'][number % 4] ?? '',
};

/** Fields of every module, for values that name fields. */
const NAMED = ['name', 'createdAt', 'updatedAt', 'created_by', 'modified_by'] as const;

/** Returns the fields that a client may set. Those whose other values decide it are tested with the rule. */
export function writableFields(module: CompiledModule): readonly CompiledField[] {
  const { series, original } = module.definition.recurrence ?? {};
  return [...module.fields.values()].filter(
    ({ name, system, definition }) =>
      !system &&
      name !== series &&
      name !== original &&
      definition.readOnly !== true &&
      definition.readOnlyWhen === undefined &&
      definition.internal !== true &&
      definition.inputType !== 'AutoIncrement',
  );
}

/** Creates a valid value for each field, in its stored form; different numbers return different values. */
export function makeFields(fields: readonly CompiledField[], number: number, targets: ValueTargets): JsonObject {
  const made: { [name: string]: JsonValue } = {};
  for (const field of fields) made[field.name] = makeValue(field, number, targets);
  // Dependent options are chosen once the value of their parent field is known.
  for (const field of fields) {
    const options = getAllowedOptions(field.definition, made);
    if (options !== undefined && options[0] !== undefined) made[field.name] = field.type.list ? [options[0]] : options[0];
  }
  return made;
}

/** An entry with a value of each column of the field. */
function makeEntry({ columns }: CompiledField, number: number, targets: ValueTargets): JsonObject {
  return Object.fromEntries(columns.map((column) => [column.name, makeValue(column, number, targets)]));
}

function makeValue(field: CompiledField, number: number, targets: ValueTargets): JsonValue {
  if (field.columns.length > 0) {
    const entry = makeEntry(field, number, targets);
    return field.definition.inputType === 'Array' ? [entry] : entry;
  }
  const { inputType, validators = [], fieldType, fieldsOf, propertiesOf, filterOf } = field.definition;
  const named = NAMED[number % NAMED.length] ?? 'name';
  if (fieldsOf !== undefined) return inputType === 'ListField' ? [named] : named;
  if (propertiesOf !== undefined) return { [named]: `Text ${number}` };
  if (filterOf !== undefined) return { [named]: { exists: number % 2 === 0 } };
  const refined = REFINED[fieldType ?? ''];
  if (refined !== undefined) return refined(number);
  const { timeOfDay, month, numbers } = field.definition as Partial<ColumnDefinition>;
  if (timeOfDay === true) return `09:${10 + (number % 50)}`;
  if (month === true) return `2026-${String(1 + (number % 12)).padStart(2, '0')}`;
  if (numbers === true) return [number];
  const valid =
    inputType === 'Address' || inputType === 'Phone' || inputType === 'Number'
      ? undefined
      : VALID[validators.find(({ name }) => name in VALID)?.name ?? ''];
  const to = field.refs[0] ?? 'leads';
  const id = (): string => targets.idOf(to, number);
  switch (inputType) {
    case 'Relate':
      return id();
    case 'MultiRelate':
      return [id()];
    case 'FlexRelate':
      return { module: to, id: id() };
    case 'MultiFlexRelate':
      return [{ module: to, id: id() }];
    case 'Module':
      return to;
    case 'MultiModule':
      return [to];
    case 'File':
      return targets.fileOf(number);
    case 'Number':
      return within(field, number);
    case 'Currency':
      return within(field, number) + 0.25;
    case 'Checkbox':
      return number % 2 === 0;
    case 'Array':
      return [{ number, texts: ['é', 'two'] }];
    case 'Object':
      return { number, inner: { list: [1, null, true] } };
    case 'MessageListField':
      return [{ text: `Message ${number}` }];
    default:
      return valid === undefined ? valueOf(field, number) : valid(number);
  }
}

/** Returns a whole number within the bounds of the field. */
function within({ definition: { minimum = 0, maximum = Infinity } }: CompiledField, number: number): number {
  const range = Math.floor(maximum - minimum);
  return minimum + (range >= number ? number : range > 0 ? number % range : 0);
}

/** A value of another type than the field's. */
export function makeWrongType({ definition: { inputType } }: CompiledField): JsonValue {
  return inputType === 'Object' || inputType === 'Array' ? 'a text' : { odd: true };
}

const UNFIT: { readonly [inputType: string]: JsonValue } = {
  Dropdown: 'no such value',
  MultiSelect: ['no such value'],
  Relate: 'nobody',
  MultiRelate: ['nobody'],
  Module: 'noSuchModule',
  MultiModule: ['noSuchModule'],
  Date: '2026-02-30',
  DateTime: '2026-02-30T10:00:00Z',
  Phone: '12',
  Url: 'nowhere',
  File: '/api/files/none/such.txt',
  EmailAddress: 'nobody',
  ListField: ['x'.repeat(1_001)],
  TextField: 'x'.repeat(1_001),
  TextArea: 'x'.repeat(100_001),
  Currency: 0.001,
  Number: 1e999,
  Object: { $odd: 1 },
  Array: [{ 'a.b': 1 }],
  Address: { zip: 'x'.repeat(21) },
};

/** A value of the field's type that its own rules refuse; `undefined`: every value of the type is valid. */
export function makeInvalid(field: CompiledField): JsonValue | undefined {
  const { inputType, validators = [], minimum, maximum, integer } = field.definition;
  if (inputType === 'FlexRelate' || inputType === 'MultiFlexRelate')
    return inputType === 'FlexRelate'
      ? { module: field.refs[0] ?? 'leads', id: 'nobody' }
      : [{ module: field.refs[0] ?? 'leads', id: 'nobody' }];
  if (inputType === 'TextField' && validators.some(({ name }) => name in VALID)) return 'x!';
  if (inputType === 'Date' && validators.length > 0) return '9999-01-01';
  if (minimum !== undefined) return minimum - 1;
  if (maximum !== undefined) return maximum + 1;
  if (inputType === 'Number') return integer === true ? 1.5 : undefined;
  return UNFIT[inputType];
}

/** Search terms that find a record by the value of a field. */
export function makeTerms(field: CompiledField, value: JsonValue): JsonObject {
  const { comparison, operators } = field.type;
  if (field.definition.sensitive === true || comparison === 'none')
    return operators.includes('exists') ? { [field.name]: { exists: true } } : {};
  if (comparison === 'address') return { [`${field.name}.city`]: { equals: (value as JsonObject)['city'] ?? null } };
  const [one] = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  const operand =
    field.definition.inputType === 'EmailAddress'
      ? (one as JsonObject)['email_address']
      : field.definition.inputType === 'MessageListField'
        ? (one as JsonObject)['text']
        : one;
  return operators.includes('equals') ? { [field.name]: { equals: operand ?? null } } : {};
}

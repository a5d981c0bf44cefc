export {
  SCHEMA_TYPES,
  isMissing,
  type Comparison,
  type FieldContext,
  type FieldProblem,
  type FieldType,
  type NormalizeResult,
  type SchemaType,
} from './field-type.ts';
export {
  FIELD_TYPES,
  getFieldType,
  findRefinedType,
  registerFieldType,
  typeOfField,
  toSensitiveType,
  type RefinedFieldType,
} from './registry.ts';
export { ADDRESS_PART_OPERATORS, ADDRESS_PARTS, type AddressPart } from './address.ts';
export { addDays, addYears, isDay, parseInstant } from './calendar.ts';
export { toCents, toDollars } from './currency.ts';
export { isEmailAddress } from './email-address.ts';
export { fileIdOf } from './file.ts';
export { formatClock } from './number.ts';
export { foldPhone, formatPhone, parsePhone } from './phone.ts';
export { TEXT_AREA_MAX } from './text-area.ts';
export { TEXT_FIELD_MAX } from './text-field.ts';

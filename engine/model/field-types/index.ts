export {
  SCHEMA_TYPES,
  isMissing,
  isObject,
  moduleKeyOf,
  type Comparison,
  type FieldContext,
  type FieldProblem,
  type FieldType,
  type ModuleKeys,
  type NormalizeResult,
  type RefinedFieldType,
  type SchemaType,
} from './field-type.ts';
export {
  FIELD_TYPES,
  getFieldType,
  findRefinedType,
  registerFieldType,
  typeOfColumn,
  typeOfField,
  toSensitiveType,
} from './registry.ts';
export { ADDRESS_PART_OPERATORS, ADDRESS_PARTS, type AddressPart } from './address.ts';
export { DATE_CHOICES, type DateChoice } from '../definitions/choices.ts';
export { dayOfChoice, makeDateDefault } from './date-choices.ts';
export { applyMask, maskSlots, showMask } from './text-mask.ts';
export { formatRunningNumber, parseRunningNumber } from './number-format.ts';
export { addDays, addMonths, addYears, isDay, parseInstant } from './date-types.ts';
export { toCents, toDollars, formatClock } from './number-types.ts';
export { formatMonth, formatTimeOfDay, parseMonth, parseTimeOfDay } from './written-times.ts';
export { readSingleValue, singleTypeOf, writeSingleValue } from './single-values.ts';
export { isEmailAddress } from './email-address.ts';
export { fileIdOf } from './file.ts';
export { foldPhone, formatPhone, parsePhone } from './phone.ts';
export { TEXT_AREA_MAX, TEXT_FIELD_MAX } from './text-types.ts';

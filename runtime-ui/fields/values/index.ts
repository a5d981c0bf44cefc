export { fileName, formatAddress, formatValue, nameOfId, optionLabel, relateName, textOf } from './format-value.ts';
export { FieldValue, isNumericField } from './field-value.tsx';
export { LabelledValue } from './labelled-value.tsx';
export { RelateName } from './relate-value.tsx';
export {
  formatFullDay,
  formatFullInstant,
  daysBetween,
  localDay,
  formatShortDay,
  formatShortInstant,
  formatTime,
} from '../dates/format-dates.ts';
export { countDaysLate } from '../dates/days-late.ts';
export { formatPhone } from '../masks/masks.ts';

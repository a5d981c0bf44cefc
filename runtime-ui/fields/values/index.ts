export { fileName, formatAddress, formatJson, formatValue, nameOfId, optionLabel, relateName, textOf } from './format-value.ts';
export { FieldValue, isNumericField } from './field-value.tsx';
export { LabelledValue } from './labelled-value.tsx';
export { isReadByRecord } from './read-by-record.ts';
export { SafeText } from './safe-text.tsx';
export { RelateName } from './relate-value.tsx';
export { breakAddress } from './simple-values.tsx';
export {
  formatFullDay,
  formatFullInstant,
  daysBetween,
  localDay,
  formatInstantInText,
  formatShortInstant,
  formatTime,
} from '../dates/format-dates.ts';
export { countDaysLate } from '../dates/count-days-late.ts';
export { countDaysSince, describeDaysLate } from '../dates/days-late.ts';
export { formatPhone } from '../masks/masks.ts';
export { iconOfType, TYPE_ICONS } from './type-icons.ts';

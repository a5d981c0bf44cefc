export { fileName, formatAddress, formatValue, optionLabel, relateName, textOf } from './format-value.ts';
export { FieldValue, isFigure } from './field-value.tsx';
export { RelateName } from './relate-value.tsx';
export { fullDay, fullInstant, localDay, shortDay, shortInstant, timeOf } from '../dates/date-words.ts';
export { formatPhone } from '../masks/masks.ts';

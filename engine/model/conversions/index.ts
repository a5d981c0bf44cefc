export { hasConversion, isNarrower, listConversionTypes } from './conversion-types.ts';
export { createConverter, textOfValue, type ConversionResult, type ConvertedField, type FieldConversion } from './convert-value.ts';
export { readDayText, readInstantText, readNumberText, readYesNo } from './read-texts.ts';

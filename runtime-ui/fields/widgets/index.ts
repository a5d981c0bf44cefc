export { FieldInput, wantsFullWidth, type FieldInputProps } from './field-input.tsx';
export { TermInput, type TermInputProps } from '../search/term-input.tsx';
export { RelatePicker, type RelatePickerProps } from '../relate/relate-picker.tsx';

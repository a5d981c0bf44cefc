export { checkFormFormat, FORM_FORMATS, type FormFormat } from './formats.ts';

export { ERROR_CATALOGUE, type ErrorCode, type ErrorRow } from './catalogue.ts';
export { MusterError, type ErrorDetail, type MusterErrorOptions } from './muster-error.ts';

export { ERROR_CATALOGUE, type ErrorCode, type ErrorRow } from './catalogue.ts';
export { getAdminMessage, MusterError, type ErrorDetail, type MusterErrorOptions, type PluginErrorCode } from './muster-error.ts';

import { ACCESS_ERRORS } from './rows/access.ts';
import { API_ERRORS } from './rows/api.ts';
import { DEFINITION_ERRORS } from './rows/definitions.ts';
import { FILE_ERRORS } from './rows/files.ts';
import { FILTER_ERRORS } from './rows/filter.ts';
import { LIVE_ERRORS } from './rows/live.ts';
import { OPERATION_ERRORS } from './rows/operations.ts';
import { PLUGIN_ERRORS } from './rows/plugins.ts';
import { RECORD_ERRORS } from './rows/records.ts';
import { SESSION_ERRORS } from './rows/sessions.ts';
import { STORE_ERRORS } from './rows/store.ts';
import { WEBHOOK_ERRORS } from './rows/webhooks.ts';

/** One error of the product. */
export interface ErrorRow {
  /** HTTP status of its answer. */
  readonly status: number;
  /** Its text may be shown to callers; else they get the text of `internal_error`. */
  readonly isPublic: boolean;
  /** Text for people, with `{name}` places. */
  readonly text: string;
}

/** Every error that the engine can answer, by code. Plugins add rows of their own in their manifest. */
export const ERROR_CATALOGUE = {
  ...ACCESS_ERRORS,
  ...API_ERRORS,
  ...DEFINITION_ERRORS,
  ...FILE_ERRORS,
  ...FILTER_ERRORS,
  ...LIVE_ERRORS,
  ...OPERATION_ERRORS,
  ...PLUGIN_ERRORS,
  ...RECORD_ERRORS,
  ...SESSION_ERRORS,
  ...STORE_ERRORS,
  ...WEBHOOK_ERRORS,
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERROR_CATALOGUE;

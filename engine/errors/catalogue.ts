import { ACCESS_ERRORS } from './rows/access.ts';
import { API_ERRORS } from './rows/api.ts';
import { DEFINITION_ERRORS } from './rows/definitions.ts';
import { FILE_ERRORS } from './rows/files.ts';
import { FILTER_ERRORS } from './rows/filter.ts';
import { LIVE_ERRORS } from './rows/live.ts';
import { OPERATION_ERRORS } from './rows/operations.ts';
import { PLUGIN_ERRORS } from './rows/plugins.ts';
import { QUEUE_ERRORS } from './rows/queue.ts';
import { RECORD_ERRORS } from './rows/records.ts';
import { SESSION_ERRORS } from './rows/sessions.ts';
import { STORE_ERRORS } from './rows/store.ts';
import { WEBHOOK_ERRORS } from './rows/webhooks.ts';

/** One error of the application. */
export interface ErrorRow {
  /** HTTP status of the response. */
  readonly status: number;
  /** Whether its text may be sent to callers; otherwise they get the text of `internal_error`. */
  readonly isPublic: boolean;
  /** Human-readable text, with `{name}` placeholders. */
  readonly text: string;
}

/** Every error that the engine can return, by code. Plugins add their own rows in their manifest. */
export const ERROR_CATALOGUE = {
  ...ACCESS_ERRORS,
  ...API_ERRORS,
  ...DEFINITION_ERRORS,
  ...FILE_ERRORS,
  ...FILTER_ERRORS,
  ...LIVE_ERRORS,
  ...OPERATION_ERRORS,
  ...PLUGIN_ERRORS,
  ...QUEUE_ERRORS,
  ...RECORD_ERRORS,
  ...SESSION_ERRORS,
  ...STORE_ERRORS,
  ...WEBHOOK_ERRORS,
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERROR_CATALOGUE;

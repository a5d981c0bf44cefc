import { EXPORT_JOB_ERRORS } from './rows/exports.ts';
import { IMPORT_ERRORS } from './rows/imports.ts';
import { ACCESS_ERRORS, DEFINITION_ERRORS, FILTER_ERRORS, RECORD_ERRORS } from './rows/records.ts';
import { API_ERRORS, FILE_ERRORS, LIVE_ERRORS } from './rows/requests.ts';
import { NOTIFICATION_ERRORS, OPERATION_ERRORS, PLUGIN_ERRORS, STORE_ERRORS, WEBHOOK_ERRORS } from './rows/operation.ts';
import { QUEUE_ERRORS } from './rows/queue.ts';
import { SESSION_ERRORS } from './rows/sessions.ts';
import { WORKFLOW_ERRORS } from './rows/workflows.ts';

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
  ...EXPORT_JOB_ERRORS,
  ...FILE_ERRORS,
  ...FILTER_ERRORS,
  ...IMPORT_ERRORS,
  ...LIVE_ERRORS,
  ...NOTIFICATION_ERRORS,
  ...OPERATION_ERRORS,
  ...PLUGIN_ERRORS,
  ...QUEUE_ERRORS,
  ...RECORD_ERRORS,
  ...SESSION_ERRORS,
  ...STORE_ERRORS,
  ...WEBHOOK_ERRORS,
  ...WORKFLOW_ERRORS,
} as const satisfies Record<string, ErrorRow>;

/** The code of an error of the engine. */
export type ErrorCode = keyof typeof ERROR_CATALOGUE;

import { ERROR_CATALOGUE, type ErrorCode, type ErrorRow } from './catalogue.ts';

/** One problem with one field, as listed by a validation error. */
export interface ErrorDetail {
  /** Name of the field, with a path inside its value: 'email.1.email_address'; '' for the whole record. */
  readonly field: string;
  /** For programs, such as 'required'. */
  readonly code: string;
  /** For people. */
  readonly message: string;
  readonly [extra: string]: unknown;
}

/** What is special about one error. */
export interface MusterErrorOptions {
  /** Human-readable text; default: the text of the catalogue. */
  readonly message?: string;
  /** Problems with single fields; default: none. */
  readonly details?: readonly ErrorDetail[];
  /** Named data of this error, merged into the response body with `error` and `code` (such as `matches`, `current`). */
  readonly data?: { readonly [name: string]: unknown };
  /** The error that led to it, for logs; default: none. */
  readonly cause?: unknown;
  /** Values for the `{name}` placeholders of the catalogue's text. */
  readonly values?: { readonly [name: string]: string | number };
}

/** An error of a plugin: its row is in the plugin's manifest, not in the catalogue. */
export interface PluginErrorCode {
  /** The code in the manifest. */
  readonly code: string;
  /** Its row in the manifest. */
  readonly row: ErrorRow;
}

/**
 * The application's only error class: a row of the catalogue (or of a plugin), with the text, details and data of this
 * case. Plugins throw it with `refuse` of their context.
 */
export class MusterError extends Error {
  /** The code of the catalogue, or of a plugin. */
  readonly code: ErrorCode | (string & {});
  /** HTTP status of the response. */
  readonly status: number;
  /** Whether its text may be sent to callers; otherwise they get the text of `internal_error`. */
  readonly isPublic: boolean;
  /** Problems with single fields; empty: none. */
  readonly details: readonly ErrorDetail[];
  /** Named data, merged into the response body; empty: none. */
  readonly data: { readonly [name: string]: unknown };

  constructor(code: ErrorCode | PluginErrorCode, options: MusterErrorOptions = {}) {
    const { code: name, row } = typeof code === 'string' ? { code, row: ERROR_CATALOGUE[code] } : code;
    super(options.message ?? fillText(row.text, options.values ?? {}), options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'MusterError';
    this.code = name;
    this.status = row.status;
    this.isPublic = row.isPublic;
    this.details = options.details ?? [];
    this.data = options.data ?? {};
  }
}

function fillText(text: string, values: { readonly [name: string]: string | number }): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => (name in values ? String(values[name]) : place));
}

/** Most characters of a message for admins. */
const MAX_ADMIN_MESSAGE = 2_000;

/**
 * The message of an error for a System Admin: for an unknown error of a plugin, what the plugin said. At most 2,000 characters. Not for logs
 * and other users: it may quote data.
 */
export function getAdminMessage(error: unknown): string {
  const cause = error instanceof MusterError && error.code === 'plugin_failed' ? (error.cause ?? error) : error;
  return (cause instanceof Error ? cause.message : String(cause)).slice(0, MAX_ADMIN_MESSAGE);
}

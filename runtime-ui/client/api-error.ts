import type { ErrorBody } from '#engine/model/wire';

/** A refused or failed request: the error body of the server, or one created here if the server cannot be reached. */
export class ApiError extends Error {
  /** HTTP status; 0 if there was no response. */
  readonly status: number;
  /** The body of the response, with its data. */
  readonly body: ErrorBody;
  /** Seconds to wait, from the server; undefined if the server did not send it. */
  readonly retryAfter: number | undefined;

  constructor(status: number, body: ErrorBody, retryAfter?: number) {
    super(body.error);
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
  }

  /** The stable error code, such as `validation_failed`. */
  get code(): string {
    return this.body.code;
  }

  /** Problems with single fields; empty: none. */
  get details(): ErrorBody['details'] {
    return this.body.details;
  }
}

/** Codes of errors that arise in the browser. */
export const CLIENT_ERRORS = { unreachable: 'network_unreachable', unreadable: 'response_unreadable' } as const;

/** Creates the error of a request without a response. */
export function createUnreachableError(): ApiError {
  return new ApiError(0, { error: 'The server cannot be reached. Check the connection.', code: CLIENT_ERRORS.unreachable, details: [] });
}

function isErrorBody(value: unknown): value is { error: string; code?: unknown; details?: unknown } {
  return typeof value === 'object' && value !== null && typeof (value as { error?: unknown }).error === 'string';
}

/**
 * Creates the error of a response outside 200 to 299. A body in another format is replaced by the status text; `isRead` of the body of the
 * error then says whether it was JSON.
 */
export function createApiError(status: number, statusText: string, body: unknown, retryAfter?: number): ApiError {
  if (!isErrorBody(body))
    return new ApiError(
      status,
      { error: statusText || `HTTP ${status}`, code: `http_${status}`, details: [], isRead: body !== undefined },
      retryAfter,
    );
  const code = typeof body.code === 'string' ? body.code : `http_${status}`;
  const details = Array.isArray(body.details) ? (body.details as ErrorBody['details']) : [];
  return new ApiError(status, { ...body, code, details }, retryAfter);
}

/** The message of any thrown value, for display: that of an Error, else the value as text. */
export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

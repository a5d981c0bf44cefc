import type { ErrorBody } from '#engine/model';

/** A refused or failed call: the server's error body, or one made here when the server was not reached. */
export class ApiError extends Error {
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly body: ErrorBody;
  /** Seconds to wait, as the server asked; absent: not said. */
  readonly retryAfter: number | undefined;

  constructor(status: number, body: ErrorBody, retryAfter?: number) {
    super(body.error);
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
  }

  /** The stable code of the catalogue, such as `validation_failed`. */
  get code(): string {
    return this.body.code;
  }

  get details(): ErrorBody['details'] {
    return this.body.details;
  }
}

/** Codes of errors that arise in the browser. */
export const CLIENT_ERRORS = { unreachable: 'network_unreachable', unreadable: 'answer_unreadable' } as const;

/** Makes the error of a call that got no answer. */
export function createUnreachableError(): ApiError {
  return new ApiError(0, { error: 'The server cannot be reached. Check the connection.', code: CLIENT_ERRORS.unreachable, details: [] });
}

function isErrorBody(value: unknown): value is { error: string; code?: unknown; details?: unknown } {
  return typeof value === 'object' && value !== null && typeof (value as { error?: unknown }).error === 'string';
}

/** Makes the error of an answer outside 200 to 299; a body that is not ours is replaced by the status text. */
export function createApiError(status: number, statusText: string, body: unknown, retryAfter?: number): ApiError {
  if (!isErrorBody(body)) return new ApiError(status, { error: statusText || `HTTP ${status}`, code: `http_${status}`, details: [] }, retryAfter);
  const code = typeof body.code === 'string' ? body.code : `http_${status}`;
  const details = Array.isArray(body.details) ? (body.details as ErrorBody['details']) : [];
  return new ApiError(status, { ...body, code, details }, retryAfter);
}

/** The text of any thrown value, for people. */
export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

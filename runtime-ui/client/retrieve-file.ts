import type { ErrorBody } from '#engine/model/wire';
import { ApiError, CLIENT_ERRORS } from './api-error.ts';
import { downloadFromApi, type ApiRequestOptions, type DownloadedFile, type HttpMethod } from './call-api.ts';

const createBody = (error: string): ErrorBody => ({ error, code: CLIENT_ERRORS.unreadable, details: [] });

/** The body of the error of a response that is no file, and no link to one. */
export const UNEXPECTED_FORMAT: ErrorBody = createBody('Unexpected response format.');

/**
 * The error of a file that could not be read (specification 2 and 3, section 8): with the text of the server; without one it says whether
 * the server was reached and what it sent. The reason of an aborted request stays as it is.
 */
export function toFileError(error: unknown): unknown {
  if (error instanceof DOMException && error.name === 'AbortError') return error;
  if (!(error instanceof ApiError)) return new ApiError(0, createBody('Error retrieving document file.'));
  const { status, body, retryAfter } = error;
  if (status === 0) return new ApiError(status, { ...body, error: `Failed to retrieve document file. ${body.error}` }, retryAfter);
  if (body['isRead'] === undefined) return error;
  const text = body['isRead'] === true ? 'Unknown error occurred.' : 'Failed to parse error response.';
  return new ApiError(status, { ...body, error: text }, retryAfter);
}

/** Reads a file. @throws as {@link toFileError}. */
export async function retrieveFile(method: HttpMethod, path: string, options: ApiRequestOptions = {}): Promise<DownloadedFile> {
  let retrieved: DownloadedFile;
  try {
    retrieved = await downloadFromApi(method, path, options);
  } catch (error) {
    if (options.signal?.aborted === true) throw error;
    throw toFileError(error);
  }
  // The page of a proxy or of a sign-in: the product sends no file as a page.
  if (retrieved.file.type.startsWith('text/html')) throw new ApiError(200, UNEXPECTED_FORMAT);
  return retrieved;
}

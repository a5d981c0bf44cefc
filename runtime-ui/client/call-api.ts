import { createApiError, createUnreachableError, type ApiError } from './api-error.ts';
import { refreshToken } from './refresh-token.ts';
import { notifySessionExpired } from './session-events.ts';
import { isTokenExpired, readToken } from './token-store.ts';

/** The methods of the API. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Options of a request. */
export interface ApiRequestOptions {
  /** Sent as JSON; default: none. */
  readonly body?: unknown;
  /** Query string; undefined values are omitted. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Cancels the request. */
  readonly signal?: AbortSignal;
  /** A repeated write with the same key is executed once. */
  readonly idempotencyKey?: string;
  /** Adds the write to an earlier batch of the same user. */
  readonly batchId?: string;
  /** Sends no token, and leaves a 401 to the caller: for sign-in and passwords. */
  readonly anonymous?: boolean;
}

/** A response with the values of its headers. */
export interface ApiResponse<T> {
  /** The JSON body; undefined: it is empty. */
  readonly data: T;
  /** The HTTP status, 200 to 299. */
  readonly status: number;
  /** The batch of the write, for undo. */
  readonly batchId: string | undefined;
}

function buildUrl(path: string, query: ApiRequestOptions['query']): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) params.set(name, String(value));
  const tail = params.toString();
  return tail === '' ? path : `${path}?${tail}`;
}

function headersOf(options: ApiRequestOptions, token: string | null): Headers {
  const headers = new Headers({ accept: 'application/json' });
  if (options.body !== undefined) headers.set('content-type', 'application/json');
  if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey);
  if (options.batchId !== undefined) headers.set('x-batch-id', options.batchId);
  if (token !== null && options.anonymous !== true) headers.set('authorization', `Bearer ${token}`);
  return headers;
}

async function send(method: HttpMethod, path: string, options: ApiRequestOptions, token: string | null): Promise<Response> {
  try {
    return await fetch(buildUrl(path, options.query), {
      method,
      headers: headersOf(options, token),
      credentials: 'same-origin',
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw createUnreachableError();
  }
}

async function readBody(response: Response, signal?: AbortSignal): Promise<unknown> {
  const text = await response.text().catch((error: unknown) => {
    if (signal?.aborted) throw error;
    // Interrupted while the response was read: handled as if there was none.
    throw createUnreachableError();
  });
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

async function toError(response: Response): Promise<ApiError> {
  const wait = Number(response.headers.get('retry-after'));
  return createApiError(
    response.status,
    response.statusText,
    await readBody(response),
    Number.isFinite(wait) && wait > 0 ? wait : undefined,
  );
}

/** Renews a token that is about to expire before the request, instead of after a 401. */
async function freshToken(): Promise<string | null> {
  const token = readToken();
  if (token !== null && isTokenExpired(token, 5000)) await refreshToken(token);
  return readToken();
}

async function sendSignedIn(method: HttpMethod, path: string, options: ApiRequestOptions): Promise<Response> {
  const token = await freshToken();
  const response = await send(method, path, options, token);
  if (response.status !== 401) return response;
  if ((await refreshToken(token)) === 'renewed') {
    const again = await send(method, path, options, readToken());
    if (again.status !== 401) return again;
  }
  notifySessionExpired();
  return response;
}

/**
 * Calls the API and returns body and headers. On a 401 it first tries to renew the token.
 * @throws ApiError; the reason of `signal` when it is aborted.
 */
export async function callApiWithResponse<T>(method: HttpMethod, path: string, options: ApiRequestOptions = {}): Promise<ApiResponse<T>> {
  const response = options.anonymous === true ? await send(method, path, options, null) : await sendSignedIn(method, path, options);
  if (!response.ok) throw await toError(response);
  return {
    data: (await readBody(response, options.signal)) as T,
    status: response.status,
    batchId: response.headers.get('x-batch-id') ?? undefined,
  };
}

/**
 * Calls the API and returns the JSON body; `path` starts with `/api/`.
 * @throws ApiError with the code of the server for a status of 400 or more, `network_unreachable` if it cannot be reached; the
 * reason of `signal` when it is aborted.
 */
export async function callApi<T>(method: HttpMethod, path: string, options: ApiRequestOptions = {}): Promise<T> {
  return (await callApiWithResponse<T>(method, path, options)).data;
}

/** A file as the server sends it, with its name. */
export interface DownloadedFile {
  /** Its content. */
  readonly file: Blob;
  /** Its name. */
  readonly name: string;
}

/**
 * Calls the API and returns the body as it is, for a file.
 * @throws as `callApi`; `network_unreachable` also if the file ends early.
 */
export async function downloadFromApi(method: HttpMethod, path: string, options: ApiRequestOptions = {}): Promise<DownloadedFile> {
  const response = await sendSignedIn(method, path, options);
  if (!response.ok) throw await toError(response);
  const file = await response.blob().catch(() => {
    throw createUnreachableError();
  });
  return { file, name: readFileName(response.headers.get('content-disposition') ?? '') };
}

function readFileName(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
  return encoded === undefined ? (/filename="([^"]+)"/.exec(disposition)?.[1] ?? 'download') : decodeURIComponent(encoded);
}

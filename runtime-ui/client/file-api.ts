import { ApiError, createApiError, createUnreachableError } from './api-error.ts';
import { createBatchReader } from './batch-reader.ts';
import { callApi, downloadFromApi } from './call-api.ts';
import { saveFile } from './export-api.ts';
import { refreshToken } from './refresh-token.ts';
import { notifySessionExpired } from './session-events.ts';
import { isTokenExpired, readToken } from './token-store.ts';

/** An uploaded file; `path` is the value of a File field. */
export interface UploadedFile {
  readonly _id: string;
  readonly path: string;
  readonly filename: string;
  readonly size: number;
  readonly type: string;
  readonly kind: 'image' | 'video' | 'pdf' | 'link';
}

/** Which files the server accepts. */
export interface UploadRules {
  readonly maxBytes: number;
  readonly extensions: readonly string[];
}

export interface UploadOptions {
  /** Progress from 0 to 1 while the file is sent. */
  readonly onProgress?: (fraction: number) => void;
  readonly signal?: AbortSignal;
  /** A repeated upload of the same file with the same key is executed once. */
  readonly idempotencyKey?: string;
}

/** Saves several files as one ZIP archive; returns its name. */
export async function downloadArchive(paths: readonly string[], name: string): Promise<string> {
  return saveFile(await downloadFromApi('POST', '/api/files/zip', { body: { paths, name } }));
}

interface RawResponse {
  readonly status: number;
  readonly statusText: string;
  readonly text: string;
}

/** Uses XMLHttpRequest, because fetch does not report upload progress. */
function send(file: File, token: string | null, { onProgress, signal, idempotencyKey }: UploadOptions): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    request.open('POST', '/api/files/upload');
    request.setRequestHeader('accept', 'application/json');
    if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`);
    if (idempotencyKey !== undefined) request.setRequestHeader('idempotency-key', idempotencyKey);
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    });
    request.addEventListener('load', () => resolve({ status: request.status, statusText: request.statusText, text: request.responseText }));
    request.addEventListener('error', () => reject(createUnreachableError()));
    request.addEventListener('abort', () => reject(new DOMException('The upload was cancelled.', 'AbortError')));
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', cancel));
    signal?.addEventListener('abort', cancel);
    const form = new FormData();
    form.append('file', file, file.name);
    if (signal?.aborted === true) cancel();
    else request.send(form);
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Uploads a file. Until a record refers to it, only the user can access it. Throws {@link ApiError}, and an AbortError if the signal aborts
 * it. A token that is about to expire is renewed before the file is sent.
 */
export async function uploadFile(file: File, options: UploadOptions = {}): Promise<UploadedFile> {
  const token = readToken();
  if (token !== null && isTokenExpired(token, 60_000)) await refreshToken(token);
  let sent = await send(file, readToken(), options);
  if (sent.status === 401 && (await refreshToken(readToken())) === 'renewed') sent = await send(file, readToken(), options);
  if (sent.status === 401) notifySessionExpired();
  if (sent.status !== 201) throw createApiError(sent.status, sent.statusText, readJson(sent.text));
  const uploaded = readJson(sent.text);
  if (typeof uploaded !== 'object' || uploaded === null)
    throw new ApiError(sent.status, { error: sent.statusText, code: 'response_unreadable', details: [] });
  return uploaded as UploadedFile;
}

/** Returns the accepted file types and the maximum size. */
export function getUploadRules(signal?: AbortSignal): Promise<UploadRules> {
  return callApi<UploadRules>('GET', '/api/files/rules', signal ? { signal } : {});
}

const readFileName = createBatchReader<string>(async (paths) => {
  const { names } = await callApi<{ readonly names: { readonly [path: string]: string } }>('POST', '/api/files/names', { body: { paths } });
  return new Map(Object.entries(names));
});

/** The original name of a file; null if the user may not read it. The names of one page are requested in one batch. */
export async function getFileName(path: string): Promise<string | null> {
  return (await readFileName(path)) ?? null;
}

/** Returns a temporary URL that opens one file without a header: for images, videos, frames and downloads. */
export function getFileLink(path: string, signal?: AbortSignal): Promise<{ readonly url: string; readonly expiresAt: string }> {
  return callApi('POST', '/api/files/link', { body: { path }, ...(signal ? { signal } : {}) });
}

import { ApiError, createApiError, createUnreachableError } from './api-error.ts';
import { createBatchReader } from './batch-reader.ts';
import { callApi } from './call-api.ts';
import { saveFile } from './export-api.ts';
import { retrieveFile, toFileError, UNEXPECTED_FORMAT } from './retrieve-file.ts';
import { refreshToken } from './refresh-token.ts';
import { notifySessionExpired } from './session-events.ts';
import { isTokenExpired, readToken } from './token-store.ts';

/** An uploaded file. */
export interface UploadedFile {
  /** Its id. */
  readonly _id: string;
  /** The value of a File field. */
  readonly path: string;
  /** The display name. */
  readonly filename: string;
  /** Bytes. */
  readonly size: number;
  /** The content type that it is served with. */
  readonly type: string;
  /** How it is shown. */
  readonly kind: 'image' | 'video' | 'pdf' | 'link';
}

/** Which files the server accepts. */
export interface UploadRules {
  readonly maxBytes: number;
  readonly extensions: readonly string[];
}

/** Options of an upload. */
export interface UploadOptions {
  /** Progress from 0 to 1 while the file is sent. */
  readonly onProgress?: (fraction: number) => void;
  /** Cancels the upload. */
  readonly signal?: AbortSignal;
  /** A repeated upload of the same file with the same key is executed once. */
  readonly idempotencyKey?: string;
}

/** Saves several files as one ZIP archive; returns its name. @throws as {@link toFileError}. */
export async function downloadArchive(paths: readonly string[], name: string): Promise<string> {
  return saveFile(await retrieveFile('POST', '/api/files/zip', { body: { paths, name } }));
}

/** Saves a file on the user's device. @throws as {@link toFileError}. */
export async function downloadFile({ path }: Pick<UploadedFile, 'path'>): Promise<string> {
  return saveFile(await retrieveFile('GET', `${path}?download=1`));
}

/**
 * Merges PDF files and images into one PDF, in the order of their paths. Until a record refers to it, only the user can access it.
 * @throws ApiError, which names the file that cannot be merged.
 */
export async function mergeFiles(
  body: { readonly paths: readonly string[]; readonly title: string },
  idempotencyKey: string,
): Promise<UploadedFile> {
  return callApi<UploadedFile>('POST', '/api/files/merge-pdf', { body, idempotencyKey });
}

interface RawResponse {
  readonly status: number;
  readonly statusText: string;
  readonly text: string;
}

/** Uses XMLHttpRequest, because fetch does not report upload progress. */
function send(path: string, form: FormData, token: string | null, options: UploadOptions): Promise<RawResponse> {
  const { onProgress, signal, idempotencyKey } = options;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    request.open('POST', path);
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
 * Sends a form with a file and returns the JSON body. A token that is about to expire is renewed before the file is sent.
 * @throws ApiError; an AbortError if the signal aborts it.
 */
export async function sendForm<T extends object>(path: string, form: FormData, options: UploadOptions = {}): Promise<T> {
  const token = readToken();
  if (token !== null && isTokenExpired(token, 60_000)) await refreshToken(token);
  let sent = await send(path, form, readToken(), options);
  if (sent.status === 401 && (await refreshToken(readToken())) === 'renewed') sent = await send(path, form, readToken(), options);
  if (sent.status === 401) notifySessionExpired();
  if (sent.status < 200 || sent.status > 299) throw createApiError(sent.status, sent.statusText, readJson(sent.text));
  const body = readJson(sent.text);
  if (typeof body !== 'object' || body === null)
    throw new ApiError(sent.status, { error: sent.statusText, code: 'response_unreadable', details: [] });
  return body as T;
}

/**
 * Uploads a file. Until a record refers to it, only the user can access it.
 * @throws ApiError if it is refused, or the server does not respond.
 */
export function uploadFile(file: File, options: UploadOptions = {}): Promise<UploadedFile> {
  const form = new FormData();
  form.append('file', file, file.name);
  return sendForm<UploadedFile>('/api/files/upload', form, options);
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

/** A file that a field has, or had before another one replaced it. */
export interface FileVersion extends UploadedFile {
  /** ISO time. */
  readonly uploaded_at: string;
  /** Id of the user; null: the product. */
  readonly uploaded_by: string | null;
  /** Whether it is the file of the field now. */
  readonly current: boolean;
  /** ISO time at which an earlier version is removed; null for the current one. */
  readonly stored_until: string | null;
}

/** A File field of a record. */
export interface FileField {
  /** Name of the module. */
  readonly module: string;
  /** Id of the record. */
  readonly id: string;
  /** Name of the field. */
  readonly field: string;
}

/** The file of a field and the earlier ones, the newest first. @throws ApiError `record_not_found`. */
export async function getFileVersions(of: FileField, signal?: AbortSignal): Promise<readonly FileVersion[]> {
  const body = { module: of.module, id: of.id, field: of.field };
  return (
    await callApi<{ readonly versions: readonly FileVersion[] }>('POST', '/api/files/versions', { body, ...(signal ? { signal } : {}) })
  ).versions;
}

/** Thumbnails that are loaded at the same time, so that they do not hold up what the page needs. */
const MAX_THUMBNAILS = 3;
let loading = 0;
const waiting: (() => void)[] = [];

/** A small picture of a file as a data URL; null for a file without. @throws ApiError. */
export async function getThumbnail(path: string, signal: AbortSignal): Promise<string | null> {
  if (loading >= MAX_THUMBNAILS) await new Promise<void>((resolve) => waiting.push(resolve));
  else loading += 1;
  try {
    signal.throwIfAborted();
    const { file } = await retrieveFile('GET', path, { query: { thumbnail: 1 }, signal });
    return file.size === 0 ? null : await readAsUrl(file);
  } finally {
    const next = waiting.shift();
    if (next === undefined) loading -= 1;
    else next();
  }
}

function readAsUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(createUnreachableError()));
    reader.readAsDataURL(file);
  });
}

/** A temporary URL of a file, with the ISO time until which it works. */
interface FileLink {
  readonly url: string;
  readonly expiresAt: string;
}

/**
 * Returns a temporary URL that opens one file without a header: for images, videos, frames and downloads.
 * @throws as {@link toFileError}.
 */
export async function getFileLink(path: string, signal?: AbortSignal): Promise<FileLink> {
  const link = await callApi<FileLink | undefined>('POST', '/api/files/link', { body: { path }, ...(signal ? { signal } : {}) }).catch(
    (error: unknown) => {
      throw toFileError(error);
    },
  );
  if (typeof link?.url !== 'string') throw new ApiError(200, UNEXPECTED_FORMAT);
  return link;
}

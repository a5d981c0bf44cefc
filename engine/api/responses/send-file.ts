import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MusterError } from '../../errors/index.ts';
import { THUMBNAIL_TYPE, type ReadableFile } from '../../files/index.ts';
import type { FileRange } from '../../ports/index.ts';
import { formatDisposition, SANDBOX_POLICY } from './file-headers.ts';

/** A browser's PDF viewer does not start in a sandbox; it is sandboxed itself, and nosniff ensures that the file is handled as a PDF. */
const PDF_POLICY = "default-src 'none'; object-src 'self'; plugin-types application/pdf; style-src 'unsafe-inline'; frame-ancestors 'self'";

/**
 * Sends a file, or the requested range of it: inline where its type allows this, else as a download. A file never changes,
 * so its id is its ETag; access is checked with each request. Errors: `range_not_satisfiable`.
 */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: ReadableFile, save: boolean): Promise<void> {
  if (request.headers['if-none-match'] === tagOf(file)) return void reply.code(304).headers(headersOf(file, save)).send();
  const range = wantsPart(request, file) ? readRange(request.headers.range ?? '', file.size) : undefined;
  if (range === 'none') {
    void reply.header('content-range', `bytes */${file.size}`);
    throw new MusterError('range_not_satisfiable');
  }
  // The stream is opened before any header is sent, so that an error is returned as JSON.
  const stream = request.method === 'HEAD' ? undefined : await openFor(reply, file, range);
  void reply
    .code(range === undefined ? 200 : 206)
    .headers(headersOf(file, save))
    .header('content-length', range === undefined ? file.size : range.end - range.start + 1);
  if (range !== undefined) void reply.header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  void reply.send(stream ?? '');
}

/** Opens the content; the stream is destroyed when the client disconnects early. */
async function openFor(reply: FastifyReply, file: ReadableFile, range: FileRange | undefined): Promise<Readable> {
  const stream = await file.open(range);
  reply.raw.once('close', () => stream.destroy());
  return stream;
}

/**
 * Sends the thumbnail of a file; 204 for one without. Access is checked with each request, as for the file. Errors: those of
 * `ReadableFile.thumbnail`.
 */
export async function sendThumbnail(request: FastifyRequest, reply: FastifyReply, file: ReadableFile): Promise<void> {
  const etag = `"${file._id}-thumbnail"`;
  const headers = { ...SAFE_HEADERS, 'content-security-policy': SANDBOX_POLICY, 'content-disposition': 'inline' };
  if (request.headers['if-none-match'] === etag)
    return void reply
      .code(304)
      .headers({ ...headers, etag })
      .send();
  const content = await file.thumbnail();
  if (content === undefined) return void reply.code(204).headers(SAFE_HEADERS).send();
  void reply
    .code(200)
    .headers({ ...headers, etag, 'content-type': THUMBNAIL_TYPE, 'content-length': content.length })
    .send(request.method === 'HEAD' ? '' : content);
}

/** Kept by the browser only, and asked for again each time: access may have changed. */
const SAFE_HEADERS = {
  'cache-control': 'private, no-cache',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

function headersOf(file: ReadableFile, save: boolean): { readonly [name: string]: string } {
  const inline = file.shown && !save;
  return {
    'content-type': file.shown ? file.type : 'application/octet-stream',
    'content-disposition': formatDisposition(inline ? 'inline' : 'attachment', file.filename),
    'accept-ranges': 'bytes',
    etag: tagOf(file),
    'content-security-policy': file.kind === 'pdf' && inline ? PDF_POLICY : SANDBOX_POLICY,
    ...SAFE_HEADERS,
  };
}

function tagOf(file: ReadableFile): string {
  return `"${file._id}"`;
}

/** A range of a file that changed since would not match the client's copy; our files never change. */
function wantsPart(request: FastifyRequest, file: ReadableFile): boolean {
  const { range, 'if-range': condition } = request.headers;
  return range !== undefined && (condition === undefined || condition === tagOf(file));
}

/** Parses one byte range; undefined for anything else, for which the whole file is sent; 'none' when it is outside of the file. */
export function readRange(text: string, size: number): FileRange | 'none' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(text.trim()) ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined;
  return start >= size || end < start ? 'none' : { start, end };
}

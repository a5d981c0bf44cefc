import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MusterError } from '../../errors/index.ts';
import type { ReadableFile } from '../../files/index.ts';
import type { FileRange } from '../../ports/index.ts';

/** Nothing that a file holds is run: in a frame of ours it has no origin, no scripts and no connections. */
const SANDBOX_POLICY = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox";
/** A browser's viewer of PDF does not start in a sandbox; it is one itself, and nosniff keeps the file a PDF. */
const PDF_POLICY = "default-src 'none'; object-src 'self'; plugin-types application/pdf; style-src 'unsafe-inline'; frame-ancestors 'self'";

/**
 * Answers a file, or the part of it that the caller asks for: to be shown where its kind allows it, else to be saved. A
 * file never changes, so that its id is its tag; the right to it is asked each time. Errors: `range_not_satisfiable`.
 */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: ReadableFile, save: boolean): Promise<void> {
  if (request.headers['if-none-match'] === tagOf(file)) return void reply.code(304).headers(headersOf(file, save)).send();
  const range = wantsPart(request, file) ? readRange(request.headers.range ?? '', file.size) : undefined;
  if (range === 'none') {
    void reply.header('content-range', `bytes */${file.size}`);
    throw new MusterError('range_not_satisfiable');
  }
  // Opened before anything is said of it: an error is answered as JSON.
  const stream = request.method === 'HEAD' ? undefined : await openFor(reply, file, range);
  void reply.code(range === undefined ? 200 : 206).headers(headersOf(file, save)).header('content-length', range === undefined ? file.size : range.end - range.start + 1);
  if (range !== undefined) void reply.header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  void reply.send(stream ?? '');
}

/** What the reader leaves half read is let go. */
async function openFor(reply: FastifyReply, file: ReadableFile, range: FileRange | undefined): Promise<Readable> {
  const stream = await file.open(range);
  reply.raw.once('close', () => stream.destroy());
  return stream;
}

function headersOf(file: ReadableFile, save: boolean): { readonly [name: string]: string } {
  const inline = file.shown && !save;
  return {
    'content-type': file.shown ? file.type : 'application/octet-stream',
    'content-disposition': `${inline ? 'inline' : 'attachment'}; filename="${file.filename.replace(/[^\x20-\x7e]|["\\]/g, '_')}"; filename*=UTF-8''${encodeName(file.filename)}`,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    etag: tagOf(file),
    'content-security-policy': file.kind === 'pdf' && inline ? PDF_POLICY : SANDBOX_POLICY,
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
}

function tagOf(file: ReadableFile): string {
  return `"${file._id}"`;
}

/** As RFC 8187 writes names that are not ASCII. */
function encodeName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** A part of a file that changed since would not fit what the caller has; a file of ours never does. */
function wantsPart(request: FastifyRequest, file: ReadableFile): boolean {
  const { range, 'if-range': condition } = request.headers;
  return range !== undefined && (condition === undefined || condition === tagOf(file));
}

/** One range of bytes; undefined for what is no such range, which is answered with the whole; 'none': outside of the file. */
export function readRange(text: string, size: number): FileRange | 'none' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(text.trim()) ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined;
  return start >= size || end < start ? 'none' : { start, end };
}

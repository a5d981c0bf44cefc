import type { FastifyRequest } from 'fastify';
import { MusterError } from '../../errors/index.ts';

/** The one file of an upload, with its form fields. */
export interface UploadBody {
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
  /** The field `path`, sent before the file. */
  readonly folder: string | undefined;
  /** All fields that were sent before the file. */
  readonly fields: { readonly [name: string]: string };
  /** Declared size of the whole body in bytes; a little more than the size of the file. */
  readonly declaredSize: number | undefined;
}

/** Names of the form part that holds the file. */
const FILE_PARTS: readonly string[] = ['fileKey', 'file'];
/** Bytes that the multipart lines add to the size of the file. */
const MULTIPART_OVERHEAD = 2_048;
/** Milliseconds for which the rest of a refused upload is read, so that the client receives the error response. */
const DRAIN_TIMEOUT = 30_000;

/**
 * Reads an upload as a stream: a multipart body whose part `fileKey` or `file` is the file. It is never held in memory.
 * Errors: `unsupported_media_type`, `file_missing`, `upload_interrupted`.
 */
export async function readUpload(request: FastifyRequest): Promise<UploadBody> {
  if (!request.isMultipart()) throw new MusterError('unsupported_media_type', { message: 'Send the file as multipart/form-data.' });
  const fields = new Map<string, string>();
  const parts = request.parts({
    limits: { files: 1, fields: 10, parts: 11, fieldSize: 1_000, headerPairs: 50, fileSize: Number.MAX_SAFE_INTEGER },
  });
  for await (const part of wrapStreamErrors(parts)) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') fields.set(part.fieldname, part.value);
    } else if (FILE_PARTS.includes(part.fieldname)) {
      return {
        name: part.filename,
        content: wrapStreamErrors(part.file as AsyncIterable<Uint8Array>),
        folder: fields.get('path'),
        fields: Object.fromEntries(fields),
        declaredSize: announcedOf(request),
      };
    } else part.file.resume();
  }
  throw new MusterError('file_missing');
}

function announcedOf(request: FastifyRequest): number | undefined {
  const length = Number(request.headers['content-length']);
  return Number.isSafeInteger(length) && length > MULTIPART_OVERHEAD ? length - MULTIPART_OVERHEAD : undefined;
}

/** Passes the client's stream on, with every kind of interruption as one error. */
async function* wrapStreamErrors<Piece>(pieces: AsyncIterable<Piece>): AsyncIterable<Piece> {
  try {
    yield* pieces;
  } catch (cause) {
    throw cause instanceof MusterError ? cause : new MusterError('upload_interrupted', { cause });
  }
}

/** Reads and discards the rest of a refused upload for a while, then closes the connection. */
export function drainRequest(request: FastifyRequest): void {
  const { raw } = request;
  if (raw.complete || raw.destroyed) return;
  raw.unpipe();
  raw.on('error', () => undefined);
  raw.resume();
  const timer = setTimeout(() => raw.destroy(), DRAIN_TIMEOUT);
  timer.unref();
  raw.once('close', () => clearTimeout(timer));
}

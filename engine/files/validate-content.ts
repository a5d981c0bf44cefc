import { createHash } from 'node:crypto';
import { MusterError } from '../errors/index.ts';
import { checkFileSignature, HEAD_BYTES, Utf8Validator } from './check-content.ts';
import { findKind } from './kinds.ts';
import { formatBytes } from './rules.ts';

/** What an arriving content is held to. */
export interface ValidateContentOptions {
  /** For people. */
  readonly name: string;
  readonly extension: string;
  readonly maxBytes: number;
  /** Asked now and then while bytes arrive; throws when there is no room for more. */
  readonly assertFreeSpace: (more: number) => Promise<void>;
}

/** A content on its way through: its pieces, and once they are all taken, its digest. */
export interface ValidatedContent {
  readonly chunks: AsyncIterable<Uint8Array>;
  digest(): string;
}

/** Bytes between two looks at the room that is left. */
const SPACE_CHECK_BYTES = 8 * 1_048_576;

/**
 * Hands a content on as it arrives, and ends it at the first thing that is wrong: too many bytes, none, a content that is
 * not what the name says, no room. Nothing is handed on before the first bytes were looked at. Errors: `file_too_large`,
 * `file_empty`, `file_content_mismatch`, `store_full`.
 */
export function validateContent(content: AsyncIterable<Uint8Array>, options: ValidateContentOptions): ValidatedContent {
  const hash = createHash('sha256');
  const text = findKind(options.extension)?.content === 'text' ? new Utf8Validator(options.name) : undefined;
  return {
    digest: () => hash.digest('hex'),
    chunks: watch(content, options, (chunk) => {
      hash.update(chunk);
      text?.add(chunk);
    }, () => text?.end()),
  };
}

async function* watch(content: AsyncIterable<Uint8Array>, options: ValidateContentOptions, onChunk: (chunk: Uint8Array) => void, end: () => void): AsyncIterable<Uint8Array> {
  let size = 0;
  let lookAt = SPACE_CHECK_BYTES;
  for await (const chunk of gatherHead(content, options)) {
    size += chunk.byteLength;
    if (size > options.maxBytes) throw tooLarge(options.name, options.maxBytes);
    if (size >= lookAt) {
      lookAt = size + SPACE_CHECK_BYTES;
      await options.assertFreeSpace(SPACE_CHECK_BYTES);
    }
    onChunk(chunk);
    yield chunk;
  }
  end();
}

/** The first bytes as one piece, looked at; then the pieces as they come. */
async function* gatherHead(content: AsyncIterable<Uint8Array>, { name, extension }: ValidateContentOptions): AsyncIterable<Uint8Array> {
  let head: Uint8Array[] | undefined = [];
  let gathered = 0;
  for await (const chunk of content) {
    if (head === undefined) {
      yield chunk;
      continue;
    }
    head.push(chunk);
    gathered += chunk.byteLength;
    if (gathered < HEAD_BYTES) continue;
    const first = Buffer.concat(head);
    head = undefined;
    await checkFileSignature(name, extension, first);
    yield first;
  }
  if (head === undefined) return;
  if (gathered === 0) throw new MusterError('file_empty', { values: { name } });
  const all = Buffer.concat(head);
  await checkFileSignature(name, extension, all);
  yield all;
}

/** The refusal of a file that is too large, with the largest that is not. */
export function tooLarge(name: string, maxBytes: number): MusterError {
  return new MusterError('file_too_large', { values: { name, limit: formatBytes(maxBytes) }, data: { maxBytes } });
}

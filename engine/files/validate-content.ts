import { createHash } from 'node:crypto';
import { formatBytes } from '#engine/model/values';
import { MusterError } from '../errors/index.ts';
import { checkFileSignature, HEAD_BYTES, Utf8Validator } from './check-content.ts';
import { findKind } from './kinds.ts';

/** The checks that an incoming content must pass. */
export interface ValidateContentOptions {
  /** The display name. */
  readonly name: string;
  readonly extension: string;
  readonly maxBytes: number;
  /** Called now and then while bytes arrive; throws when the disk has no space for more. */
  readonly assertFreeSpace: (more: number) => Promise<void>;
}

/** The validated chunks of a content, and its digest once all of them were read. */
export interface ValidatedContent {
  readonly chunks: AsyncIterable<Uint8Array>;
  digest(): string;
}

/** Bytes between two checks of the free disk space. */
const SPACE_CHECK_BYTES = 8 * 1_048_576;

/**
 * Passes a content on as it arrives and throws at the first problem: too many bytes, no bytes, a content that does not match the name, no
 * disk space. Nothing is passed on before the first bytes were checked. Errors: `file_too_large`, `file_empty`, `file_content_mismatch`,
 * `store_full`.
 */
export function validateContent(content: AsyncIterable<Uint8Array>, options: ValidateContentOptions): ValidatedContent {
  const hash = createHash('sha256');
  const text = findKind(options.extension)?.content === 'text' ? new Utf8Validator(options.name) : undefined;
  return {
    digest: () => hash.digest('hex'),
    chunks: watch(
      content,
      options,
      (chunk) => {
        hash.update(chunk);
        text?.add(chunk);
      },
      () => text?.end(),
    ),
  };
}

async function* watch(
  content: AsyncIterable<Uint8Array>,
  options: ValidateContentOptions,
  onChunk: (chunk: Uint8Array) => void,
  end: () => void,
): AsyncIterable<Uint8Array> {
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

/** Yields the first bytes as one checked chunk, then the other chunks unchanged. */
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

/** The error for a file that is too large, with the maximum size. */
export function tooLarge(name: string, maxBytes: number): MusterError {
  return new MusterError('file_too_large', { values: { name, limit: formatBytes(maxBytes) }, data: { maxBytes } });
}

import { createHash } from 'node:crypto';
import { MusterError } from '../errors/index.ts';
import { checkHead, HEAD_BYTES, TextCheck } from './check-content.ts';
import { findKind } from './kinds.ts';
import { formatBytes } from './rules.ts';

/** What an arriving content is held to. */
export interface ExamineOptions {
  /** For people. */
  readonly name: string;
  readonly extension: string;
  readonly maxBytes: number;
  /** Asked now and then while bytes arrive; throws when there is no room for more. */
  readonly assertRoom: (more: number) => Promise<void>;
}

/** A content on its way through: its pieces, and once they are all taken, its digest. */
export interface ExaminedContent {
  readonly pieces: AsyncIterable<Uint8Array>;
  digest(): string;
}

/** Bytes between two looks at the room that is left. */
const LOOK_EVERY = 8 * 1_048_576;

/**
 * Hands a content on as it arrives, and ends it at the first thing that is wrong: too many bytes, none, a content that is
 * not what the name says, no room. Nothing is handed on before the first bytes were looked at. Errors: `file_too_large`,
 * `file_empty`, `file_content_mismatch`, `store_full`.
 */
export function examine(content: AsyncIterable<Uint8Array>, options: ExamineOptions): ExaminedContent {
  const hash = createHash('sha256');
  const text = findKind(options.extension)?.content === 'text' ? new TextCheck(options.name) : undefined;
  return {
    digest: () => hash.digest('hex'),
    pieces: watch(content, options, (piece) => {
      hash.update(piece);
      text?.add(piece);
    }, () => text?.end()),
  };
}

async function* watch(content: AsyncIterable<Uint8Array>, options: ExamineOptions, see: (piece: Uint8Array) => void, end: () => void): AsyncIterable<Uint8Array> {
  let size = 0;
  let lookAt = LOOK_EVERY;
  for await (const piece of gatherHead(content, options)) {
    size += piece.byteLength;
    if (size > options.maxBytes) throw tooLarge(options.name, options.maxBytes);
    if (size >= lookAt) {
      lookAt = size + LOOK_EVERY;
      await options.assertRoom(LOOK_EVERY);
    }
    see(piece);
    yield piece;
  }
  end();
}

/** The first bytes as one piece, looked at; then the pieces as they come. */
async function* gatherHead(content: AsyncIterable<Uint8Array>, { name, extension }: ExamineOptions): AsyncIterable<Uint8Array> {
  let head: Uint8Array[] | undefined = [];
  let gathered = 0;
  for await (const piece of content) {
    if (head === undefined) {
      yield piece;
      continue;
    }
    head.push(piece);
    gathered += piece.byteLength;
    if (gathered < HEAD_BYTES) continue;
    const first = Buffer.concat(head);
    head = undefined;
    await checkHead(name, extension, first);
    yield first;
  }
  if (head === undefined) return;
  if (gathered === 0) throw new MusterError('file_empty', { values: { name } });
  const all = Buffer.concat(head);
  await checkHead(name, extension, all);
  yield all;
}

/** The refusal of a file that is too large, with the largest that is not. */
export function tooLarge(name: string, maxBytes: number): MusterError {
  return new MusterError('file_too_large', { values: { name, limit: formatBytes(maxBytes) }, data: { maxBytes } });
}

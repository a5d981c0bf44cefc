import { createHash } from 'node:crypto';
import { readIdempotentResult, type IdempotencySlot } from '../records/index.ts';
import type { FileView } from './contract.ts';
import { validateContent, type ValidateContentOptions } from './validate-content.ts';

/** The parts of an upload, next to its content, that belong to the digest of its idempotency key. */
export interface UploadMetadata {
  readonly name: string;
  readonly folders: readonly string[];
}

/** A digest of an upload. It excludes the multipart boundaries, which differ each time a form is sent. */
export function digestOfUpload({ name, folders }: UploadMetadata, content: string): string {
  return createHash('sha256')
    .update(JSON.stringify([name, folders, content]))
    .digest('base64url');
}

/**
 * Returns the first result of an idempotency key. The content is read to its end for its digest, but not stored. Errors:
 * `idempotency_conflict` for another file, those of the content.
 */
export async function replayUpload(
  stored: NonNullable<IdempotencySlot['record']>,
  head: UploadMetadata,
  content: AsyncIterable<Uint8Array>,
  options: Omit<ValidateContentOptions, 'assertFreeSpace'>,
): Promise<FileView> {
  const examined = validateContent(content, { ...options, assertFreeSpace: () => Promise.resolve() });
  for await (const _piece of examined.chunks) continue;
  return replayResponse(stored, head, examined.digest());
}

/** Errors: `idempotency_conflict` for another file. */
export function replayResponse(stored: NonNullable<IdempotencySlot['record']>, head: UploadMetadata, content: string): FileView {
  return readIdempotentResult(stored, digestOfUpload(head, content)) as unknown as FileView;
}

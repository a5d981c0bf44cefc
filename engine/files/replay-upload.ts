import { createHash } from 'node:crypto';
import { readIdempotentResult, type IdempotencySlot } from '../records/index.ts';
import type { FileView } from './contract.ts';
import { validateContent, type ValidateContentOptions } from './validate-content.ts';

/** What an upload says beside its content, as its idempotency key knows it. */
export interface UploadMetadata {
  readonly name: string;
  readonly folders: readonly string[];
}

/** Tells whether two uploads are the same: the lines around a file differ each time that a form is sent. */
export function digestOfUpload({ name, folders }: UploadMetadata, content: string): string {
  return createHash('sha256').update(JSON.stringify([name, folders, content])).digest('base64url');
}

/**
 * What the key was answered before. The content is read to its end for its digest, and none of it is kept. Errors:
 * `idempotency_conflict` for another file, those of the content.
 */
export async function replayUpload(kept: NonNullable<IdempotencySlot['record']>, head: UploadMetadata, content: AsyncIterable<Uint8Array>, options: Omit<ValidateContentOptions, 'assertFreeSpace'>): Promise<FileView> {
  const examined = validateContent(content, { ...options, assertFreeSpace: () => Promise.resolve() });
  for await (const _piece of examined.chunks) continue;
  return replayResponse(kept, head, examined.digest());
}

/** Errors: `idempotency_conflict` for another file. */
export function replayResponse(kept: NonNullable<IdempotencySlot['record']>, head: UploadMetadata, content: string): FileView {
  return readIdempotentResult(kept, digestOfUpload(head, content)) as unknown as FileView;
}

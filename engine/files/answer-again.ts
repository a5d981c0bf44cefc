import { createHash } from 'node:crypto';
import { answerTo, type AnswerPlace } from '../records/index.ts';
import type { FileView } from './contract.ts';
import { examine, type ExamineOptions } from './examine.ts';

/** What an upload says beside its content, as its idempotency key knows it. */
export interface UploadHead {
  readonly name: string;
  readonly folders: readonly string[];
}

/** Tells whether two uploads are the same: the lines around a file differ each time that a form is sent. */
export function digestOfUpload({ name, folders }: UploadHead, content: string): string {
  return createHash('sha256').update(JSON.stringify([name, folders, content])).digest('base64url');
}

/**
 * What the key was answered before. The content is read to its end for its digest, and none of it is kept. Errors:
 * `idempotency_conflict` for another file, those of the content.
 */
export async function answerAgain(kept: NonNullable<AnswerPlace['kept']>, head: UploadHead, content: AsyncIterable<Uint8Array>, options: Omit<ExamineOptions, 'assertRoom'>): Promise<FileView> {
  const examined = examine(content, { ...options, assertRoom: () => Promise.resolve() });
  for await (const _piece of examined.pieces) continue;
  return answerSame(kept, head, examined.digest());
}

/** Errors: `idempotency_conflict` for another file. */
export function answerSame(kept: NonNullable<AnswerPlace['kept']>, head: UploadHead, content: string): FileView {
  return answerTo(kept, digestOfUpload(head, content)) as unknown as FileView;
}

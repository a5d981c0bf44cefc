import type { AccessScope } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import { FILE_KEYS, FILES_COLLECTION, type FileEntry } from '../records/index.ts';
import { allOf } from '#engine/model';
import type { FileContext } from './file-context.ts';
import { formatBytes, type UploadRules } from './rules.ts';

/**
 * Returns how many bytes the user may still upload before some of their files are in a record. A concurrent upload counts with its declared
 * size, so several at a time may exceed the limit a little. Errors: `too_many_uploads`.
 */
export async function readRemainingQuota(
  { store, clock }: FileContext,
  { rights }: AccessScope,
  { quota }: UploadRules,
  announced: number,
): Promise<number> {
  const filter = allOf([
    { kind: 'equals', key: FILE_KEYS.by, values: [rights.userId ?? ''] },
    { kind: 'range', key: FILE_KEYS.due, gt: clock.now() },
  ]);
  const found = await store.find({ collection: FILES_COLLECTION.name, filter, sort: [], limit: quota.files });
  if (found.length >= quota.files) throw tooMany(`${quota.files} files`, quota);
  const remaining = quota.bytes - found.reduce((sum, { document }) => sum + (document as unknown as FileEntry).size, 0);
  if (remaining <= 0 || announced > remaining) throw tooMany(`${formatBytes(quota.bytes - remaining)}`, quota);
  return remaining;
}

/** Passes the content on until the quota is reached. Errors: `too_many_uploads`. */
export async function* limitToQuota(
  content: AsyncIterable<Uint8Array>,
  remaining: number,
  waiting: UploadRules['quota'],
): AsyncIterable<Uint8Array> {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.byteLength;
    if (size > remaining) throw tooMany(formatBytes(waiting.bytes - remaining), waiting);
    yield chunk;
  }
}

function tooMany(held: string, waiting: UploadRules['quota']): MusterError {
  return new MusterError('too_many_uploads', { values: { held }, data: { mostFiles: waiting.files, mostBytes: waiting.bytes } });
}

import type { AccessScope } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import { FILE_KEYS, FILES_COLLECTION, type FileEntry } from '../records/index.ts';
import { allOf } from '#engine/model';
import type { FileServices } from './create-files.ts';
import { formatBytes, type UploadRules } from './rules.ts';

/**
 * Bytes that the uploader may still upload before a record takes some of what they uploaded. What arrives beside it counts
 * as announced, so that several at a time may come to a little more. Errors: `too_many_uploads`.
 */
export async function readRoom({ store, clock }: FileServices, { rights }: AccessScope, { waiting }: UploadRules, announced: number): Promise<number> {
  const filter = allOf([{ kind: 'equals', key: FILE_KEYS.by, values: [rights.userId ?? ''] }, { kind: 'range', key: FILE_KEYS.due, gt: clock.now() }]);
  const found = await store.find({ collection: FILES_COLLECTION.name, filter, sort: [], limit: waiting.files });
  if (found.length >= waiting.files) throw tooMany(`${waiting.files} files`, waiting);
  const room = waiting.bytes - found.reduce((sum, { document }) => sum + (document as unknown as FileEntry).size, 0);
  if (room <= 0 || announced > room) throw tooMany(`${formatBytes(waiting.bytes - room)}`, waiting);
  return room;
}

/** Hands a content on until there is no more room. Errors: `too_many_uploads`. */
export async function* holdToRoom(content: AsyncIterable<Uint8Array>, room: number, waiting: UploadRules['waiting']): AsyncIterable<Uint8Array> {
  let size = 0;
  for await (const piece of content) {
    size += piece.byteLength;
    if (size > room) throw tooMany(formatBytes(waiting.bytes - room), waiting);
    yield piece;
  }
}

function tooMany(held: string, waiting: UploadRules['waiting']): MusterError {
  return new MusterError('too_many_uploads', { values: { held }, data: { mostFiles: waiting.files, mostBytes: waiting.bytes } });
}

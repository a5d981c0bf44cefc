import { MusterError } from '../../errors/index.ts';
import type { CompiledField, JsonValue, RecordDocument } from '#engine/model';
import { fileIdOf } from '#engine/model';
import {
  fileKeysOf,
  fileLinkId,
  fileLinkKeysOf,
  FILE_LINKS_COLLECTION,
  FILES_COLLECTION,
  type FileEntry,
  type FileLink,
} from './file-entries.ts';
import { loadFile, createMissingFileDetail } from './check-files.ts';
import { metadataOf } from '../module-metadata.ts';
import type { SaveAttempt, SaveRequest } from '../save/save-request.ts';
import { undoDaysOf } from '../undo/undo-window.ts';

const DAY = 24 * 3_600_000;

/**
 * Adds to the unit which files the record refers to from this save on, and which it referred to before. A file that is
 * no longer referred to is kept as long as undo may need it; the file of a permanently removed record is not. `after`
 * is the record after the hooks; undefined for a removal. Errors: `validation_failed` if a hook set a file that does
 * not exist.
 */
export async function updateFileLinks(
  attempt: SaveAttempt,
  request: SaveRequest,
  after: { readonly [field: string]: JsonValue | undefined } | undefined,
): Promise<void> {
  const { files } = metadataOf(request.module);
  const before = request.before?.document;
  for (const field of files) {
    const [was, is] = [before?.[field.name], after?.[field.name]];
    if (was === is) continue;
    if (typeof is === 'string') await linkFile(attempt, request, field, is);
    if (typeof was === 'string')
      await releaseFile(attempt, request, field, was, after === undefined ? 0 : undoDaysOf(attempt.scope.snapshot));
  }
}

/** The file must still exist at commit: housekeeping updates its entry before it removes the file. */
async function linkFile(attempt: SaveAttempt, request: SaveRequest, field: CompiledField, path: string): Promise<void> {
  const entry = await loadFile(attempt, path);
  if (entry === undefined) throw new MusterError('validation_failed', { details: [createMissingFileDetail(field)] });
  markFileInUse(attempt, entry);
  await putLink(attempt, request, field, entry._id, null);
}

/** A file that no record referred to until now is no longer due for removal. */
function markFileInUse({ unit }: SaveAttempt, entry: FileEntry): void {
  const document = entry as unknown as RecordDocument;
  if (entry.due === null) return unit.systemDocuments.addVersionCheck(FILES_COLLECTION.name, document);
  const held: FileEntry = { ...entry, due: null };
  unit.systemDocuments.put(FILES_COLLECTION.name, entry._id, held as unknown as RecordDocument, fileKeysOf(held), {
    document,
    keys: fileKeysOf(entry),
  });
}

/** A path from before uploads existed does not refer to an uploaded file, and is ignored. */
async function releaseFile(attempt: SaveAttempt, request: SaveRequest, field: CompiledField, path: string, days: number): Promise<void> {
  const file = fileIdOf(path);
  if (file !== undefined) await putLink(attempt, request, field, file, attempt.now + days * DAY);
}

async function putLink(
  attempt: SaveAttempt,
  { module, id }: SaveRequest,
  field: CompiledField,
  file: string,
  until: number | null,
): Promise<void> {
  const link = { file, module: module.id, record: id, field: field.id, until };
  const linkId = fileLinkId(link);
  const document = await attempt.unit.systemDocuments.load(FILE_LINKS_COLLECTION.name, linkId);
  attempt.unit.systemDocuments.put(FILE_LINKS_COLLECTION.name, linkId, link, fileLinkKeysOf(link), {
    document,
    keys: document === undefined ? {} : fileLinkKeysOf(document as unknown as FileLink),
  });
}

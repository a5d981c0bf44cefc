import { fileIdOf } from '#engine/model/field-types';
import type { RecordDocument } from '#engine/model/values';
import { fileHolderOf, fileLinkId, fileLinkKeysOf, type FileLink } from '../attachments/file-entries.ts';
import type { SystemDocumentChange } from '../documents/stored-document.ts';

type FilePlace = Pick<FileLink, 'file' | 'module' | 'record' | 'field'>;

/** Where the value of a removed field referred to a file; undefined: it did not. */
export function findFilePlace(path: unknown, place: Omit<FilePlace, 'file'>): (FilePlace & { readonly linkId: string }) | undefined {
  const file = typeof path === 'string' ? fileIdOf(path) : undefined;
  return file === undefined ? undefined : { file, ...place, linkId: fileLinkId({ file, ...place }) };
}

/** Ends a link to a file that nothing shows any more, and that no undo restores. */
export function endFileLink(
  { file, module, record, field }: FilePlace,
  stored: RecordDocument,
  until: number,
): SystemDocumentChange & { readonly document: NonNullable<SystemDocumentChange['document']> } {
  const document = { file, module, record, field, until, holder: fileHolderOf({ module, record, field }) };
  return { document, keys: fileLinkKeysOf(document), previousKeys: fileLinkKeysOf(stored as unknown as FileLink) };
}

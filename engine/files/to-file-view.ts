import type { FileEntry } from '../records/index.ts';
import type { FileView } from './contract.ts';
import { BYTES, findKind } from './kinds.ts';

/** Maps a stored file to the view that clients receive. */
export function toFileView(entry: FileEntry): FileView {
  const kind = findKind(entry.extension);
  return {
    _id: entry._id,
    path: entry.path,
    filename: entry.name,
    size: entry.size,
    type: kind?.type ?? BYTES,
    kind: kind?.display ?? 'link',
  };
}

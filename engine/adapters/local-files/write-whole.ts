import { open, type FileHandle } from 'node:fs/promises';
import { translated } from './translate-file-error.ts';

/**
 * Writes a content to a new file and brings it to the disk. What reading the content throws passes as it is. Answers the
 * bytes written. Errors: of the disk, as rows of the catalogue.
 */
export async function writeWhole(file: string, content: AsyncIterable<Uint8Array>): Promise<number> {
  const handle = await translated(() => open(file, 'wx', 0o600));
  let size = 0;
  try {
    for await (const piece of content) {
      await translated(() => writePiece(handle, piece));
      size += piece.byteLength;
    }
    await translated(() => handle.sync());
  } finally {
    await handle.close();
  }
  return size;
}

/** A write may take less than it is given. */
async function writePiece(handle: FileHandle, piece: Uint8Array): Promise<void> {
  for (let written = 0; written < piece.byteLength; ) written += (await handle.write(piece, written)).bytesWritten;
}

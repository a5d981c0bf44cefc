import { open, type FileHandle } from 'node:fs/promises';
import { withTranslatedErrors } from './translate-file-error.ts';

/**
 * Writes a content to a new file and syncs it to disk. Errors from reading the content are rethrown unchanged; disk
 * errors are translated to a `MusterError`. Returns the number of bytes written.
 */
export async function writeAndSync(file: string, content: AsyncIterable<Uint8Array>): Promise<number> {
  const handle = await withTranslatedErrors(() => open(file, 'wx', 0o600));
  let size = 0;
  try {
    for await (const chunk of content) {
      await withTranslatedErrors(() => writeChunk(handle, chunk));
      size += chunk.byteLength;
    }
    await withTranslatedErrors(() => handle.sync());
  } finally {
    await handle.close();
  }
  return size;
}

/** `write` may write fewer bytes than it is given. */
async function writeChunk(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let written = 0; written < chunk.byteLength; ) written += (await handle.write(chunk, written)).bytesWritten;
}

import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, statfs, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { MusterError, type ErrorCode } from '../../errors/index.ts';
import type { FilesPort } from '../../ports/index.ts';

export interface LocalFilesOptions {
  /** Folder of the files; created with the first file, accessible only to the owner of the process. */
  readonly folder: string;
}

const FILE_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const ERROR_CODES: { readonly [code: string]: ErrorCode } = {
  ENOENT: 'file_not_found',
  ENOSPC: 'store_full',
  EDQUOT: 'store_full',
  EFBIG: 'store_full',
  EROFS: 'store_read_only',
  EACCES: 'store_read_only',
  EPERM: 'store_read_only',
};

/**
 * Stores files in a local folder. Each file is written to a temporary path, synced to disk, and then renamed to its final
 * path. Paths are built from the id only, never from user input.
 */
export function createLocalFiles({ folder }: LocalFilesOptions): FilesPort {
  const incoming = path.join(folder, 'arriving');
  const getPartialPath = (id: string): string => path.join(incoming, assertId(id));
  const getPath = (id: string): string => path.join(folder, getLocalFilePath(id));
  return {
    location: `folder ${folder}`,
    put: (id, content) => putFile(getPartialPath(id), getPath(id), content),
    async open(id, range) {
      const handle = await withTranslatedErrors(() => open(getPath(id), 'r'));
      const stream = createReadStream('', { fd: handle, autoClose: true, ...(range ?? {}) });
      return stream;
    },
    async stat(id) {
      try {
        return { size: (await stat(getPath(id))).size };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw translateFileError(error);
      }
    },
    async remove(id) {
      await withTranslatedErrors(async () => {
        await rm(getPath(id), { force: true });
        await rm(getPartialPath(id), { force: true });
      });
    },
    async freeBytes() {
      return withTranslatedErrors(async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const { bavail, bsize } = await statfs(folder);
        return bavail * bsize;
      });
    },
    close: async () => undefined,
  };
}

/** The path of a file in the folder of files, with '/'. Throws `file_not_found` for what is not an id. */
export function getLocalFilePath(id: string): string {
  // The last characters of an id are random, so that no folder grows much faster than another.
  return `${assertId(id).slice(-2)}/${id}`;
}

async function putFile(partialPath: string, finalPath: string, content: AsyncIterable<Uint8Array>): Promise<{ readonly size: number }> {
  await withTranslatedErrors(() => mkdir(path.dirname(partialPath), { recursive: true, mode: 0o700 }));
  try {
    const size = await writeAndSync(partialPath, content);
    await withTranslatedErrors(async () => {
      await mkdir(path.dirname(finalPath), { recursive: true, mode: 0o700 });
      await rename(partialPath, finalPath);
      await syncFolder(path.dirname(finalPath));
    });
    return { size };
  } catch (error) {
    await rm(partialPath, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** After a power failure a new or renamed file is in its folder only when the folder was synced too. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function assertId(id: string): string {
  if (!FILE_ID.test(id)) throw new MusterError('file_not_found');
  return id;
}

/**
 * Writes a content to a new file and syncs it to disk. Errors from reading the content are rethrown unchanged; disk
 * errors are translated to a `MusterError`. Returns the number of bytes written.
 */
async function writeAndSync(file: string, content: AsyncIterable<Uint8Array>): Promise<number> {
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

/** Translates a file system error to a `MusterError`. */
function translateFileError(error: unknown): MusterError {
  if (error instanceof MusterError) return error;
  return new MusterError(ERROR_CODES[(error as NodeJS.ErrnoException).code ?? ''] ?? 'store_unavailable', { cause: error });
}

/** Runs file system calls and translates their errors. */
async function withTranslatedErrors<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw translateFileError(error);
  }
}

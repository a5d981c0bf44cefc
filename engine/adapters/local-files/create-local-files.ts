import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { MusterError } from '../../errors/index.ts';
import type { FilesPort } from '../../ports/index.ts';
import { translateFileError, withTranslatedErrors } from './translate-file-error.ts';
import { writeAndSync } from './write-and-sync.ts';

export interface LocalFilesOptions {
  /** Folder of the files; created with the first file, accessible only to the owner of the process. */
  readonly folder: string;
}

const FILE_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Stores files in a local folder. Each file is written to a temporary path, synced to disk, and then renamed to its final
 * path. Paths are built from the id only, never from user input.
 */
export function createLocalFiles({ folder }: LocalFilesOptions): FilesPort {
  const incoming = path.join(folder, 'arriving');
  const getPartialPath = (id: string): string => path.join(incoming, assertId(id));
  // The last characters of an id are random, so that no folder grows much faster than another.
  const getPath = (id: string): string => path.join(folder, assertId(id).slice(-2), id);
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

/** After a power failure a renamed file is at its new path only when the folder was synced too. */
async function syncFolder(folder: string): Promise<void> {
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

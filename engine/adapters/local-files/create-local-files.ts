import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { MusterError } from '../../errors/index.ts';
import type { FilesPort } from '../../ports/index.ts';
import { translateFileError, translated } from './translate-file-error.ts';
import { writeWhole } from './write-whole.ts';

export interface LocalFilesOptions {
  /** Where the files lie; made when the first comes, readable by the owner of the process alone. */
  readonly folder: string;
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Files in a folder of this machine. Each is written under a name for what is still arriving, brought to the disk, and
 * only then renamed to its place, which its id alone names: nothing that a person typed becomes a path.
 */
export function createLocalFiles({ folder }: LocalFilesOptions): FilesPort {
  const arriving = path.join(folder, 'arriving');
  const partOf = (id: string): string => path.join(arriving, assertId(id));
  // The last letters of an id are chance, so that no folder grows much faster than another.
  const placeOf = (id: string): string => path.join(folder, assertId(id).slice(-2), id);
  return {
    place: `folder ${folder}`,
    put: (id, content) => putFile(partOf(id), placeOf(id), content),
    async open(id, range) {
      const handle = await translated(() => open(placeOf(id), 'r'));
      const stream = createReadStream('', { fd: handle, autoClose: true, ...(range ?? {}) });
      return stream;
    },
    async stat(id) {
      try {
        return { size: (await stat(placeOf(id))).size };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw translateFileError(error);
      }
    },
    async remove(id) {
      await translated(async () => {
        await rm(placeOf(id), { force: true });
        await rm(partOf(id), { force: true });
      });
    },
    async freeBytes() {
      return translated(async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const { bavail, bsize } = await statfs(folder);
        return bavail * bsize;
      });
    },
    close: async () => undefined,
  };
}

async function putFile(part: string, place: string, content: AsyncIterable<Uint8Array>): Promise<{ readonly size: number }> {
  await translated(() => mkdir(path.dirname(part), { recursive: true, mode: 0o700 }));
  try {
    const size = await writeWhole(part, content);
    await translated(async () => {
      await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
      await rename(part, place);
      await syncFolder(path.dirname(place));
    });
    return { size };
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** A renamed file is at its new place after a power cut only once the folder itself is on the disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function assertId(id: string): string {
  if (!ID.test(id)) throw new MusterError('file_not_found');
  return id;
}

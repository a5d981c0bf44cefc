import { open, statfs, writeFile } from 'node:fs/promises';
import { MusterError } from '../../errors/index.ts';

/** Throws `backup_refused` when the disk of a folder has less free space. */
export async function assertSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= bytes) return;
  const megabytes = (count: number): string => `${Math.ceil(count / 1_048_576)} MB`;
  throw new MusterError('backup_refused', {
    values: { reason: `the disk of the backup has ${megabytes(bavail * bsize)} free, and ${megabytes(bytes)} are needed.` },
  });
}

/** Writes a new file that only its owner can read, durably. */
export async function writeSynced(file: string, text: string): Promise<void> {
  await writeFile(file, text, { mode: 0o600, flag: 'wx' });
  await syncFile(file);
}

/** After a power failure a file has its content only when it was synced. */
export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

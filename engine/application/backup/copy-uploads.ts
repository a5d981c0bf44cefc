import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { openStoredFile } from '../../adapters/sqlite/index.ts';
import { createLocalFiles, getLocalFilePath, syncFolder } from '../../adapters/local-files/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { FilesPort } from '../../ports/index.ts';
import { FILES_COLLECTION, type FileEntry } from '../../records/index.ts';
import type { BackupOptions } from './contract.ts';
import { addToDigest, type ChecksumList } from './checksums.ts';
import { assertSpace } from './disk.ts';
import { BACKUP_NAMES } from './manifest.ts';

/** What was copied of the uploaded files. */
export interface CopiedFiles {
  count: number;
  bytes: number;
  readonly missing: string[];
  readonly lost: string[];
  readonly changed: string[];
}

/** Copies the files that the copied database names. Their contents never change, so that the time of the copy makes no difference. */
export async function copyUploads(
  dataFolder: string,
  folder: string,
  checksums: ChecksumList,
  options: BackupOptions,
): Promise<CopiedFiles> {
  const copied: CopiedFiles = { count: 0, bytes: 0, missing: [], lost: [], changed: [] };
  const source = createLocalFiles({ folder: path.join(dataFolder, BACKUP_NAMES.files) });
  const target = createLocalFiles({ folder: path.join(folder, BACKUP_NAMES.files) });
  const database = openStoredFile(path.join(folder, BACKUP_NAMES.database));
  try {
    const total = database.count(FILES_COLLECTION.name);
    let bytes = 0;
    for (const entry of readFileEntries(database.documents(FILES_COLLECTION.name))) bytes += entry.size;
    await assertSpace(folder, bytes);
    for (const entry of readFileEntries(database.documents(FILES_COLLECTION.name))) {
      await copyFileContent(source, target, entry, copied, checksums, options.signal);
      options.onProgress?.('files', copied.count + copied.missing.length, total);
    }
  } finally {
    database.close();
  }
  const files = path.join(folder, BACKUP_NAMES.files);
  await mkdir(files, { recursive: true, mode: 0o700 });
  await rm(path.join(files, 'arriving'), { recursive: true, force: true });
  await syncFolder(files);
  copied.lost.push(...findLost(dataFolder, copied.missing));
  return copied;
}

/** The entries of complete files. Those that are being uploaded or removed belong to no record. */
export function* readFileEntries(documents: Iterable<unknown>): Iterable<FileEntry> {
  for (const document of documents) if ((document as FileEntry).state === 'ready') yield document as FileEntry;
}

async function copyFileContent(
  source: FilesPort,
  target: FilesPort,
  { _id, digest }: FileEntry,
  copied: CopiedFiles,
  checksums: ChecksumList,
  signal: AbortSignal | undefined,
): Promise<void> {
  const content = await source.open(_id).catch((error: unknown) => {
    if (error instanceof MusterError && error.code === 'file_not_found') return undefined;
    throw error;
  });
  if (content === undefined) {
    copied.missing.push(_id);
    return;
  }
  const hash = createHash('sha256');
  const { size } = await target.put(_id, addToDigest(content as AsyncIterable<Uint8Array>, hash, signal));
  const sha256 = hash.digest('hex');
  if (sha256 !== digest) copied.changed.push(_id);
  await checksums.add({ name: `${BACKUP_NAMES.files}/${getLocalFilePath(_id)}`, sha256 });
  copied.count += 1;
  copied.bytes += size;
}

/** Of the missing files, those that the store still names: the others were removed while the backup was made, as unused. */
function findLost(dataFolder: string, missing: readonly string[]): readonly string[] {
  if (missing.length === 0) return [];
  const live = openStoredFile(path.join(dataFolder, BACKUP_NAMES.database));
  try {
    const named = new Set<string>();
    for (const { _id } of readFileEntries(live.documents(FILES_COLLECTION.name))) named.add(_id);
    return missing.filter((id) => named.has(id));
  } finally {
    live.close();
  }
}

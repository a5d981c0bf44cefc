import { copyFile, chmod, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../../adapters/local-files/index.ts';
import { copySqliteStore, openStoredFile } from '../../adapters/sqlite/index.ts';
import { MusterError } from '../../errors/index.ts';
import { META_COLLECTION } from '../../../migrations/index.ts';
import { findProductFiles } from '../product.ts';
import { ChecksumList, digestFile } from './checksums.ts';
import type { BackupConfiguration, BackupOptions, BackupResult } from './contract.ts';
import { copyUploads } from './copy-uploads.ts';
import { assertNoRestore, isInside } from './data-folder.ts';
import { assertSpace, syncFile, writeSynced } from './disk.ts';
import { BACKUP_FORMAT, BACKUP_NAMES, fingerprintOf, type BackupManifest } from './manifest.ts';

/**
 * Copies the embedded store of a running or stopped product, the uploaded files that the copy names, and the generated secret into a new
 * folder. The folder gets its name when it is complete. Errors: `backup_refused`, those of the store and of the file system.
 */
export async function backUp(configuration: BackupConfiguration, target: string, options: BackupOptions = {}): Promise<BackupResult> {
  const folder = path.resolve(target);
  await assertCanBackUp(configuration, folder);
  const incomplete = `${folder}.incomplete-${process.pid}`;
  await mkdir(path.dirname(folder), { recursive: true });
  await mkdir(incomplete, { mode: 0o700 });
  try {
    const result = await fill(configuration, incomplete, options);
    await syncFolder(incomplete);
    // A folder of this name that was made meanwhile is not empty, and then this fails.
    await rename(incomplete, folder);
    await syncFolder(path.dirname(folder));
    return { folder, ...result };
  } catch (error) {
    await rm(incomplete, { recursive: true, force: true });
    throw error;
  }
}

async function assertCanBackUp({ mongodbUrl, dataFolder }: BackupConfiguration, folder: string): Promise<void> {
  const refuse = (reason: string): MusterError => new MusterError('backup_refused', { values: { reason } });
  if (mongodbUrl !== undefined)
    throw refuse(
      `the records and files are in MongoDB. Use its own tool: mongodump --uri="$MONGODB_URL" --oplog --gzip --archive=${folder}.gz (without --oplog if the address names a database; then stop the product first). Store MUSTER_SECRET apart from it.`,
    );
  assertNoRestore(dataFolder);
  const database = path.join(dataFolder, BACKUP_NAMES.database);
  const found = await stat(database).catch(() => undefined);
  if (found === undefined) throw refuse(`there is no ${database}. Set MUSTER_DATA_DIR to the data folder.`);
  if (isInside(folder, dataFolder)) throw refuse('choose a folder outside the data folder.');
  if ((await stat(folder).catch(() => undefined)) !== undefined) throw refuse(`${folder} exists. Choose a new name.`);
}

async function fill(configuration: BackupConfiguration, folder: string, options: BackupOptions): Promise<Omit<BackupResult, 'folder'>> {
  const { dataFolder } = configuration;
  const createdAt = new Date().toISOString();
  const checksums = await ChecksumList.create(folder);
  try {
    const database = await copyDatabase(dataFolder, folder, checksums, options);
    const files = await copyUploads(dataFolder, folder, checksums, options);
    const secret = await copySecret(configuration, folder, checksums);
    const manifest: BackupManifest = {
      format: BACKUP_FORMAT,
      version: findProductFiles().version,
      createdAt,
      ...database,
      files: { count: files.count, bytes: files.bytes, missing: files.missing },
      secret,
      checksums: await checksums.end(),
    };
    await writeSynced(path.join(folder, BACKUP_NAMES.manifest), `${JSON.stringify(manifest, null, 2)}\n`);
    return { manifest, lostFiles: files.lost, changedFiles: files.changed };
  } finally {
    await checksums.abandon();
  }
}

async function copyDatabase(
  dataFolder: string,
  folder: string,
  checksums: ChecksumList,
  { onProgress, signal }: BackupOptions,
): Promise<Pick<BackupManifest, 'database' | 'dataVersion'>> {
  const from = path.join(dataFolder, BACKUP_NAMES.database);
  const to = path.join(folder, BACKUP_NAMES.database);
  await assertSpace(folder, (await stat(from)).size);
  await copySqliteStore({
    from,
    to,
    onProgress: (done, total) => onProgress?.('database', done, total),
    ...(signal === undefined ? {} : { signal }),
  });
  await chmod(to, 0o600);
  const copy = openStoredFile(to);
  try {
    const problems = copy.checkIntegrity();
    if (problems.length > 0)
      throw new MusterError('backup_refused', { values: { reason: `the database is damaged. ${problems.slice(0, 3).join(' ')}` } });
    const [meta] = copy.documents(META_COLLECTION.name);
    await syncFile(to);
    await checksums.add({ name: BACKUP_NAMES.database, sha256: await digestFile(to, signal) });
    return { dataVersion: Number(meta?.['dataVersion'] ?? 0), database: { bytes: (await stat(to)).size } };
  } finally {
    copy.close();
  }
}

/** A configured secret is not included: it is not in the data folder, and must not be beside what it encrypts. */
async function copySecret(
  { dataFolder, secret }: BackupConfiguration,
  folder: string,
  checksums: ChecksumList,
): Promise<BackupManifest['secret']> {
  if (secret !== undefined) return { included: false, fingerprint: fingerprintOf(secret) };
  const from = path.join(dataFolder, BACKUP_NAMES.secret);
  const stored = await readFile(from, 'utf8').catch(() => undefined);
  if (stored === undefined) return { included: false, fingerprint: null };
  const to = path.join(folder, BACKUP_NAMES.secret);
  await copyFile(from, to);
  await chmod(to, 0o600);
  await syncFile(to);
  await checksums.add({ name: BACKUP_NAMES.secret, sha256: await digestFile(to) });
  return { included: true, fingerprint: fingerprintOf(stored.trim()) };
}

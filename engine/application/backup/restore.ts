import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openStoredFile } from '../../adapters/sqlite/index.ts';
import { getLocalFilePath, syncFolder } from '../../adapters/local-files/index.ts';
import { MusterError } from '../../errors/index.ts';
import { FILES_COLLECTION } from '../../records/index.ts';
import { MIGRATIONS } from '../../../migrations/index.ts';
import { findProductFiles } from '../product.ts';
import { addToDigest, digestFile, readChecksums, type Checksum } from './checksums.ts';
import type { BackupConfiguration, BackupOptions, RestoreOptions, RestoreResult } from './contract.ts';
import { readFileEntries } from './copy-uploads.ts';
import { assertCanReplace, createIncoming, isInside, moveIncoming } from './data-folder.ts';
import { assertSpace, syncFile } from './disk.ts';
import { BACKUP_FORMAT, BACKUP_NAMES, fingerprintOf, readManifest, type BackupManifest } from './manifest.ts';

/**
 * Checks that a backup is whole: every part has its checksum, the database is sound, and the files that it names are there. Errors:
 * `backup_invalid`, and `restore_refused` for a backup of a newer version.
 */
export async function verifyBackup(target: string, options: BackupOptions = {}): Promise<BackupManifest> {
  const folder = path.resolve(target);
  const { manifest, parts } = await readParts(folder);
  let done = 0;
  for (const { name, sha256 } of parts) {
    const found = await digestFile(path.join(folder, name), options.signal).catch((error: NodeJS.ErrnoException) => {
      options.signal?.throwIfAborted();
      throw invalid(folder, `${name} cannot be read (${error.code ?? 'unknown'}).`);
    });
    if (found !== sha256) throw invalid(folder, `${name} was changed.`);
    options.onProgress?.('checks', (done += 1), parts.length);
  }
  checkDatabase(folder, manifest, parts);
  return manifest;
}

/**
 * Checks a backup and restores it into the data folder, which must be empty, or is emptied with `replaces`. The product must not run.
 * Until all parts are copied and checked, nothing in the folder changes. Errors: `restore_refused`, `backup_invalid`, errors of the file
 * system.
 */
export async function restoreBackup(
  configuration: BackupConfiguration,
  target: string,
  options: RestoreOptions = {},
): Promise<RestoreResult> {
  const folder = path.resolve(target);
  const { dataFolder, mongodbUrl } = configuration;
  if (mongodbUrl !== undefined)
    throw refused(
      'MONGODB_URL is set, so the records are in MongoDB. Use its own tool: mongorestore --uri="$MONGODB_URL" --oplogReplay --gzip --archive=<file> (without --oplogReplay if it was dumped without --oplog).',
    );
  if (isInside(folder, dataFolder)) throw refused('the backup is in the data folder. Move it out first.');
  await assertCanReplace(dataFolder, options.replaces ?? false);
  const manifest = await verifyBackup(folder, options);
  const incoming = await createIncoming(dataFolder);
  try {
    await assertSpace(incoming, manifest.database.bytes + manifest.files.bytes);
    await copyParts(folder, incoming, options);
    const replaced = await moveIncoming(dataFolder);
    return { manifest, replaced, warnings: findWarnings(configuration, manifest) };
  } catch (error) {
    await rm(incoming, { recursive: true, force: true });
    throw error;
  }
}

async function readParts(folder: string): Promise<{ readonly manifest: BackupManifest; readonly parts: readonly Checksum[] }> {
  const manifest = await readManifest(folder);
  assertNotNewer(manifest);
  const parts = await readChecksums(folder, manifest);
  const expected = 1 + manifest.files.count + (manifest.secret.included ? 1 : 0);
  if (parts.length !== expected || !parts.some(({ name }) => name === BACKUP_NAMES.database))
    throw invalid(folder, `${BACKUP_NAMES.checksums} does not list the parts that its manifest counts.`);
  return { manifest, parts };
}

/** An older version would not understand all data of a newer one. */
function assertNotNewer({ format, version, dataVersion }: BackupManifest): void {
  const own = findProductFiles().version;
  const ownData = MIGRATIONS.at(-1)?.number ?? 0;
  if (format > BACKUP_FORMAT || dataVersion > ownData || isNewer(version, own))
    throw refused(`the backup was made by version ${version} of Muster; this is version ${own}. Install that version or a later one.`);
}

function isNewer(version: string, own: string): boolean {
  const [one, other] = [version, own].map((text) => (text.split('-')[0] ?? '').split('.').map(Number));
  const difference = [0, 1, 2].map((index) => (one?.[index] ?? 0) - (other?.[index] ?? 0)).find((number) => number !== 0);
  return (difference ?? 0) > 0;
}

function checkDatabase(folder: string, manifest: BackupManifest, parts: readonly Checksum[]): void {
  const database = openStoredFile(path.join(folder, BACKUP_NAMES.database));
  try {
    if (!database.isKnownLayout) throw refused('the database of the backup has the layout of a newer version of Muster.');
    const [problem] = database.checkIntegrity();
    if (problem !== undefined) throw invalid(folder, `its database is damaged. ${problem}`);
    const present = new Set([...parts.map(({ name }) => name), ...manifest.files.missing.map(nameOfFile)]);
    for (const { _id, path: address } of readFileEntries(database.documents(FILES_COLLECTION.name)))
      if (!present.has(nameOfFile(_id))) throw invalid(folder, `the file of ${address} is not in it.`);
  } finally {
    database.close();
  }
}

function nameOfFile(id: string): string {
  return `${BACKUP_NAMES.files}/${getLocalFilePath(id)}`;
}

/** Copies the parts, and checks what was copied: a medium may return other bytes the second time. */
async function copyParts(folder: string, incoming: string, { onProgress, signal }: BackupOptions): Promise<void> {
  const { parts } = await readParts(folder);
  await mkdir(path.join(incoming, BACKUP_NAMES.files), { mode: 0o700 });
  const folders = new Set([incoming, path.join(incoming, BACKUP_NAMES.files)]);
  let done = 0;
  for (const { name, sha256 } of parts) {
    const to = path.join(incoming, name);
    await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
    folders.add(path.dirname(to));
    const digest = createHash('sha256');
    const source = createReadStream(path.join(folder, name), { highWaterMark: 1_048_576 });
    await pipeline(addToDigest(source as AsyncIterable<Uint8Array>, digest, signal), createWriteStream(to, { mode: 0o600, flags: 'wx' }));
    if (digest.digest('hex') !== sha256) throw invalid(folder, `${name} was changed.`);
    await chmod(to, 0o600);
    await syncFile(to);
    onProgress?.('restored', (done += 1), parts.length);
  }
  for (const created of folders) await syncFolder(created);
}

/** Sensitive values can only be read with the secret that encrypted them. */
function findWarnings({ secret }: BackupConfiguration, { secret: saved, files }: BackupManifest): readonly string[] {
  const warnings: string[] = [];
  if (files.missing.length > 0) warnings.push(`Files that were missing when the backup was made: ${files.missing.length}.`);
  if (secret === undefined && !saved.included)
    warnings.push(
      'The backup has no secret, because MUSTER_SECRET was set. Set the same one before the start: without it, sensitive values cannot be read.',
    );
  if (secret !== undefined && saved.fingerprint !== null && fingerprintOf(secret) !== saved.fingerprint)
    warnings.push(
      saved.included
        ? 'MUSTER_SECRET is not the secret of the backup. Set MUSTER_SECRET_PREVIOUS to the content of the file secret, so that sensitive values can be read.'
        : 'MUSTER_SECRET is not the secret of the backup. Set MUSTER_SECRET_PREVIOUS to that one, so that sensitive values can be read.',
    );
  return warnings;
}

function refused(reason: string): MusterError {
  return new MusterError('restore_refused', { values: { reason } });
}

function invalid(folder: string, reason: string): MusterError {
  return new MusterError('backup_invalid', { values: { where: folder, reason } });
}

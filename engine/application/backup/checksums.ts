import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { MusterError } from '../../errors/index.ts';
import { BACKUP_NAMES, type BackupManifest } from './manifest.ts';

/** A file of a backup with its SHA-256 in hex. */
export interface Checksum {
  /** Relative to the folder of the backup, with '/'. */
  readonly name: string;
  readonly sha256: string;
}

const LINE = /^([0-9a-f]{64}) {2}(muster\.sqlite|secret|files\/[0-9a-f]{2}\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))$/;

/** Writes the list of checksums while a backup is made, in the format of `sha256sum`. */
export class ChecksumList {
  readonly #handle: FileHandle;
  readonly #digest: Hash = createHash('sha256');

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async create(folder: string): Promise<ChecksumList> {
    return new ChecksumList(await open(path.join(folder, BACKUP_NAMES.checksums), 'wx', 0o600));
  }

  async add({ name, sha256 }: Checksum): Promise<void> {
    const line = `${sha256}  ${name}\n`;
    this.#digest.update(line);
    await this.#handle.appendFile(line);
  }

  /** Returns the SHA-256 of the list. */
  async end(): Promise<string> {
    await this.#handle.sync();
    await this.#handle.close();
    return this.#digest.digest('hex');
  }

  /** Closes the list of a backup that failed. */
  async abandon(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
  }
}

/** Reads the list of checksums of a backup. Throws `backup_invalid`. */
export async function readChecksums(folder: string, manifest: BackupManifest): Promise<readonly Checksum[]> {
  const invalid = (reason: string): MusterError => new MusterError('backup_invalid', { values: { where: folder, reason } });
  const text = await readFile(path.join(folder, BACKUP_NAMES.checksums), 'utf8').catch(() => {
    throw invalid(`${BACKUP_NAMES.checksums} cannot be read.`);
  });
  if (createHash('sha256').update(text).digest('hex') !== manifest.checksums) throw invalid(`${BACKUP_NAMES.checksums} was changed.`);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, sha256 = '', name = ''] = LINE.exec(line) ?? [];
      if (name === '') throw invalid(`${BACKUP_NAMES.checksums} has a line that is not the checksum of a part.`);
      return { name, sha256 };
    });
}

/** SHA-256 of a file in hex. Rejects with errors of the file system, and with the reason of the signal. */
export async function digestFile(file: string, signal?: AbortSignal): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(file, { highWaterMark: 1_048_576 })) {
    signal?.throwIfAborted();
    digest.update(chunk as Buffer);
  }
  return digest.digest('hex');
}

/** Passes a content on and adds it to a digest. */
export async function* addToDigest(content: AsyncIterable<Uint8Array>, digest: Hash, signal?: AbortSignal): AsyncIterable<Uint8Array> {
  for await (const chunk of content) {
    signal?.throwIfAborted();
    digest.update(chunk);
    yield chunk;
  }
}

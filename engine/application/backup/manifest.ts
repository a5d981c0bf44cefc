import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { MusterError } from '../../errors/index.ts';

/** Layout of a backup that this version writes; it reads this one and the earlier ones. */
export const BACKUP_FORMAT = 1;

/** The names in a backup. The database, the secret and the folder of files have the same names in the data folder. */
export const BACKUP_NAMES = {
  manifest: 'manifest.json',
  checksums: 'SHA256SUMS',
  database: 'muster.sqlite',
  secret: 'secret',
  files: 'files',
} as const;

/** What a backup contains. */
export interface BackupManifest {
  readonly format: number;
  /** Version of the product that made it. */
  readonly version: string;
  /** Version of the stored data: the number of the last migration. */
  readonly dataVersion: number;
  /** ISO time: every change that was confirmed before is included. */
  readonly createdAt: string;
  readonly database: { readonly bytes: number };
  readonly files: {
    readonly count: number;
    readonly bytes: number;
    /** Ids of files that the database names and that could not be copied because their content was gone. */
    readonly missing: readonly string[];
  };
  readonly secret: {
    readonly included: boolean;
    /** Tells whether another secret is the same, without containing it. */
    readonly fingerprint: string | null;
  };
  /** SHA-256 of the list of checksums. */
  readonly checksums: string;
}

/** Tells whether two secrets are the same; the secret cannot be computed from it. */
export function fingerprintOf(secret: string): string {
  return createHmac('sha256', secret).update('muster backup').digest('hex').slice(0, 16);
}

/** Reads the manifest of a backup. Throws `backup_invalid`. */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const invalid = (reason: string): MusterError => new MusterError('backup_invalid', { values: { where: folder, reason } });
  let parsed: unknown;
  try {
    parsed = JSON.parse(await readFile(path.join(folder, BACKUP_NAMES.manifest), 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw invalid(code === 'ENOENT' || code === 'ENOTDIR' ? `there is no ${BACKUP_NAMES.manifest}.` : 'its manifest cannot be read.');
  }
  if (!isManifest(parsed)) throw invalid('its manifest is not that of a backup.');
  return parsed;
}

function isManifest(value: unknown): value is BackupManifest {
  const { format, version, dataVersion, createdAt, database, files, secret, checksums } = (value ?? {}) as Partial<BackupManifest>;
  return (
    typeof format === 'number' &&
    typeof version === 'string' &&
    typeof dataVersion === 'number' &&
    typeof createdAt === 'string' &&
    typeof database?.bytes === 'number' &&
    typeof files?.count === 'number' &&
    typeof secret?.included === 'boolean' &&
    typeof checksums === 'string'
  );
}

import type { Configuration } from '../configuration.ts';
import type { BackupManifest } from './manifest.ts';

/** The parts of the configuration that a backup and a restore use. */
export type BackupConfiguration = Pick<Configuration, 'dataFolder' | 'mongodbUrl' | 'secret'>;

/** Options of a backup, a check or a restore. */
export interface BackupOptions {
  /** Called while the work goes on: what is done, and how many of how many bytes, pages or files. */
  readonly onProgress?: (what: string, done: number, of: number) => void;
  /** Stops the work; nothing of it is left then. */
  readonly signal?: AbortSignal;
}

/** A backup that was made. */
export interface BackupResult {
  readonly folder: string;
  readonly manifest: BackupManifest;
  /** Ids of files that records may refer to, without a content in the store: they were lost before the backup. */
  readonly lostFiles: readonly string[];
  /** Ids of files whose content is not the one that was uploaded. */
  readonly changedFiles: readonly string[];
}

/** How a backup is restored. */
export interface RestoreOptions extends BackupOptions {
  /** Moves data that are in the data folder aside; default: they are an error. */
  readonly replaces?: boolean;
}

/** A backup that was restored. */
export interface RestoreResult {
  readonly manifest: BackupManifest;
  /** Folder of the data that were in the data folder before; undefined: it was empty. */
  readonly replaced: string | undefined;
  /** What the operator has to know before the start. */
  readonly warnings: readonly string[];
}

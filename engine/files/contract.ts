import type { Readable } from 'node:stream';
import type { Actor } from '../access/index.ts';
import type { FileRange } from '../ports/index.ts';
import type { IdempotencyKey } from '../records/index.ts';
import type { FileDisplay } from './kinds.ts';

/** A file to upload. */
export interface UploadInput {
  /** The name that the client sent: untrusted. */
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
  /** Folders of the file's path, such as `user-manuals`; untrusted. A folder can have its own rules. */
  readonly folder?: string | undefined;
  /** The size that the client declared, so that a file can be rejected before its first byte is read; it may be wrong. */
  readonly declaredSize?: number | undefined;
  /** The same key with the same file returns the first result again; the digest is computed here, from the received content. */
  readonly idempotency?: Pick<IdempotencyKey, 'key' | 'path'> | undefined;
}

/** Files to merge into one PDF. */
export interface MergeInput {
  /** Paths of PDF files and images, in the order of the pages. */
  readonly paths: readonly string[];
  /** Title of the document, and start of its name. Untrusted. */
  readonly title: string;
  /** As for an upload. */
  readonly idempotency?: UploadInput['idempotency'];
}

/** A file as clients see it. */
export interface FileView {
  readonly _id: string;
  /** The path that a File field stores. */
  readonly path: string;
  /** The display name. */
  readonly filename: string;
  readonly size: number;
  /** The content type that it is served with. */
  readonly type: string;
  /** How the UI shows it. */
  readonly kind: FileDisplay;
}

/** A File field of a record. */
export interface FileVersionsInput {
  /** Name of the module. */
  readonly module: string;
  /** Id of the record. */
  readonly id: string;
  /** Name of the File field. */
  readonly field: string;
}

/** A file that a field has, or had before another one replaced it. */
export interface FileVersion extends FileView {
  /** ISO time. */
  readonly uploaded_at: string;
  /** Id of the user; null: the product. */
  readonly uploaded_by: string | null;
  /** Whether it is the file of the field now. */
  readonly current: boolean;
  /** ISO time at which an earlier version is removed; null for the current one. */
  readonly stored_until: string | null;
}

/** A file that the actor may read. */
export interface ReadableFile extends FileView {
  /** It may be shown inline; other files are downloaded. */
  readonly shown: boolean;
  open(range?: FileRange): Promise<Readable>;
  /**
   * A small WebP picture of at most 192 by 192 pixels, made at the first call and stored until the file is removed; of a PDF, its
   * first page. Undefined for what is neither, is damaged, needs a password, or has more than 50 MB or 50 million pixels. Errors: `overloaded`, those of the files port.
   */
  thumbnail(): Promise<Buffer | undefined>;
}

/** The upload rules, for the file picker. */
export interface UploadRulesView {
  readonly maxBytes: number;
  readonly extensions: readonly string[];
}

/**
 * Uploaded files: stored only when complete, checked against their extension, and readable with the rights on the records that contain
 * them.
 */
export interface Files {
  /**
   * Stores a file. Only its uploader can read it until a record contains it; a file that is in no record after a day is removed. Errors:
   * `upload_not_allowed`, `file_kind_refused`, `file_too_large`, `file_empty`, `file_content_mismatch`, `too_many_uploads` when one user
   * has too many files without a record, `idempotency_conflict`, `body_invalid` for a folder, those of the files port and any error of
   * reading the content; after an error nothing is left.
   */
  upload(actor: Actor, input: UploadInput): Promise<FileView>;
  /**
   * Reads a file by its path, for users who may see a field of a record that contains it, or contained it before another one; before a
   * record contains it, for its uploader and the product. Errors: `file_not_found`, also for files that the actor may not see.
   */
  read(actor: Actor, path: string): Promise<ReadableFile>;
  /**
   * A ZIP archive of at most 200 files, as a stream. Errors: `too_many_ids`; `file_not_found` if the actor may not read one of them; those
   * of the files port while it is read.
   */
  archive(actor: Actor, paths: readonly string[]): Promise<AsyncGenerator<Buffer>>;
  /**
   * Merges at most 100 PDF files and images of together at most 100 MB into one PDF of US Letter pages, in the order of their paths, and
   * stores it as an upload of the actor: '{title}_merged_{count}.pdf', or '{title}.pdf' of one file. Runs in a thread of its own. Errors:
   * `too_many_ids`; `file_not_found` if the actor may not read one of them; `file_not_mergeable` for another kind, and for one that is
   * damaged or needs a password; `merge_too_large`, also above 2,000 pages and after two minutes; `overloaded` when eight merges wait;
   * those of `upload`.
   */
  merge(actor: Actor, input: MergeInput): Promise<FileView>;
  /** The display names of files, by path; files that the actor may not read are left out. */
  names(actor: Actor, paths: readonly string[]): Promise<{ readonly [path: string]: string }>;
  /**
   * The file of a field and at most 99 earlier ones that it replaced, the newest first; none for an empty field. An earlier one is kept for
   * `file_version_days`, read by whoever may read the field of the record, and restored by a save that sets its path again. Errors:
   * `record_not_found`, those of reading records.
   */
  versions(actor: Actor, input: FileVersionsInput): Promise<readonly FileVersion[]>;
  /** The upload rules of a folder. Errors: `upload_not_allowed`. */
  rules(actor: Actor, folder?: string): Promise<UploadRulesView>;
  /**
   * Removes unused files: uploads that no record contained within a day, files that were removed from records and that an undo can no
   * longer restore, and earlier versions whose time is over. Returns how many were removed.
   */
  removeUnused(): Promise<number>;
}

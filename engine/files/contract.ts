import type { Readable } from 'node:stream';
import type { Actor } from '../access/index.ts';
import type { FileRange } from '../ports/index.ts';
import type { IdempotencyKey } from '../records/index.ts';
import type { FileDisplay } from './kinds.ts';

/** A file that is uploaded. */
export interface UploadInput {
  /** As the sender calls it: untrusted. */
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
  /** Folders of its address, such as `library-resources`; untrusted. A folder can have rules of its own. */
  readonly folder?: string | undefined;
  /** Bytes that the sender announced, for a refusal before the first of them is read; the sender may lie. */
  readonly declaredSize?: number | undefined;
  /** The same key with the same file answers the first one again; its digest is made here, of what arrives. */
  readonly idempotency?: Pick<IdempotencyKey, 'key' | 'path'> | undefined;
}

/** A file as its uploader and its readers know it. */
export interface FileView {
  readonly _id: string;
  /** Its address, which a File field holds. */
  readonly path: string;
  /** Its name for people. */
  readonly filename: string;
  readonly size: number;
  /** Content type that it is served with. */
  readonly type: string;
  /** How the UI shows it. */
  readonly kind: FileDisplay;
}

/** A file that someone may read. */
export interface ReadableFile extends FileView {
  /** It may be shown in a page; others are to be saved. */
  readonly shown: boolean;
  open(range?: FileRange): Promise<Readable>;
}

/** What is accepted, for the choice of a file. */
export interface UploadRulesView {
  readonly maxBytes: number;
  readonly extensions: readonly string[];
}

/** Uploaded files: kept whole, held to what they say they are, and read with the rights on the records that hold them. */
export interface Files {
  /**
   * Keeps a file, which is its uploader's alone until a record holds it; one that no record takes within a day goes.
   * Errors: `upload_not_allowed`, `file_kind_refused`, `file_too_large`, `file_empty`, `file_content_mismatch`,
   * `too_many_uploads` of one user without a record, `idempotency_conflict`, `body_invalid` for a folder, those of the files port and what reading the content throws; then nothing is left.
   */
  upload(actor: Actor, input: UploadInput): Promise<FileView>;
  /**
   * A file by its address, for those who may see a field of a record that holds it; before any does, for its uploader.
   * Errors: `file_not_found`, also for what the actor may not see.
   */
  read(actor: Actor, path: string): Promise<ReadableFile>;
  /** What files are called where they came from, by their addresses; those that the actor may not read are left out. */
  names(actor: Actor, paths: readonly string[]): Promise<{ readonly [path: string]: string }>;
  /** What is accepted in a folder. Errors: `upload_not_allowed`. */
  rules(actor: Actor, folder?: string): Promise<UploadRulesView>;
  /** Takes away what nobody needs any more: uploads that no record took within a day, and what records let go and undoing cannot bring back. Answers how many went. */
  removeUnused(): Promise<number>;
}

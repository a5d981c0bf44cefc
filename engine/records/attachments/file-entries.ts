import type { CollectionSchema } from '#engine/model/compiled';
import { defineKey } from '../documents/stored-document.ts';

/**
 * Keys of a file: `due` is when housekeeping checks whether the file is still needed, `by` is its uploader. Both are
 * missing while a record refers to the file.
 */
export const FILE_KEYS = { due: defineKey('due', 'number'), by: defineKey('by') } as const;

/**
 * Keys of a link: `until` is missing while the record refers to the file; afterwards it is the time until which undo or the list of versions
 * may need the file. `holder` is the field of a record.
 */
export const FILE_LINK_KEYS = { file: defineKey('file'), until: defineKey('until', 'number'), holder: defineKey('holder') } as const;

/** One document per uploaded file, with its name and uploader. The files port stores the content under the same id. */
export const FILES_COLLECTION: CollectionSchema = {
  name: '_files',
  keys: Object.values(FILE_KEYS),
  indexes: [{ keys: ['due'] }, { keys: ['by', 'due'] }],
  contains: [],
};

/** One document for each field of a record that refers or referred to a file. */
export const FILE_LINKS_COLLECTION: CollectionSchema = {
  name: '_file_links',
  keys: Object.values(FILE_LINK_KEYS),
  indexes: [{ keys: ['file'] }, { keys: ['until'] }, { keys: ['holder'] }],
  contains: [],
};

/** An uploaded file as stored in `_files`. Its `_id` increases with time. */
export interface FileEntry {
  readonly _id: string;
  readonly _version: number;
  /** The original file name, cleaned. */
  readonly name: string;
  /** The path for reading it, under /api/files: the value of a File field. */
  readonly path: string;
  /** Extension in lower case; "" for none. */
  readonly extension: string;
  /** Size in bytes; during the upload, the announced size. */
  readonly size: number;
  /** SHA-256 of the content in hex; "" during the upload. */
  readonly digest: string;
  readonly uploaded_by: string;
  /** ISO time. */
  readonly uploaded_at: string;
  /** `arriving`: not visible yet. `going`: no longer visible. */
  readonly state: 'arriving' | 'ready' | 'going';
  /** Epoch milliseconds; null: a record refers to it. */
  readonly due: number | null;
}

/** A field of a record that refers or referred to a file. Module and field are stored by their stable ids. */
export interface FileLink {
  readonly _id: string;
  readonly _version: number;
  readonly file: string;
  readonly module: string;
  readonly record: string;
  readonly field: string;
  /** Null: the record refers to the file now. Otherwise epoch milliseconds until which undo may need it. */
  readonly until: number | null;
  /** {@link fileHolderOf}; absent in links of earlier releases. */
  readonly holder?: string;
  /** ISO time at which another file of the field replaced this one: it is an earlier version of that field. */
  readonly replaced_at?: string;
}

/** The field of a record, as the key of its links. */
export function fileHolderOf({ module, record, field }: Pick<FileLink, 'module' | 'record' | 'field'>): string {
  return `${module}:${record}:${field}`;
}

/** There is one link per file and field of a record, however often the file is set. */
export function fileLinkId(link: Pick<FileLink, 'file' | 'module' | 'record' | 'field'>): string {
  return `${link.file}:${link.module}:${link.record}:${link.field}`;
}

/** The keys that a file is written with. */
export function fileKeysOf({ due, uploaded_by: by }: Pick<FileEntry, 'due' | 'uploaded_by'>): {
  readonly [id: string]: string | number | undefined;
} {
  return due === null ? {} : { due, by };
}

/** The keys that a link is written with. */
export function fileLinkKeysOf({ file, until, holder }: Pick<FileLink, 'file' | 'until' | 'holder'>): {
  readonly [id: string]: string | number | undefined;
} {
  return { file, until: until ?? undefined, holder };
}

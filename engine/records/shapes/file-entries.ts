import type { CollectionSchema, KeySchema } from '#engine/model';

function key(id: string, kind: KeySchema['kind'] = 'text'): KeySchema {
  return { id, kind, list: false };
}

/** Keys of a file: `due` is when house-keeping looks whether anybody needs it, `by` whose it is; both missing while a record holds it. */
export const FILE_KEYS = { due: key('due', 'number'), by: key('by') } as const;

/** Keys of a link: `until` is missing while the record holds the file, then how long undoing may need it. */
export const FILE_LINK_KEYS = { file: key('file'), until: key('until', 'number') } as const;

/** One document an uploaded file: what it is called, whose it is. The content lies behind the files port, under the same id. */
export const FILES_COLLECTION: CollectionSchema = { name: '_files', keys: Object.values(FILE_KEYS), indexes: [{ keys: ['due'] }, { keys: ['by', 'due'] }], contains: [] };

/** One document for each field of a record that holds a file or held it. */
export const FILE_LINKS_COLLECTION: CollectionSchema = { name: '_file_links', keys: Object.values(FILE_LINK_KEYS), indexes: [{ keys: ['file'] }, { keys: ['until'] }], contains: [] };

/** An uploaded file as `_files` keeps it. Its `_id` rises with time. */
export interface FileEntry {
  readonly _id: string;
  readonly _version: number;
  /** As it was called where it came from, cleaned. */
  readonly name: string;
  /** Where it is read, under /api/files: what a File field holds. */
  readonly path: string;
  /** Extension in small letters; "" for none. */
  readonly extension: string;
  /** Bytes; while it is arriving, as announced. */
  readonly size: number;
  /** SHA-256 of the content in hex; "" while it is arriving. */
  readonly digest: string;
  readonly uploaded_by: string;
  /** ISO time. */
  readonly uploaded_at: string;
  /** `arriving`: nobody sees it yet. `going`: nobody sees it any more. */
  readonly state: 'arriving' | 'ready' | 'going';
  /** Epoch milliseconds; null: a record holds it. */
  readonly due: number | null;
}

/** A field of a record that holds a file or held it. Module and field by their stable ids. */
export interface FileLink {
  readonly _id: string;
  readonly _version: number;
  readonly file: string;
  readonly module: string;
  readonly record: string;
  readonly field: string;
  /** Null: the record holds the file now. Else epoch milliseconds until which undoing may need it. */
  readonly until: number | null;
}

/** There is one link for a file in a field of a record, whenever it was put there. */
export function fileLinkId(link: Pick<FileLink, 'file' | 'module' | 'record' | 'field'>): string {
  return `${link.file}:${link.module}:${link.record}:${link.field}`;
}

/** The keys that a file is written with. */
export function fileKeysOf({ due, uploaded_by: by }: Pick<FileEntry, 'due' | 'uploaded_by'>): { readonly [id: string]: string | number | undefined } {
  return due === null ? {} : { due, by };
}

/** The keys that a link is written with. */
export function fileLinkKeysOf({ file, until }: Pick<FileLink, 'file' | 'until'>): { readonly [id: string]: string | number | undefined } {
  return { file, until: until ?? undefined };
}

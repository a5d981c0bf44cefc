import { Readable } from 'node:stream';
import { SYSTEM_ACTOR, type Actor } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import type { Files, ReadableFile } from '../files/index.ts';
import type { RecordOperations } from '../records/index.ts';

const MIB = 1_048_576;
const DEFAULT_READ_BYTES = 20 * MIB;
const MAX_READ_BYTES = 100 * MIB;

/** A file: the value of a File field; or the module, the id and the field of the record that has it. */
export type PluginFileSource = string | { readonly module: string; readonly id: string; readonly field: string };

/** A stored file. */
export interface PluginFile {
  /** The value of a File field. */
  readonly path: string;
  /** The display name. */
  readonly filename: string;
  /** Bytes. */
  readonly size: number;
  /** The content type that it is served with. */
  readonly type: string;
}

/** A file to store. */
export interface PluginFileInput {
  /** The display name; its extension decides whether the upload rules accept it. */
  readonly name: string;
  /** Its content: a text, bytes, or parts of them as they are made. */
  readonly content: string | Uint8Array | AsyncIterable<Uint8Array>;
  /** A folder with rules of its own, such as 'user-manuals'. */
  readonly folder?: string;
}

/** Uploaded files, with the rights of the context's actor; those of a start are the product's. */
export interface PluginFiles {
  /**
   * Reads a whole file of at most `maxBytes`, 20 MiB by default and 100 MiB at most.
   * @throws `file_not_found`, also for a file that the actor may not see and for an empty field; `file_too_large`; those of
   * `records.get` for the file of a record; errors of the store.
   */
  read(source: PluginFileSource, options?: { readonly maxBytes?: number }): Promise<PluginFile & { readonly content: Buffer }>;
  /**
   * Opens a file of any size as a stream, such as for a download. The caller reads it to its end or destroys it.
   * @throws those of `read` except `file_too_large`.
   */
  open(source: PluginFileSource): Promise<PluginFile & { readonly content: Readable }>;
  /**
   * Opens a stored file with the rights of the product: for a handler that has checked itself that the caller may read it. With `preview`,
   * a WebP picture of at most 192 by 192 pixels in its place, of a picture or of the first page of a PDF.
   * @throws `file_not_found`, also if there is no preview; `overloaded`, errors of the store.
   */
  openAsProduct(path: string, options?: { readonly preview?: boolean }): Promise<PluginFile & { readonly content: Readable }>;
  /**
   * Stores a file by the rules of uploads: size, kinds, contents, and files that no record has yet. Save its `path` in a File field: a file
   * that is in no record after a day is removed.
   * @throws `upload_not_allowed`, `file_kind_refused`, `file_too_large`, `file_empty`, `file_content_mismatch`, `too_many_uploads`;
   * `body_invalid` for a folder with a wrong name; `overloaded`, errors of the store, those of reading the content.
   */
  store(input: PluginFileInput): Promise<PluginFile>;
  /**
   * Merges at most 100 PDF files and images of together at most 100 MB into one PDF of US Letter pages, in the order of their paths, and
   * stores it as `store` does: as '{title}_merged_{count}.pdf', or '{title}.pdf' of one file.
   * @throws those of `store`; `too_many_ids`; `file_not_found`, also for a file that the actor may not see; `file_not_mergeable` for another
   * kind, and for one that is damaged or needs a password; `merge_too_large`, also above 2,000 pages and after two minutes; `overloaded`.
   */
  merge(input: { readonly paths: readonly string[]; readonly title: string }): Promise<PluginFile>;
}

/** What the files of plugins need. */
export interface PluginFileServices {
  readonly files: Pick<Files, 'read' | 'upload' | 'merge'>;
  readonly records: Pick<RecordOperations, 'get'>;
}

/** Creates the files of a handler that runs for an actor. */
export function createPluginFiles({ files, records }: PluginFileServices, actor: Actor): PluginFiles {
  const find = async (source: PluginFileSource): Promise<ReadableFile> => {
    if (typeof source === 'string') return files.read(actor, source);
    const { module, id, field } = source;
    const path = (await records.get(actor, { module, id }))[field];
    if (typeof path !== 'string') throw new MusterError('file_not_found');
    return files.read(actor, path);
  };
  return {
    async read(source, { maxBytes = DEFAULT_READ_BYTES } = {}) {
      const file = await find(source);
      const limit = Math.min(maxBytes, MAX_READ_BYTES);
      if (file.size > limit) throw new MusterError('file_too_large', { values: { name: file.filename, limit: `${limit} bytes` } });
      const chunks: Buffer[] = [];
      for await (const chunk of (await file.open()) as AsyncIterable<Buffer>) chunks.push(chunk);
      return { ...describe(file), content: Buffer.concat(chunks) };
    },
    async open(source) {
      const file = await find(source);
      return { ...describe(file), content: await file.open() };
    },
    async openAsProduct(path, { preview = false } = {}) {
      const file = await files.read(SYSTEM_ACTOR, path);
      if (!preview) return { ...describe(file), content: await file.open() };
      const picture = await file.thumbnail();
      if (picture === undefined) throw new MusterError('file_not_found');
      return { ...describe(file), type: 'image/webp', size: picture.length, content: Readable.from([picture]) };
    },
    merge: async ({ paths, title }) => describe(await files.merge(actor, { paths, title })),
    store: async ({ name, content, folder }) => describe(await files.upload(actor, { name, content: toChunks(content), folder })),
  };
}

function describe({ path, filename, size, type }: PluginFile): PluginFile {
  return { path, filename, size, type };
}

async function* toChunks(content: PluginFileInput['content']): AsyncIterable<Uint8Array> {
  if (typeof content === 'string') yield Buffer.from(content);
  else if (content instanceof Uint8Array) yield content;
  else yield* content;
}

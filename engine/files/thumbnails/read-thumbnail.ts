import { buffer } from 'node:stream/consumers';
import { MusterError } from '../../errors/index.ts';
import { FILES_COLLECTION, type FileEntry } from '../../records/index.ts';
import type { FileContext } from '../file-context.ts';
import { THUMBNAIL_EXTENSIONS, type ThumbnailTask } from './contract.ts';
import { makeThumbnail } from './make-thumbnail.ts';

/** Larger files get no thumbnail. */
const MAX_BYTES = 50 * 1_048_576;

/** Thumbnails that are being made in this process, by file. */
const running = new Map<string, Promise<Buffer | undefined>>();

/** Whether a file can have a thumbnail, by its name and size. */
export function mayHaveThumbnail({ extension, size }: Pick<FileEntry, 'extension' | 'size'>): boolean {
  return THUMBNAIL_EXTENSIONS.has(extension) && size <= MAX_BYTES;
}

/**
 * The id of the content of a file's thumbnail: that of the file with another version digit. So it needs no entry of its own, and whoever
 * removes the file knows what else to remove.
 */
export function thumbnailIdOf(fileId: string): string {
  return `${fileId.slice(0, 14)}8${fileId.slice(15)}`;
}

/**
 * The thumbnail of a file, made at the first request and stored. Undefined for what is no picture or PDF, is too large or cannot be drawn. The
 * caller has checked that the actor may read the file. Errors: `overloaded`, those of the files port.
 */
export async function readThumbnail(services: FileContext, entry: FileEntry): Promise<Buffer | undefined> {
  if (!mayHaveThumbnail(entry)) return undefined;
  const stored = await readStored(services, entry);
  if (stored !== undefined) return stored.length === 0 ? undefined : stored;
  const key = `${services.contents.location}:${entry._id}`;
  const made = running.get(key) ?? makeAndStore(services, entry).finally(() => running.delete(key));
  running.set(key, made);
  return made;
}

/** Empty for a file that has none. */
async function readStored({ contents }: FileContext, { _id }: FileEntry): Promise<Buffer | undefined> {
  try {
    return await buffer(await contents.open(thumbnailIdOf(_id)));
  } catch (error) {
    if (error instanceof MusterError && error.code === 'file_not_found') return undefined;
    throw error;
  }
}

async function makeAndStore(services: FileContext, entry: FileEntry): Promise<Buffer | undefined> {
  const made = await makeThumbnail(() => readSource(services, entry));
  await storeThumbnail(services, entry, made);
  return made === undefined ? undefined : Buffer.from(made);
}

async function readSource({ contents }: FileContext, { _id, extension }: FileEntry): Promise<ThumbnailTask> {
  return { content: Uint8Array.from(await buffer(await contents.open(_id))), extension };
}

/** A thumbnail that could not be stored is made again at the next request. */
async function storeThumbnail({ contents, store, log }: FileContext, entry: FileEntry, made: Uint8Array | undefined): Promise<void> {
  const id = thumbnailIdOf(entry._id);
  try {
    await contents.put(id, piecesOf(made));
    // The file may have been removed in the meantime: then nobody else would remove its thumbnail.
    const [stored] = await store.get(FILES_COLLECTION.name, [entry._id]);
    if ((stored?.document as unknown as FileEntry | undefined)?.state !== 'ready') await contents.remove(id);
  } catch (error) {
    // Another process stores the same one, or what an interrupted one left is in the way.
    await contents.remove(id).catch(() => undefined);
    log.warn({ file: entry._id, code: error instanceof MusterError ? error.code : undefined }, 'a thumbnail could not be stored');
  }
}

async function* piecesOf(made: Uint8Array | undefined): AsyncGenerator<Uint8Array> {
  if (made !== undefined) yield made;
}

import { Readable } from 'node:stream';
import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry, type ZipFile } from 'yauzl';
import { createFileError, createWorkbookError } from '../limits.ts';
import type { ContentSource } from './source.ts';

/** A file in an archive. */
export interface ArchiveEntry {
  /** Its bytes, as a stream. Errors: `import_file_invalid` for more than `limit` bytes, and for a damaged archive. */
  unpack(limit: number): AsyncGenerator<Buffer>;
}

/** Files of an archive: a large workbook has a few hundred. */
const MAX_ENTRIES = 10_000;

/** The files of a ZIP archive by name. Errors: `import_file_invalid`. */
export async function openArchive(source: ContentSource): Promise<ReadonlyMap<string, ArchiveEntry>> {
  const reader = new ContentReader(source);
  const entries = new Map<string, ArchiveEntry>();
  try {
    const archive = await fromRandomAccessReaderPromise(reader, source.size, { autoClose: false });
    if (archive.entryCount > MAX_ENTRIES) throw createFileError('it has more parts than a workbook can have');
    for await (const entry of archive.eachEntry()) {
      if (entry.isEncrypted()) throw createFileError('it is protected by a password');
      entries.set(entry.fileName, { unpack: (limit) => unpackEntry(reader, archive, entry, limit) });
    }
  } catch (error) {
    throw reader.toError(error);
  }
  return entries;
}

/** The archive says how many bytes an entry has; a stream that has more or fewer ends with an error of yauzl. */
async function* unpackEntry(reader: ContentReader, archive: ZipFile, entry: Entry, limit: number): AsyncGenerator<Buffer> {
  if (entry.uncompressedSize > limit) throw createFileError('it would be too large when it is unpacked');
  try {
    for await (const piece of await archive.openReadStreamPromise(entry)) yield piece as Buffer;
  } catch (error) {
    throw reader.toError(error);
  }
}

/** Reads parts of a content for yauzl, and tells errors of the content from those of the archive. */
class ContentReader extends RandomAccessReader {
  readonly #source: ContentSource;
  #failure: unknown;

  constructor(source: ContentSource) {
    super();
    this.#source = source;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#read(start, end - 1), { objectMode: false });
  }

  async *#read(start: number, end: number): AsyncGenerator<Uint8Array> {
    try {
      yield* await this.#source.open({ start, end });
    } catch (error) {
      this.#failure = error;
      throw error;
    }
  }

  toError(error: unknown): unknown {
    return this.#failure ?? createWorkbookError(error);
  }
}

import { pipeline, Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { MusterError } from '../../errors/index.ts';
import { createFileError } from '../limits.ts';
import { readBytes, type ContentSource } from './source.ts';

/** A file in an archive. */
export interface ArchiveEntry {
  readonly name: string;
  /** Bytes as they are stored. */
  readonly packed: number;
  readonly isPacked: boolean;
  /** Where its own header begins. */
  readonly offset: number;
}

/** The end of an archive: its record, and a comment of at most 65,535 bytes. */
const END_BYTES = 22;
const MAX_COMMENT = 65_535;
const END_SIGNATURE = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
const ENTRY_SIGNATURE = 0x02014b50;
const HEADER_SIGNATURE = 0x04034b50;
const ENTRY_BYTES = 46;
const HEADER_BYTES = 30;

/** Bytes of the list of entries: that of a large workbook is below 100 KB. */
const MAX_LIST_BYTES = 4 * 1_048_576;

/**
 * The files of a ZIP archive by name, from the list at its end: only this list says where they are, whatever their own headers say.
 * Errors: `import_file_invalid`.
 */
export async function listEntries(source: ContentSource): Promise<ReadonlyMap<string, ArchiveEntry>> {
  const start = Math.max(0, source.size - END_BYTES - MAX_COMMENT);
  const tail = await readBytes(source, start, source.size - 1);
  const at = tail.lastIndexOf(END_SIGNATURE);
  if (at === -1 || at + END_BYTES > tail.length) throw damaged();
  const [bytes, offset] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
  if (bytes > MAX_LIST_BYTES || offset + bytes > source.size) throw damaged();
  const list = await readBytes(source, offset, offset + bytes - 1);
  const entries = new Map<string, ArchiveEntry>();
  for (let place = 0; place + ENTRY_BYTES <= list.length; ) {
    if (list.readUInt32LE(place) !== ENTRY_SIGNATURE) throw damaged();
    const method = list.readUInt16LE(place + 10);
    const nameBytes = list.readUInt16LE(place + 28);
    const name = list.toString('utf8', place + ENTRY_BYTES, place + ENTRY_BYTES + nameBytes);
    if ((list.readUInt16LE(place + 8) & 1) === 1) throw createFileError('it is protected by a password');
    if (method === 0 || method === 8)
      entries.set(name, { name, packed: list.readUInt32LE(place + 20), isPacked: method === 8, offset: list.readUInt32LE(place + 42) });
    place += ENTRY_BYTES + nameBytes + list.readUInt16LE(place + 30) + list.readUInt16LE(place + 32);
  }
  return entries;
}

/**
 * The unpacked bytes of a file, as a stream. What the archive says about their number is not trusted: they are counted. Errors:
 * `import_file_invalid` for more than `limit` bytes, and for a damaged archive.
 */
export async function* unpackEntry(source: ContentSource, entry: ArchiveEntry, limit: number): AsyncGenerator<Buffer> {
  const header = await readBytes(source, entry.offset, entry.offset + HEADER_BYTES - 1);
  if (header.length < HEADER_BYTES || header.readUInt32LE(0) !== HEADER_SIGNATURE) throw damaged();
  if (entry.packed === 0) return;
  const start = entry.offset + HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  const packed = Readable.from(await source.open({ start, end: start + entry.packed - 1 }), { objectMode: false });
  const output = entry.isPacked ? pipeline(packed, createInflateRaw(), () => undefined) : packed;
  let size = 0;
  try {
    for await (const piece of output) {
      size += (piece as Buffer).length;
      if (size > limit) throw createFileError('it would be too large when it is unpacked');
      yield piece as Buffer;
    }
  } catch (error) {
    throw error instanceof MusterError ? error : damaged(error);
  } finally {
    packed.destroy();
    output.destroy();
  }
}

function damaged(cause?: unknown): MusterError {
  return createFileError('it is not an Excel workbook (.xlsx), or it is damaged', cause);
}

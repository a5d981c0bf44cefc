import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file in an archive. */
export interface ZipEntry {
  readonly name: string;
  /** Its content in pieces; less than 4 GiB, as the whole archive. */
  readonly content: AsyncIterable<Buffer> | Iterable<Buffer>;
}

/** An entry that was written, for the directory at the end. */
interface WrittenEntry {
  readonly name: Buffer;
  readonly offset: number;
  readonly checksum: number;
  readonly size: number;
  readonly packedSize: number;
}

/** Bits of an entry: its sizes follow its content, and its name is UTF-8. */
const FLAGS = 0x0808;
const VERSION = 20;
const DEFLATE = 8;
/** January 1, 1980: archives need a date, and this one is the same in each. */
const DATE = 0x21;

/** A ZIP archive as a stream: neither an entry nor the archive is ever whole in memory. Packing runs in the thread pool. */
export async function* writeZip(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const written: WrittenEntry[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const head = createHead(name);
    yield head;
    const totals = { checksum: 0, size: 0, packedSize: 0 };
    for await (const piece of pack(entry.content, totals)) {
      totals.packedSize += piece.length;
      yield piece;
    }
    yield createTail(totals);
    written.push({ name, offset, ...totals });
    offset += head.length + totals.packedSize + TAIL_SIZE;
  }
  const directory = Buffer.concat(written.map(createDirectoryEntry));
  yield directory;
  yield createEnd(written.length, directory.length, offset);
}

/** The packed content. If the reader stops, the content is closed; an error of the content is one of the packed content. */
function pack(content: ZipEntry['content'], totals: { checksum: number; size: number }): AsyncIterable<Buffer> {
  async function* measure(): AsyncGenerator<Buffer> {
    for await (const piece of content) {
      totals.checksum = crc32(piece, totals.checksum);
      totals.size += piece.length;
      yield piece;
    }
  }
  return pipeline(Readable.from(measure(), { objectMode: false }), createDeflateRaw({ level: 3 }), () => undefined);
}

function createHead(name: Buffer): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  writeKind(head, 4);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

const TAIL_SIZE = 16;

function createTail({ checksum, size, packedSize }: Pick<WrittenEntry, 'checksum' | 'size' | 'packedSize'>): Buffer {
  const tail = Buffer.alloc(TAIL_SIZE);
  tail.writeUInt32LE(0x08074b50, 0);
  tail.writeUInt32LE(checksum, 4);
  tail.writeUInt32LE(packedSize, 8);
  tail.writeUInt32LE(size, 12);
  return tail;
}

function createDirectoryEntry({ name, offset, checksum, size, packedSize }: WrittenEntry): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(VERSION, 4);
  writeKind(entry, 6);
  entry.writeUInt32LE(checksum, 16);
  entry.writeUInt32LE(packedSize, 20);
  entry.writeUInt32LE(size, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt32LE(offset, 42);
  return Buffer.concat([entry, name]);
}

/** Version, flags, method, time and date, in this order. */
function writeKind(target: Buffer, at: number): void {
  target.writeUInt16LE(VERSION, at);
  target.writeUInt16LE(FLAGS, at + 2);
  target.writeUInt16LE(DEFLATE, at + 4);
  target.writeUInt16LE(0, at + 6);
  target.writeUInt16LE(DATE, at + 8);
}

function createEnd(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

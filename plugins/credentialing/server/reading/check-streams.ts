import { constants, inflateSync } from 'node:zlib';
import { UnreadableDocument } from './thread-contract.ts';

/** Bytes of one stream when it is unpacked: more than a scanned page in color at 300 dots per inch. */
const MAX_STREAM = 100 * 1_048_576;
/** Of all streams together. */
const MAX_TOTAL = 400 * 1_048_576;
/** Streams that are packed several times. */
const MOST_LAYERS = 3;
const [BEGIN, END] = [Buffer.from('stream'), Buffer.from('endstream')];

/**
 * Rejects a PDF whose packed streams become much larger when they are unpacked, before the reader unpacks them without a limit. A stream
 * that is damaged is left to the reader.
 * @throws an `UnreadableDocument` with `too_large`.
 */
export function checkStreams(content: Uint8Array): void {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  let total = 0;
  for (let at = bytes.indexOf(BEGIN); at !== -1; ) {
    const end = bytes.indexOf(END, at);
    const start = skipLineEnd(bytes, at + BEGIN.length);
    total += measure(bytes.subarray(start, end === -1 ? bytes.length : end));
    if (total > MAX_TOTAL) throw new UnreadableDocument('too_large');
    at = end === -1 ? -1 : bytes.indexOf(BEGIN, end + END.length);
  }
}

function skipLineEnd(bytes: Buffer, at: number): number {
  const afterReturn = bytes[at] === 0x0d ? at + 1 : at;
  return bytes[afterReturn] === 0x0a ? afterReturn + 1 : afterReturn;
}

/** The most bytes that a stream has in any of its layers. */
function measure(packed: Buffer, layer = 1): number {
  if (!isPacked(packed)) return packed.length;
  const unpacked = unpack(packed);
  if (unpacked === undefined) return packed.length;
  return layer < MOST_LAYERS ? Math.max(unpacked.length, measure(unpacked, layer + 1)) : unpacked.length;
}

/** Whether bytes begin like those of zlib. */
function isPacked(bytes: Buffer): boolean {
  const [method = 0, flags = 0] = bytes;
  return bytes.length > 2 && (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0;
}

function unpack(packed: Buffer): Buffer | undefined {
  try {
    return inflateSync(packed, { maxOutputLength: MAX_STREAM, finishFlush: constants.Z_SYNC_FLUSH });
  } catch (error) {
    if (error instanceof RangeError) throw new UnreadableDocument('too_large');
    return undefined;
  }
}

import type { ImportDelimiter, ImportEncoding, ImportFormat } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';

/** A content that is read in parts. */
export interface ContentSource {
  readonly size: number;
  /** Bytes from `start` to `end`, both included; all of them without a range. */
  open(range?: { readonly start: number; readonly end: number }): Promise<AsyncIterable<Uint8Array>>;
}

/** A cell as it is in the file: a text, in an Excel file also a number or a boolean, in NDJSON any value; null: empty. */
export type SourceCell = JsonValue;

/** A row of a file. */
export interface SourceRow {
  /** Its number in the file, from 1: that of the header too. */
  readonly number: number;
  readonly cells: readonly SourceCell[];
}

/** How a file is to be read; absent: as found. */
export interface ReadChoice {
  readonly encoding?: ImportEncoding | undefined;
  readonly delimiter?: ImportDelimiter | undefined;
  readonly header?: boolean | undefined;
  readonly sheet?: string | undefined;
}

/** A file that is being read. */
export interface OpenedSource {
  readonly format: ImportFormat;
  readonly encoding: ImportEncoding | null;
  readonly delimiter: ImportDelimiter | null;
  readonly sheet: string | null;
  readonly sheets: readonly string[];
  /** The rows in order, with the header; of NDJSON without one, then the names are known when all rows were read. */
  readonly rows: AsyncIterable<SourceRow>;
  /** The names of the columns of NDJSON; undefined: the first row may be a header. */
  readonly names?: readonly string[];
  /** Rows have the same number of cells. */
  readonly isEven: boolean;
}

/** All bytes of a part of a content, which is small. */
export async function readBytes(source: ContentSource, start: number, end: number): Promise<Buffer> {
  if (end < start) return Buffer.alloc(0);
  const pieces: Uint8Array[] = [];
  for await (const piece of await source.open({ start, end })) pieces.push(piece);
  return Buffer.concat(pieces);
}

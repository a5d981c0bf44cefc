import type { FilesPort } from '../../ports/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { ImportFormat } from '#engine/model/wire';
import { CHUNK_ROWS, createFileError, MAX_ROWS } from '../limits.ts';
import { isHeader } from './detect-text.ts';
import { openSource } from './open-source.ts';
import { ColumnProfiles, textOfCell, type ColumnProfile } from './profile-columns.ts';
import type { ContentSource, OpenedSource, ReadChoice, SourceCell } from './source.ts';

/** The rows of a file in one form, whatever its format is: a JSON list of number and cells a line. */
export interface StagedFile extends Pick<OpenedSource, 'format' | 'encoding' | 'delimiter' | 'sheet' | 'sheets'> {
  readonly header: boolean;
  /** Names of the columns. */
  readonly headers: readonly string[];
  readonly profiles: readonly ColumnProfile[];
  readonly rows: number;
  /** Where each chunk of rows begins, and where the last one ends, in bytes. */
  readonly offsets: readonly number[];
}

/** A row as it is staged. */
export interface StagedRow {
  readonly number: number;
  readonly cells: readonly SourceCell[];
  /** How many cells it has in the file, if that is not the number of columns. */
  readonly count: number | undefined;
}

/** What is staged, and where its rows are stored. */
export interface StageRequest {
  readonly name: string;
  /** Undefined: as found. */
  readonly format: ImportFormat | undefined;
  readonly choice: ReadChoice;
  /** Ids of the contents of the file, and of its rows. */
  readonly content: string;
  readonly staged: string;
}

/** Opens a stored content. Errors: `import_file_gone`. */
export async function openContent(contents: FilesPort, id: string): Promise<ContentSource> {
  const found = await contents.stat(id);
  if (found === undefined) throw new MusterError('import_file_gone');
  return { size: found.size, open: (range) => contents.open(id, range) as Promise<AsyncIterable<Uint8Array>> };
}

/**
 * Reads a file once and stores its rows, one chunk of them in memory, so that checks and saves read them from any row on. A text that is not
 * in the encoding that its beginning suggests is read as Windows-1252. Errors: those of the file.
 */
export async function stageFile(contents: FilesPort, request: StageRequest): Promise<StagedFile> {
  const source = await openContent(contents, request.content);
  try {
    return await stage(contents, source, request);
  } catch (error) {
    const isGuess = request.choice.encoding === undefined;
    if (!isGuess || !(error instanceof MusterError) || error.code !== 'import_encoding_wrong') throw error;
    return stage(contents, source, { ...request, choice: { ...request.choice, encoding: 'windows-1252' } });
  }
}

async function stage(contents: FilesPort, source: ContentSource, { name, format, choice, staged }: StageRequest): Promise<StagedFile> {
  const opened = await openSource(source, name, format, choice);
  const writer = new StageWriter(opened, choice.header);
  await contents.put(staged, writer.write());
  const { header, headers, profiles, rows, offsets } = writer;
  if (rows === 0) {
    await contents.remove(staged);
    throw createFileError(header ? 'it has no rows below its header' : 'it has no rows');
  }
  const { encoding, delimiter, sheet, sheets } = opened;
  return { format: opened.format, encoding, delimiter, sheet, sheets, header, headers: nameColumns(headers), profiles, rows, offsets };
}

/** Writes the rows of a file, and collects what is known about them. */
class StageWriter {
  readonly #opened: OpenedSource;
  readonly #profiles = new ColumnProfiles();
  readonly offsets: number[] = [0];
  header = false;
  headers: string[] = [];
  rows = 0;
  #isFirst = true;
  readonly #choice: boolean | undefined;

  constructor(opened: OpenedSource, header: boolean | undefined) {
    this.#opened = opened;
    this.#choice = header;
  }

  get profiles(): readonly ColumnProfile[] {
    return this.#profiles.list(this.headers.length);
  }

  async *write(): AsyncGenerator<Buffer> {
    let lines: string[] = [];
    for await (const { number, cells } of this.#opened.rows) {
      if (this.#takeHeader(cells)) continue;
      this.rows += 1;
      if (this.rows > MAX_ROWS) throw new MusterError('import_rows_many', { values: { limit: MAX_ROWS.toLocaleString('en-US') } });
      lines.push(this.#formatRow(number, cells));
      if (lines.length < CHUNK_ROWS) continue;
      yield this.#endChunk(lines);
      lines = [];
    }
    if (lines.length > 0) yield this.#endChunk(lines);
    if (this.#opened.names !== undefined) this.headers = [...this.#opened.names];
  }

  /** Whether these cells are the header. */
  #takeHeader(cells: readonly SourceCell[]): boolean {
    if (!this.#isFirst || this.#opened.names !== undefined) return false;
    this.#isFirst = false;
    this.header = this.#choice ?? isHeader(cells);
    this.headers = cells.map((cell) => (this.header ? textOfCell(cell).trim() : ''));
    return this.header;
  }

  #formatRow(number: number, cells: readonly SourceCell[]): string {
    const columns = this.headers.length;
    if (!this.#opened.isEven) while (this.headers.length < cells.length) this.headers.push('');
    else if (cells.length !== columns && !isWithin(cells, columns)) {
      const own = cells.slice(0, columns);
      this.#profiles.add(own);
      return `${JSON.stringify([number, own, cells.length])}\n`;
    }
    this.#profiles.add(cells);
    return `${JSON.stringify([number, cells])}\n`;
  }

  #endChunk(lines: readonly string[]): Buffer {
    const bytes = Buffer.from(lines.join(''));
    this.offsets.push((this.offsets.at(-1) ?? 0) + bytes.length);
    return bytes;
  }
}

/** Whether a row has more cells than columns, and these are empty: some programs end each line with a delimiter. */
function isWithin(cells: readonly SourceCell[], columns: number): boolean {
  return cells.length > columns && cells.slice(columns).every((cell) => textOfCell(cell).trim() === '');
}

function nameColumns(headers: readonly string[]): readonly string[] {
  return headers.map((header, index) => (header === '' ? `Column ${index + 1}` : header.slice(0, 200)));
}

/** The rows of a chunk. Errors: `import_file_gone`. */
export async function readChunk(
  contents: FilesPort,
  { staged, offsets }: { readonly staged: string; readonly offsets: readonly number[] },
  chunk: number,
): Promise<readonly StagedRow[]> {
  const [start, end] = [offsets[chunk], offsets[chunk + 1]];
  if (start === undefined || end === undefined) return [];
  const source = await openContent(contents, staged);
  const pieces: Uint8Array[] = [];
  for await (const piece of await source.open({ start, end: end - 1 })) pieces.push(piece);
  return Buffer.concat(pieces)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [number, cells, count] = JSON.parse(line) as [number, SourceCell[], number?];
      return { number, cells, count };
    });
}

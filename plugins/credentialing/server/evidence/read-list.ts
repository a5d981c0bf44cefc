import Papa from 'papaparse';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { ExcludedPerson } from '../../shared/evidence-exclusion.ts';
import { createRowReader, type RowReader } from '../../shared/evidence-list-rows.ts';

/** A longer text without an end of the line is no table. */
const MAX_ROW_CHARACTERS = 100_000;
/** Lines between which other work of the process has its turn. */
const LINES_AT_ONCE = 500;
/** Of 100 lines, so many may be unreadable. */
const MOST_UNREADABLE = 1;
const MAX_LINES = 1_000_000;

/** A file that is no exclusion list, for people. */
export class UnreadableList extends Error {}

/** What a list has besides the people. */
export interface ListSummary {
  readonly rows: number;
  /** Businesses, reinstated people and unreadable lines. */
  readonly skipped: number;
}

interface ReadOptions {
  /** Called for each person who is excluded. */
  readonly onPerson: (person: ExcludedPerson) => void;
  /** Called between parts, with the bytes that were read. */
  readonly onBytes: (bytes: number) => Promise<void>;
}

/**
 * Reads a CSV file of the OIG as a stream: one part of it is in memory.
 * @throws an `UnreadableList` for another file, and one with too many lines that cannot be read.
 */
export async function readList(content: AsyncIterable<Buffer>, options: ReadOptions): Promise<ListSummary> {
  const state: { read?: RowReader; rows: number; skipped: number; unreadable: number } = { rows: 0, skipped: 0, unreadable: 0 };
  const readRow = (cells: readonly string[]): void => {
    if (cells.length === 1 && cells[0]?.trim() === '') return;
    if (state.read === undefined) {
      state.read = requireReader(cells);
      return;
    }
    state.rows += 1;
    if (state.rows > MAX_LINES) throw new UnreadableList('The file has more than 1,000,000 lines.');
    const person = state.read(cells);
    if (typeof person === 'object') options.onPerson(person);
    else state.skipped += 1;
    if (person === 'unreadable') state.unreadable += 1;
  };
  await eachRow(content, readRow, options.onBytes);
  if (state.rows === 0) throw new UnreadableList('The file has no people.');
  if (state.unreadable > Math.max(1, (state.rows * MOST_UNREADABLE) / 100))
    throw new UnreadableList(`${state.unreadable.toLocaleString('en-US')} of ${state.rows.toLocaleString('en-US')} lines cannot be read.`);
  return { rows: state.rows, skipped: state.skipped };
}

function requireReader(head: readonly string[]): RowReader {
  const reader = createRowReader(head);
  if (typeof reader === 'function') return reader;
  throw new UnreadableList(`The first line of the file does not name the columns ${reader.missing.join(', ')}.`);
}

async function eachRow(
  content: AsyncIterable<Buffer>,
  readRow: (cells: readonly string[]) => void,
  onBytes: ReadOptions['onBytes'],
): Promise<void> {
  const decoder = new TextDecoder();
  let [rest, bytes] = ['', 0];
  for await (const chunk of content) {
    bytes += chunk.length;
    const text = rest + decoder.decode(chunk, { stream: true });
    const { data, cursor } = parse(text, true);
    for (const [index, cells] of data.entries()) {
      readRow(cells);
      if (index % LINES_AT_ONCE === LINES_AT_ONCE - 1) await yieldToOthers();
    }
    rest = text.slice(cursor);
    if (rest.length > MAX_ROW_CHARACTERS) throw new UnreadableList('The file is no CSV table, or a quotation mark is missing.');
    await yieldToOthers();
    await onBytes(bytes);
  }
  for (const cells of parse(rest + decoder.decode(), false).data) readRow(cells);
}

/** The rows of a text; with `isPart` without the last one, which may go on in the next part. */
function parse(text: string, isPart: boolean): { readonly data: readonly (readonly string[])[]; readonly cursor: number } {
  const { data, meta } = new Papa.Parser({ delimiter: ',', newline: '\n', quoteChar: '"' }).parse(text, 0, isPart) as {
    readonly data: readonly (readonly string[])[];
    readonly meta: { readonly cursor: number };
  };
  return { data, cursor: meta.cursor };
}

import { isUtf8 } from 'node:buffer';
import Papa from 'papaparse';
import { IMPORT_DELIMITERS, type ImportDelimiter, type ImportEncoding } from '#engine/model/wire';
import type { SourceCell } from './source.ts';

/** Bytes at the start of a file from which its encoding and delimiter are found. */
export const SAMPLE_BYTES = 65_536;

/** Rows of the sample that say what the delimiter is. */
const SAMPLE_ROWS = 30;

/** A text in UTF-16 of a Western language has this share of zero bytes in one half of its pairs. */
const ZERO_SHARE = 0.3;

/** The encoding of a text by its first bytes: that of its byte order mark, else UTF-16, UTF-8 or Windows-1252 by what is valid. */
export function detectEncoding(sample: Buffer): ImportEncoding {
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le';
  if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be';
  const pairs = Math.max(1, Math.floor(sample.length / 2));
  let [even, odd] = [0, 0];
  for (let at = 0; at + 1 < sample.length; at += 2) {
    if (sample[at] === 0) even += 1;
    if (sample[at + 1] === 0) odd += 1;
  }
  if (odd / pairs > ZERO_SHARE && even / pairs < ZERO_SHARE / 6) return 'utf-16le';
  if (even / pairs > ZERO_SHARE && odd / pairs < ZERO_SHARE / 6) return 'utf-16be';
  // The sample may end within a character.
  for (let cut = 0; cut < 4; cut += 1) if (isUtf8(sample.subarray(0, Math.max(0, sample.length - cut)))) return 'utf-8';
  return 'windows-1252';
}

/** The delimiter that gives the first rows the same number of cells. */
export function detectDelimiter(sample: string): ImportDelimiter {
  const { meta } = Papa.parse<readonly string[]>(sample, {
    preview: SAMPLE_ROWS,
    skipEmptyLines: true,
    delimitersToGuess: [...IMPORT_DELIMITERS],
  });
  return IMPORT_DELIMITERS.find((one) => one === meta.delimiter) ?? ',';
}

/** Texts that are values rather than names of columns: numbers, dates, e-mail addresses and phones. */
const VALUE = /^[\s$€£(+-]*\d[\d\s.,:/()%-]*$|^\S+@\S+\.\S+$|^\d{4}-\d\d-\d\dT/;

/** Whether a first row has the names of the columns: texts only, none of them twice, and none a value. */
export function isHeader(cells: readonly SourceCell[]): boolean {
  const names = cells.filter((cell) => cell !== null && cell !== '');
  if (names.length === 0 || names.some((cell) => typeof cell !== 'string' || VALUE.test(cell.trim()))) return false;
  // A header may have a name twice; a row of values usually has some of them several times.
  return new Set(names).size > names.length / 2;
}

import { MusterError } from '../../errors/index.ts';
import type { ImportFormat } from '#engine/model/wire';
import { createFileError } from '../limits.ts';
import { decodeText } from './decode-text.ts';
import { detectDelimiter, detectEncoding, SAMPLE_BYTES } from './detect-text.ts';
import { readCsv } from './read-csv.ts';
import { readNdjson } from './read-ndjson.ts';
import { readSheet } from './read-sheet.ts';
import { readWorkbook } from './read-workbook.ts';
import { readBytes, type ContentSource, type OpenedSource, type ReadChoice } from './source.ts';

const ARCHIVE = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
/** Files of Excel before 2007, and those with a password. */
const OLD_FILE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/**
 * Opens a file: finds its format, encoding and delimiter where they are not given. Errors: `file_empty`, `import_file_invalid`,
 * `import_encoding_wrong`; those of its rows when they are read.
 */
export async function openSource(
  source: ContentSource,
  name: string,
  format: ImportFormat | undefined,
  choice: ReadChoice,
): Promise<OpenedSource> {
  if (source.size === 0) throw new MusterError('file_empty', { values: { name } });
  const sample = await readBytes(source, 0, Math.min(source.size, SAMPLE_BYTES) - 1);
  if (sample.subarray(0, 4).equals(OLD_FILE))
    throw createFileError('it is a file of an old Excel, or has a password: save it as .xlsx without one');
  const found = format ?? detectFormat(sample, name);
  return found === 'xlsx' ? openWorkbook(source, choice) : openText(source, found, sample, choice);
}

function detectFormat(sample: Buffer, name: string): ImportFormat {
  if (sample.subarray(0, 4).equals(ARCHIVE)) return 'xlsx';
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase();
  return extension === 'ndjson' || extension === 'jsonl' ? 'ndjson' : 'csv';
}

async function openWorkbook(source: ContentSource, choice: ReadChoice): Promise<OpenedSource> {
  const workbook = await readWorkbook(source);
  const sheet = choice.sheet === undefined ? workbook.sheets[0] : workbook.sheets.find(({ name }) => name === choice.sheet);
  if (sheet === undefined) throw createFileError(`it has no sheet ${choice.sheet ?? ''}`);
  return {
    format: 'xlsx',
    encoding: null,
    delimiter: null,
    sheet: sheet.name,
    sheets: workbook.sheets.map(({ name }) => name),
    rows: readSheet(workbook, sheet),
    isEven: false,
  };
}

async function openText(source: ContentSource, format: 'csv' | 'ndjson', sample: Buffer, choice: ReadChoice): Promise<OpenedSource> {
  const encoding = choice.encoding ?? detectEncoding(sample);
  const texts = decodeText(await source.open(), encoding);
  const base = { format, encoding, sheet: null, sheets: [] } as const;
  if (format === 'ndjson') {
    const names: string[] = [];
    return { ...base, delimiter: null, rows: readNdjson(texts, names), names, isEven: false };
  }
  const delimiter = choice.delimiter ?? detectDelimiter(new TextDecoder(encoding).decode(sample));
  return { ...base, delimiter, rows: readCsv(texts, delimiter), isEven: true };
}

import { IMPORT_MAX_BYTES } from '#engine/model/wire';
import { MusterError } from '../errors/index.ts';

/** Bytes of a file that can be imported. */
export const MAX_FILE_BYTES = IMPORT_MAX_BYTES;

export const MAX_COLUMNS = 1_000;

/** Rows of a file, without those that are empty. */
export const MAX_ROWS = 200_000;

/** Rows that are read, checked and saved together: few enough that other requests do not wait. */
export const CHUNK_ROWS = 250;

/** Characters of a row; one that is longer has a quote that is never closed. */
export const MAX_ROW_CHARACTERS = 1_048_576;

/** Bytes of the unpacked parts of an Excel file: the texts of all cells, which are in memory, and a sheet, which is not. */
export const MAX_TEXTS_BYTES = 128 * 1_048_576;
export const MAX_SHEET_BYTES = 512 * 1_048_576;

/** Texts that cells share, and rows of a sheet with those that are empty: more than these are no workbook of Excel. */
export const MAX_TEXTS = 2_000_000;
export const MAX_SHEET_ROWS = 1_048_576;

/** Imports of a user that have not ended. */
export const MAX_OPEN_IMPORTS = 20;

/** How long an import is stored, with its file. */
export const IMPORT_RETENTION = 30 * 86_400_000;

/** The error for a file that is no file of its format. */
export function createFileError(reason: string, cause?: unknown): MusterError {
  return new MusterError('import_file_invalid', { values: { reason }, ...(cause === undefined ? {} : { cause }) });
}

/** The error for a workbook whose archive or XML cannot be read. */
export function createWorkbookError(cause: unknown): MusterError {
  return cause instanceof MusterError ? cause : createFileError('it is not an Excel workbook (.xlsx), or it is damaged', cause);
}

/** The error for too many columns. */
export function createColumnsError(count: number): MusterError {
  return new MusterError('import_columns_many', {
    values: { count: count.toLocaleString('en-US'), limit: MAX_COLUMNS.toLocaleString('en-US') },
  });
}

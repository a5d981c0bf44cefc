export {
  createExportFile,
  EXPORT_CONTENT_TYPES,
  EXPORT_FORMATS,
  EXPORT_VALUES,
  type ExportFile,
  type ExportFileOptions,
  type ExportFormat,
  type ExportValues,
} from './create-export-file.ts';
export { formatDay } from './cell.ts';
export { writeCsv } from './csv.ts';
export { displayText, type DisplayContext } from './display-value.ts';
export { maxSheetRecords, writeWorkbook } from './xlsx/write-workbook.ts';

export {
  createExportFile,
  EXPORT_CONTENT_TYPES,
  EXPORT_FORMATS,
  EXPORT_VALUES,
  nameExportFile,
  type ExportFile,
  type ExportFileOptions,
  type ExportFormat,
  type ExportValues,
} from './create-export-file.ts';
export { createTableFile, type TableFileInput, type TableFormat } from './create-table-file.ts';
export { formatDay, type Cell } from './cell.ts';
export { writeCsv } from './csv.ts';
export { displayText, displayValue, type DisplayContext } from './display-value.ts';
export { maxSheetRecords } from './xlsx/write-workbook.ts';

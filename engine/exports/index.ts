export {
  createExportFile,
  EXPORT_FORMATS,
  EXPORT_VALUES,
  type ExportFile,
  type ExportFileOptions,
  type ExportFormat,
  type ExportValues,
} from './create-export-file.ts';
export { formatCsvLine } from './csv.ts';
export { displayText, type DisplayContext } from './display-value.ts';
export { maxSheetRecords } from './xlsx/write-workbook.ts';

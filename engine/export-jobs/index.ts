export type { ExportJobInput, ExportJobOperations, ExportJobs } from './contract.ts';
export { createExportJobs } from './create-export-jobs.ts';
export { EXPORTS_COLLECTION } from './stored-export.ts';

export { joinFilters } from './contract.ts';
export type * from './contract.ts';
export type * from './reader-contract.ts';
export { createReportReader } from './create-report-reader.ts';
export { readFigures, type ReportServices } from './read-figures.ts';

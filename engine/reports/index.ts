export { joinFilters } from './contract.ts';
export type * from './contract.ts';
export { readFigures, type ReportServices } from './read-figures.ts';

import { readFigures, type ReportServices } from './read-figures.ts';
import type { Reports } from './contract.ts';

export { joinFilters } from './contract.ts';
export type * from './contract.ts';
export type { ReportServices } from './read-figures.ts';

/** Creates the figures of reports. */
export function createReports(services: ReportServices): Reports {
  return { figures: (actor, input) => readFigures(services, actor, input) };
}

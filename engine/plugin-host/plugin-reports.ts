import { MusterError } from '../errors/index.ts';
import { createReportReader, type ReportReader, type ReportReaderServices } from '../reports/index.ts';
import { guardMethods } from './revocable-records.ts';
import type { HandlerRef } from './uncaught-errors.ts';

/**
 * Figures and lists for reports that a handler can read until its deadline; its records are read as the services say. Nothing is made before
 * it is used: most hooks read no reports.
 */
export function createRevocableReports(
  services: () => ReportReaderServices,
  owner: HandlerRef,
): { readonly reports: ReportReader; readonly revoke: () => void } {
  const { plugin } = owner;
  let isOver = false;
  const refusal = (): MusterError | undefined =>
    isOver ? new MusterError('plugin_timeout', { values: { plugin }, data: { plugin } }) : undefined;
  const open = (): ReportReader => createReportReader(services());
  const reader: ReportReader = {
    figures: (actor, input) => open().figures(actor, input),
    list: (actor, input) => open().list(actor, input),
    sources: (actor) => open().sources(actor),
    source: (actor, module) => open().source(actor, module),
    estimate: (actor, input) => open().estimate(actor, input),
    exportList: (actor, input) => open().exportList(actor, input),
    exportFigures: (actor, input) => open().exportFigures(actor, input),
  };
  return { reports: guardMethods(reader, { refusal, checks: undefined, owner }), revoke: () => void (isOver = true) };
}

import type { PluginContext, PreSaveContext, ReportSource } from '#engine';
import type { StoredFigure } from '../../shared/stored-report.ts';
import { describeFigureProblem, describeGroupProblem } from '../figures/resolve-parts.ts';

/** The context of the checks before a save. */
export type CheckContext = PreSaveContext & Pick<PluginContext, 'reports'>;

/** A field of the form that cannot be saved, with the reason. */
export interface Problem {
  readonly field: string;
  readonly message: string;
}

/** A problem at a field of the form, as a sentence; none without a reason. */
export function toProblems(field: string, reason: string | undefined): readonly Problem[] {
  return reason === undefined ? [] : [{ field, message: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.` }];
}

/** The groups that were added and cannot be used. */
export function checkGroups(source: ReportSource, field: string, names: readonly string[], before: readonly string[]): readonly Problem[] {
  return names.filter((name) => !before.includes(name)).flatMap((name) => toProblems(field, describeGroupProblem(source.field(name))));
}

/** The figures that were added and cannot be used. */
export function checkFigures(
  source: ReportSource,
  field: string,
  figures: readonly StoredFigure[],
  before: readonly StoredFigure[],
): readonly Problem[] {
  const isNew = (figure: StoredFigure): boolean => !before.some((one) => one.kind === figure.kind && one.field === figure.field);
  return figures.filter(isNew).flatMap((figure) => {
    const named = figure.field === undefined ? undefined : source.field(figure.field);
    return toProblems(field, describeFigureProblem(figure, named));
  });
}

/** Ends the save with all problems, each at its field. */
export function refuseProblems({ refuse }: Pick<CheckContext, 'refuse'>, code: string, problems: readonly Problem[]): void {
  const [first] = problems;
  if (first === undefined) return;
  const details = [...new Map(problems.map((problem) => [`${problem.field} ${problem.message}`, { ...problem, code }])).values()];
  refuse(code, { message: first.message, details });
}

/** The module of a report. Refuses one that the user may not use, or that is left out of reports, at a field of the form. */
export async function findSource(context: CheckContext, module: string, field: string): Promise<ReportSource> {
  const source = await context.reports.source(context.actor, module).catch((error: unknown) => {
    if (isUnknownModule(error)) return undefined;
    throw error;
  });
  if (source?.isAllowed === true) return source;
  const message = source === undefined ? 'There is no such module, or you have no access to it.' : `Reports cannot use ${source.label}.`;
  return context.refuse('report_source_refused', { message, details: [{ field, code: 'report_source_refused', message }] });
}

function isUnknownModule(error: unknown): boolean {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return code === 'module_not_found' || code === 'module_access_denied';
}

import { createHash } from 'node:crypto';
import type { PluginRouteContext } from '#engine';
import type { FigureData } from '#engine/model';
import type { SnapshotFigures } from '../../shared/snapshot.ts';
import type { StoredReport } from '../../shared/stored-report.ts';
import { openReport, readFigures } from './read-data.ts';
import type { ResolvedFigures, ResolvedReport } from './resolve-report.ts';

/** Groups that a snapshot stores. */
const MOST_GROUPS = 50;

type SnapshotContext = Pick<PluginRouteContext, 'reports' | 'actor' | 'clock' | 'refuse'>;

/** A report whose figures can be stored, as one reader can have it. */
export interface SnapshotSource {
  readonly resolved: ResolvedReport;
  readonly figures: ResolvedFigures;
  /** Equal as long as the report is not changed, for readers who may use the same parts of it. */
  readonly definitionKey: string;
  readonly reach: SnapshotFigures['reach'];
}

/**
 * What of a report is stored: its measures, in all and for the values of the first field that it groups by. Periods are not, because each day
 * has its own. Undefined: the report lists records. Errors: those of `openReport`.
 */
export async function openSnapshotSource(context: SnapshotContext, report: StoredReport): Promise<SnapshotSource | undefined> {
  const resolved = await openReport(context, { report, chart: undefined, options: {} });
  const { source, filter, problems } = resolved;
  if (resolved.figures === undefined) return undefined;
  const { by, measures } = resolved.figures;
  const first = by.slice(0, 1).filter(({ unit }) => unit === undefined);
  // The stored names: a field that is renamed is the same one.
  const definition = [report.module, report.filter, report.groups.names[0] ?? '', report.figures, problems];
  return {
    resolved,
    figures: { by: first, measures, sort: undefined, limit: first.length === 0 ? undefined : MOST_GROUPS, others: false },
    definitionKey: createHash('sha256').update(JSON.stringify(definition)).digest('base64url'),
    reach: source.reach({ filter, groups: first.map(({ field }) => field) }),
  };
}

/** The figures as they are stored, and the number of records. */
export async function takeSnapshot(
  context: SnapshotContext,
  { resolved, figures, reach }: SnapshotSource,
): Promise<{ readonly figures: SnapshotFigures; readonly records: number }> {
  const { figures: read, total } = await readFigures(context, resolved, figures);
  return { figures: { ...toSnapshot(read), reach }, records: total };
}

function toSnapshot({ steps: [step], measures, rows, total }: FigureData): Omit<SnapshotFigures, 'reach'> {
  return {
    measures,
    total,
    step: step === undefined ? null : { field: step.field, label: step.label },
    groups: rows.flatMap(({ at, values }) => {
      const group = step?.groups[at[0] ?? -1];
      if (group === undefined) return [];
      const { kind, key, label, hue } = group;
      return [{ kind, key, label, ...(hue === undefined ? {} : { hue }), values }];
    }),
  };
}

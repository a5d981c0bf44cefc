import { SYSTEM_ACTOR, type PluginRouteContext } from '#engine';
import type { FigureData } from '#engine/model';
import type { TrendData } from '../../shared/contract.ts';
import { covers, readSnapshot, type SnapshotGroup, type StoredSnapshot } from '../../shared/snapshot.ts';
import type { Stored } from '../../shared/stored-report.ts';
import type { SnapshotSource } from './take-snapshot.ts';

/** Lines of a trend by groups: more are not told apart. */
const MOST_LINES = 8;
/** Days of a trend. */
export const MOST_DAYS = 732;

/** Which snapshots are read, and what of them. */
export interface TrendRequest {
  readonly report: string;
  /** Days, both included. */
  readonly from: string;
  readonly to: string;
  /** Name of a measure; undefined: the first one. */
  readonly measure: string | undefined;
  /** A line for each of the largest groups, instead of one for all records. */
  readonly isSplit: boolean;
  /** The report as the reader can have it. Undefined: it has no figures. */
  readonly source: SnapshotSource | undefined;
}

/** The trend of a report, of the snapshots that the reader may see. */
export async function readTrend({ records }: Pick<PluginRouteContext, 'records'>, request: TrendRequest): Promise<TrendData> {
  const { report, from, to, source } = request;
  // The caller may see the report. Which days is decided below.
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: 'reportSnapshots',
    filter: { report: { equals: report }, day: { range: { gte: from, lte: to } } },
    sort: [{ sortField: 'day', sortOrder: 'asc' }],
    limit: MOST_DAYS,
    totalLimit: 1,
  });
  const all = (data as readonly Stored[]).flatMap((record) => readSnapshot(record) ?? []);
  const shown = all.filter(({ definitionKey, figures }) => source?.definitionKey === definitionKey && covers(source.reach, figures));
  const last = shown.at(-1);
  const measures = (last?.figures.measures ?? []).map(({ name, label }) => ({ name, label }));
  const measure = measures.find(({ name }) => name === request.measure)?.name ?? measures[0]?.name ?? null;
  return {
    figures: last === undefined || measure === null ? null : toFigures(shown, last, measure, request.isSplit),
    measures,
    measure,
    group: last?.figures.step?.label ?? null,
    days: shown.length,
    hidden: all.length - shown.length,
    since: shown[0]?.day ?? null,
  };
}

function toFigures(days: readonly StoredSnapshot[], last: StoredSnapshot, measure: string, isSplit: boolean): FigureData {
  const { measures, total, step, groups } = last.figures;
  const lines = isSplit && step !== null ? findLargest(groups, measure) : [];
  const places = new Map(lines.map((group, at) => [keyOf(group), at]));
  const rows = days.flatMap(({ figures }, at): FigureData['rows'] =>
    lines.length === 0
      ? [{ at: [at], values: figures.total }]
      : figures.groups.flatMap((group) => {
          const line = places.get(keyOf(group));
          return line === undefined ? [] : [{ at: [at, line], values: group.values }];
        }),
  );
  return {
    steps: [
      { field: 'day', label: 'Day', unit: 'day', groups: days.map(({ day }) => ({ kind: 'value', key: day, label: day, filter: {} })) },
      ...(lines.length === 0 || step === null ? [] : [{ ...step, groups: lines.map(toGroup) }]),
    ],
    // The figures of several days cannot be added, as averages cannot.
    measures: measures.filter(({ name }) => name === measure).map((one) => ({ ...one, kind: 'avg' })),
    rows,
    total,
    isComplete: lines.length === 0 || lines.length === groups.length,
  };
}

/** The groups with the largest values, in the order in which the report has them. */
function findLargest(groups: readonly SnapshotGroup[], measure: string): readonly SnapshotGroup[] {
  const sizes = groups.map(({ values }) => Math.abs(values[measure] ?? 0)).sort((one, other) => other - one);
  const least = sizes[MOST_LINES - 1] ?? 0;
  return groups.filter(({ values }) => Math.abs(values[measure] ?? 0) >= least).slice(0, MOST_LINES);
}

function keyOf({ kind, key }: SnapshotGroup): string {
  return `${kind} ${typeof key} ${key ?? ''}`;
}

/** Without a filter: the records of another day cannot be listed. */
function toGroup({ kind, key, label, hue }: SnapshotGroup): FigureData['steps'][number]['groups'][number] {
  return { kind, key, label, ...(hue === undefined ? {} : { hue }), filter: {} };
}

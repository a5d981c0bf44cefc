import type { CompiledModule } from '#engine/model/compiled';
import { allOf, type FilterNode } from '#engine/model/filter';
import { MusterError } from '../../../errors/index.ts';
import type { StorePort } from '../../../ports/index.ts';
import { readStoredDocument } from '../../../records/index.ts';
import type { DefinitionSnapshot } from '../../../registry/index.ts';
import { readRun, RUN_KEYS, RUNS_COLLECTION, type RunStatus, type StoredRun } from './stored-run.ts';

const HOUR = 3_600_000;
const DEFAULT_RUNS_PER_HOUR = 100;
/** Runs that wait for the same record to be saved; later ones are found after the first have ended. */
const MAX_WAITING = 100;

/** How many runs of workflows a record may have in an hour: the setting `workflow_runs_per_hour`. */
export function runsPerHourOf({ settings }: DefinitionSnapshot): number {
  const value = settings.get('workflow_runs_per_hour')?.setting;
  return typeof value === 'number' && value > 0 ? value : DEFAULT_RUNS_PER_HOUR;
}

/** The hour of a time, as a number that rises by one each hour. */
export function hourOf(at: number): number {
  return Math.floor(at / HOUR);
}

/** The number of runs of a record in the hour before a time, at most `limit`. */
export async function countRecentRuns(store: StorePort, record: string, at: number, limit: number): Promise<number> {
  const filter = allOf([equals('record', record), { kind: 'range', key: RUN_KEYS.at, gt: at - HOUR }]);
  return (await store.count({ collection: RUNS_COLLECTION.name, filter }, { totalLimit: limit })).total;
}

/** Ids of the runs of a record that wait until a condition holds. */
export async function findWaitingForSave(store: StorePort, { keyName }: CompiledModule, id: string): Promise<readonly string[]> {
  const filter = allOf([equals('record', `${keyName}:${id}`), equals('status', 'waiting')]);
  const found = await store.find({ collection: RUNS_COLLECTION.name, filter, sort: [], limit: MAX_WAITING });
  return found.filter(({ document }) => readRun(document).on_save === 1).map(({ document }) => document._id);
}

/** One run; undefined: there is none. */
export async function findRun(store: StorePort, id: string): Promise<StoredRun | undefined> {
  const found = await readStoredDocument(store, RUNS_COLLECTION, id);
  return found === undefined ? undefined : readRun(found);
}

/** One run. Errors: `workflow_run_not_found`. */
export async function requireRun(store: StorePort, id: string): Promise<StoredRun> {
  const run = await findRun(store, id);
  if (run === undefined) throw new MusterError('workflow_run_not_found');
  return run;
}

/** Which runs to list. */
export interface RunsQuery {
  readonly workflow?: string | undefined;
  readonly status?: RunStatus | undefined;
  /** `module:id` with the name that keys have for the module. */
  readonly record?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** A page of runs, the newest first. */
export async function pageRuns(
  store: StorePort,
  query: RunsQuery,
): Promise<{ readonly runs: readonly StoredRun[]; readonly total: number }> {
  const { records, total } = await store.page({
    collection: RUNS_COLLECTION.name,
    filter: allOf(
      (['workflow', 'status', 'record'] as const).flatMap((name) => {
        const value = query[name];
        return value === undefined ? [] : [equals(name, value)];
      }),
    ),
    sort: [{ kind: 'key', key: RUN_KEYS.at, descending: true }],
    offset: query.offset,
    limit: query.limit,
  });
  return { runs: records.map(({ document }) => readRun(document)), total };
}

/** When the last run of a workflow began, in epoch milliseconds; undefined: it has none. */
export async function findLastRun(store: StorePort, workflow: string): Promise<number | undefined> {
  const sort = [{ kind: 'key', key: RUN_KEYS.at, descending: true }] as const;
  const [last] = await store.find({ collection: RUNS_COLLECTION.name, filter: equals('workflow', workflow), sort, limit: 1 });
  return last === undefined ? undefined : readRun(last.document).at;
}

function equals(key: 'record' | 'workflow' | 'status', value: string): FilterNode {
  return { kind: 'equals', key: RUN_KEYS[key], values: [value] };
}

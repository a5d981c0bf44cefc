// `npm run bench:workflows`: evaluations of conditions that do not match, saves with ten matching workflows, and times that are due at once;
// see README.md in this folder.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { PluginManifest } from '#engine';
import type { WorkflowDefinition } from '#engine/model/definitions';
import type { RecordDocument } from '#engine/model/values';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { composeApplication, readConfiguration, tuneHeap, type Application } from '../../engine/application/index.ts';
import { matchSave } from '../../engine/automation/workflows/matching/match-save.ts';
import { RUN_KEYS, RUNS_COLLECTION } from '../../engine/automation/workflows/runs/stored-run.ts';
import type { PreparedSave } from '../../engine/records/index.ts';
import { median } from './load.ts';

const EVALUATIONS_TARGET = 10_000;
const RATIO_TARGET = 2;
const DAY = 86_400_000;
const WORKSHOP = fileURLToPath(new URL('../fixtures/workshop', import.meta.url));
const SILENT_LOG = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: console.error };
const time = { offset: 0 };
const CLOCK = { now: () => Date.now() + time.offset };

interface Options {
  readonly evaluations: number;
  readonly saves: number;
  readonly records: number;
}

function makeWorkflow(id: string, more: Partial<WorkflowDefinition>): WorkflowDefinition {
  return { id, name: id, module: 'tools', active: true, executionOccurs: 'save', ...more };
}

/** Ten workflows, each with a rule and a change of a value; they start when the weight becomes 7 or more. */
const TEN = Array.from({ length: 10 }, (_, at) =>
  makeWorkflow(`bench-${at}`, {
    conditions: [
      { id: 'c1', type: 'field-changes', field: 'weight' },
      { id: 'c2', type: 'rule', rule: { and: [{ '>=': [{ var: 'record.weight' }, 7] }, { '!=': [{ var: 'record.state' }, 'broken'] }] } },
    ],
  }),
);

const REMINDER = makeWorkflow('bench-time', {
  executionOccurs: 'time',
  time: { field: 'last_used', offset: { amount: -1, unit: 'hours' } },
});

async function open(
  workflows: readonly WorkflowDefinition[],
): Promise<{ readonly application: Application; readonly close: () => Promise<void> }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'muster-bench-workflows-'));
  const plugin: PluginManifest = {
    ...{ name: 'bench', version: '1.0.0', engine: '*' },
    definitions: { items: workflows.map((definition) => ({ kind: 'workflow', definition })) },
  };
  const configuration = readConfiguration({ MUSTER_DATA_DIR: folder, MUSTER_SEED: 'none' }, folder);
  const overrides = { log: SILENT_LOG, watchdog: false, plugins: [plugin], definitionFolders: [WORKSHOP], clock: CLOCK };
  const application = await composeApplication(configuration, overrides);
  return {
    application,
    close: async () => {
      await application.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Evaluations per second of workflows whose field changes and whose rule does not hold. */
async function measureEvaluations(count: number): Promise<number> {
  const { application, close } = await open(TEN);
  const scope = await application.access.scope(SYSTEM_ACTOR);
  const module = scope.snapshot.module('tools');
  if (module === undefined) throw new Error('There is no module tools');
  const makeSave = (weight: number): PreparedSave => {
    const before = { _id: 'a', _version: 1, name: 'Saw', weight: 1, state: 'new' } as RecordDocument;
    return {
      ...{ kind: 'update', module, id: 'a', scope, actor: SYSTEM_ACTOR, now: CLOCK.now(), chain: [], isQuiet: false },
      ...{ changeSource: 'direct record', allowDuplicates: false, before, after: { ...before, weight }, changed: new Set(['weight']) },
      ...({ unit: {}, documents: {} } as Pick<PreparedSave, 'unit' | 'documents'>),
    };
  };
  const run = (saves: number): void => {
    for (let at = 0; at < saves; at += 1)
      if (matchSave(application.ids, makeSave(at % 7)) !== undefined) throw new Error('A workflow matched');
  };
  run(1_000);
  const begun = performance.now();
  run(count / TEN.length);
  const rate = (count / (performance.now() - begun)) * 1_000;
  await close();
  return rate;
}

/** The median time of a save in milliseconds. */
async function measureSaves(workflows: readonly WorkflowDefinition[], count: number): Promise<number> {
  const { application, close } = await open(workflows);
  const { records } = application;
  const { record } = await records.create(SYSTEM_ACTOR, { module: 'tools', fields: { name: 'Saw', weight: 1 } });
  const times: number[] = [];
  for (let at = 0; at < count + 50; at += 1) {
    const begun = performance.now();
    await records.update(SYSTEM_ACTOR, { module: 'tools', id: record._id, fields: { weight: 10 + (at % 2) } });
    if (at >= 50) times.push(performance.now() - begun);
  }
  await close();
  return median(times);
}

/** Plans the times of records, starts all of them at once and runs the workflows, with the longest delay of the event loop. */
async function measureTimes(count: number): Promise<void> {
  const { application, close } = await open([REMINDER]);
  const { records, store, jobs, queue } = application;
  const lastUsed = new Date(CLOCK.now() + DAY).toISOString();
  const planned = performance.now();
  for (let start = 0; start < count; start += 2_000) {
    const some = Array.from({ length: Math.min(2_000, count - start) }, (_, at) => ({ name: `Tool ${start + at}`, last_used: lastUsed }));
    await records.createMany(SYSTEM_ACTOR, { module: 'tools', records: some });
  }
  print(`${count} records saved and planned in ${seconds(planned)} s`);
  jobs.start({ schedule: 'manual' });
  time.offset += 2 * DAY;
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  const begun = performance.now();
  await jobs.runNow('muster/continue-workflows');
  const countRuns = async (status: string): Promise<number> => {
    const filter = { kind: 'equals', key: RUN_KEYS.status, values: [status] } as const;
    return (await store.count({ collection: RUNS_COLLECTION.name, filter })).total;
  };
  while ((await countRuns('succeeded')) < count) await new Promise((resolve) => setTimeout(resolve, 200));
  delays.disable();
  print(`${count} workflows started and run in ${seconds(begun)} s; longest delay of the event loop ${Math.round(delays.max / 1e6)} ms`);
  await queue.stop();
  await close();
}

function seconds(begun: number): string {
  return ((performance.now() - begun) / 1_000).toFixed(1);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function run(options: Options): Promise<void> {
  tuneHeap();
  const rate = await measureEvaluations(options.evaluations);
  print(`${Math.round(rate)} evaluations/s that do not match (target ${EVALUATIONS_TARGET})`);
  const [without, withTen] = [await measureSaves([], options.saves), await measureSaves(TEN, options.saves)];
  print(
    `save ${without.toFixed(2)} ms, with ten matching workflows ${withTen.toFixed(2)} ms: ${(withTen / without).toFixed(2)} x (target below ${RATIO_TARGET})`,
  );
  await measureTimes(options.records);
}

const { values } = parseArgs({
  options: {
    evaluations: { type: 'string', default: '500000' },
    saves: { type: 'string', default: '1000' },
    records: { type: 'string', default: '100000' },
  },
});
await run({ evaluations: Number(values.evaluations), saves: Number(values.saves), records: Number(values.records) });
process.exit(0);

// `npm run bench:plugins`: the cost of an update of a lead with all plugins enabled, compared with none; see README.md in this folder.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { SYSTEM_ACTOR, type Actor } from '../../engine/access/index.ts';
import { composeApplication, readConfiguration, tuneHeap, type Application } from '../../engine/application/index.ts';
import type { JsonObject } from '#engine/model/values';
import { median } from './load.ts';
import { timeNode } from './time-node.ts';

const TARGET = 1.3;
const ADMIN = { email: 'bench@muster.test', password: 'Bench-pass1!' };
const SILENT_LOG = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: console.error };

/** The product with its own file and leads. */
interface Side {
  readonly application: Application;
  readonly actor: Actor;
  readonly ids: readonly string[];
}

async function prepare(folder: string, leads: number, plugins: readonly [] | undefined): Promise<Side> {
  const configuration = readConfiguration(
    { MUSTER_DATA_DIR: folder, MUSTER_SEED: 'none', MUSTER_ADMIN_EMAIL: ADMIN.email, MUSTER_ADMIN_PASSWORD: ADMIN.password },
    folder,
  );
  const application = await composeApplication(configuration, { log: SILENT_LOG, ...(plugins === undefined ? {} : { plugins }) });
  await application.ensureFirstAdmin();
  const {
    data: [admin],
  } = await application.records.find(SYSTEM_ACTOR, { module: 'users', limit: 1 });
  if (admin === undefined) throw new Error('there is no admin');
  const records = Array.from(
    { length: leads },
    (_, number): JsonObject => ({
      first_name: `First ${number}`,
      last_name: `Last ${number}`,
      lead_status: 'new',
      mobile_phone: `404${String(2_000_000 + number)}`,
      email: `lead${number}@bench.test`,
    }),
  );
  const { done, refused } = await application.records.createMany(SYSTEM_ACTOR, { module: 'leads', records, quiet: true });
  if (done.length !== leads) throw new Error(`a lead was refused: ${JSON.stringify(refused[0])}`);
  return { application, actor: { kind: 'user', userId: admin._id }, ids: done };
}

/** Milliseconds of one update by a user: a name, which the duplicate rule checks, and a field that no rule checks. */
async function timeUpdate({ application, actor, ids }: Side, turn: number, kind: string): Promise<number> {
  const id = ids[turn % ids.length] ?? '';
  const fields = kind === 'name' ? { last_name: `Last ${turn % ids.length} ${turn}` } : { next_step: `step ${turn}` };
  const startedAt = performance.now();
  await application.records.update(actor, { module: 'leads', id, fields });
  return performance.now() - startedAt;
}

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { leads: { type: 'string', default: '2000' }, rounds: { type: 'string', default: '3000' } } });
  const folder = mkdtempSync(path.join(os.tmpdir(), 'muster-bench-plugins-'));
  tuneHeap();
  const withAll = await prepare(path.join(folder, 'all'), Number(values.leads), undefined);
  const withNone = await prepare(path.join(folder, 'none'), Number(values.leads), []);
  process.stdout.write(
    `node -e 0: ${timeNode()} ms; pairs of updates one after the other, medians\n\n| update of a lead | all plugins | none | ratio | at most |\n| --- | --- | --- | --- | --- |\n`,
  );
  for (const kind of ['name', 'step']) {
    const times = { all: [] as number[], none: [] as number[] };
    for (let turn = 0; turn < Number(values.rounds); turn += 1) {
      times.all.push(await timeUpdate(withAll, turn, kind));
      times.none.push(await timeUpdate(withNone, turn, kind));
    }
    const [all, none] = [median(times.all), median(times.none)];
    process.stdout.write(
      `| ${kind} | ${all.toFixed(3)} ms | ${none.toFixed(3)} ms | ${(all / none).toFixed(2)} | ${TARGET} ${all / none <= TARGET ? 'reached' : 'missed'} |\n`,
    );
  }
  for (const { application } of [withAll, withNone]) await application.close();
  rmSync(folder, { recursive: true, force: true });
}

await run();

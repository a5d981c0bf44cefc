// `npm run bench:modules`: start, save, plan and publication with 300 modules of 60 fields; see README.md in this folder.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { SYSTEM_ACTOR } from '../../engine/index.ts';
import { composeApplication, readConfiguration, tuneHeap, type Application } from '../../engine/application/index.ts';
import type { JsonObject } from '#engine/model/values';
import { createApiClient, type ApiClient } from '../support/api-client.ts';
import { median } from './load.ts';
import { FIELDS_PER_MODULE, makeManyRecord, nameModule, writeManyModules } from './modules/many.ts';
import { startProduct, type BenchServer } from './servers.ts';
import { getTimeoutFactor, timeNode } from './time-node.ts';
import { openVisitor } from './ui-page.ts';

const MODULES = 300;
const FEW = 30;
const PORT = 39_320;
/** Limits: times on the reference machine in milliseconds; ratios as they are. */
const LIMITS = { startRatio: 1.5, startMore: 2_000, save: 1.1, plan: 1_000, shown: 1_000 } as const;
const ADMIN = { email: 'bench.admin@muster.example', password: 'Bench-admin1!' } as const;
const SILENT_LOG = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: console.error };

function environmentOf(folder: string, definitions: string | undefined): NodeJS.ProcessEnv {
  return {
    MUSTER_DATA_DIR: folder,
    MUSTER_SECRET: 'bench-secret-that-is-long-enough-for-all',
    MUSTER_SEED: 'none',
    MUSTER_ADMIN_EMAIL: ADMIN.email,
    MUSTER_ADMIN_PASSWORD: ADMIN.password,
    MONGODB_URL: '',
    REDIS_URL: '',
    ...(definitions === undefined ? {} : { MUSTER_DEFINITIONS_DIR: definitions, MUSTER_PLUGINS: 'none' }),
  };
}

/** An empty data folder with the first admin and records of the first module. */
async function openProduct(
  environment: NodeJS.ProcessEnv,
  records: number,
): Promise<{ readonly application: Application; readonly ids: readonly string[] }> {
  const application = await composeApplication(readConfiguration(environment, process.cwd()), { log: SILENT_LOG, watchdog: false });
  await application.ensureFirstAdmin();
  const ids: string[] = [];
  for (let from = 0; from < records; from += 10_000) {
    const chunk = Array.from({ length: Math.min(10_000, records - from) }, (_, index) => makeManyRecord(from + index));
    const { done, refused } = await application.records.createMany(SYSTEM_ACTOR, { module: nameModule(0), records: chunk, quiet: true });
    if (refused[0]) throw new Error(`a record was refused: ${JSON.stringify(refused[0])}`);
    ids.push(...done);
  }
  return { application, ids };
}

/** Milliseconds until the product is ready, on folders that it has started on before; the demo set and the many modules in turn. */
async function timeStarts(many: NodeJS.ProcessEnv, demo: NodeJS.ProcessEnv, rounds: number) {
  const times = { many: [] as number[], demo: [] as number[] };
  for (let round = 0; round <= rounds; round += 1)
    for (const kind of ['many', 'demo'] as const) {
      const server = await startProduct(PORT, kind === 'many' ? many : demo);
      await server.stop();
      // The first start loads the definitions into the store.
      if (round > 0) times[kind].push(server.startedIn);
    }
  return times;
}

/** Milliseconds of creates and updates, one with many modules, one with few, in turn. */
async function timeSaves(many: NodeJS.ProcessEnv, few: NodeJS.ProcessEnv, saves: number) {
  const sides = { many: await openProduct(many, 1_000), few: await openProduct(few, 1_000) };
  const times = { create: { many: [] as number[], few: [] as number[] }, update: { many: [] as number[], few: [] as number[] } };
  const module = nameModule(0);
  const warmUp = Math.ceil(saves / 10);
  for (let turn = 0; turn < saves + warmUp; turn += 1)
    for (const side of turn % 2 === 0 ? (['many', 'few'] as const) : (['few', 'many'] as const)) {
      const { application, ids } = sides[side];
      const startedAt = performance.now();
      await application.records.create(SYSTEM_ACTOR, { module, fields: makeManyRecord(1_000_000 + turn) });
      const created = performance.now();
      await application.records.update(SYSTEM_ACTOR, { module, id: ids[turn % ids.length] as string, fields: { field_5: `Turn ${turn}` } });
      if (turn < warmUp) continue;
      times.create[side].push(created - startedAt);
      times.update[side].push(performance.now() - created);
    }
  for (const { application } of Object.values(sides)) await application.close();
  return times;
}

async function signIn(url: string): Promise<ApiClient> {
  const { body } = await createApiClient(url, undefined).post('/api/users/login', ADMIN);
  return createApiClient(url, body.token as string);
}

async function check(response: Promise<{ readonly status: number; readonly body: JsonObject }>): Promise<JsonObject> {
  const { status, body } = await response;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

/** Makes a draft that changes one module. */
async function makeDraft(api: ApiClient, name: string, change: (module: JsonObject) => JsonObject): Promise<string> {
  const { definition } = await check(api.get(`/api/definitions/module/${nameModule(0)}`));
  const draft = (await check(api.post('/api/change-sets', { name }))) as { readonly _id: string; readonly _version: number };
  const changes = [{ kind: 'module', id: nameModule(0), definition: change(definition as JsonObject) }];
  await check(api.put(`/api/change-sets/${draft._id}/changes`, { _version: draft._version, changes }));
  return draft._id;
}

function changeField(module: JsonObject, index: number, more: JsonObject): JsonObject {
  const fields = (module['fields'] as readonly JsonObject[]).map((field, at) => (at === index ? { ...field, ...more } : field));
  return { ...module, fields };
}

/** Changes of one field: a label, a value that is required and that no record has, an index, uniqueness. */
const PLANNED: readonly (readonly [name: string, index: number, more: JsonObject])[] = [
  ['label', 1, { label: 'Another label' }],
  ['required', 6, { required: true }],
  ['indexed', 1, { indexed: true }],
  ['unique', 5, { unique: true }],
];

async function timePlans(api: ApiClient, rounds: number): Promise<ReadonlyMap<string, readonly number[]>> {
  const times = new Map<string, number[]>();
  for (const [name, index, more] of PLANNED) {
    const id = await makeDraft(api, `Bench ${name}`, (module) => changeField(module, index, more));
    for (let round = 0; round < rounds; round += 1) {
      const startedAt = performance.now();
      await check(api.post(`/api/change-sets/${id}/plan`, {}));
      times.set(name, [...(times.get(name) ?? []), performance.now() - startedAt]);
    }
    await check(api.delete(`/api/change-sets/${id}`));
  }
  return times;
}

/** Milliseconds from the request to publish a changed label until a form that is open in a browser shows it. */
async function timePublications(program: string, server: BenchServer, api: ApiClient, rounds: number): Promise<readonly number[]> {
  const { page, close } = await openVisitor(program, server.url);
  const times: number[] = [];
  try {
    await page.goto('/login');
    await page.getByRole('textbox', { name: 'E-mail' }).fill(ADMIN.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(ADMIN.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/login'));
    await page.goto(`/app/module/${nameModule(0)}/new`);
    await page.getByRole('textbox', { name: 'Field 1', exact: true }).waitFor();
    for (let round = 0; round < rounds; round += 1) {
      const label = `Published ${round}`;
      const id = await makeDraft(api, label, (module) => changeField(module, 1, { label }));
      const startedAt = performance.now();
      const [shown] = await Promise.all([
        page
          .getByRole('textbox', { name: label, exact: true })
          .waitFor()
          .then(() => performance.now()),
        check(api.post(`/api/change-sets/${id}/publish`, {})),
      ]);
      times.push(shown - startedAt);
    }
  } finally {
    await close();
  }
  return times;
}

function printRow(what: string, measured: string, limit: string, reached: boolean): void {
  process.stdout.write(`| ${what} | ${measured} | ${limit} | ${reached ? 'reached' : 'missed'} |\n`);
}

const show = (time: number): string => `${Math.round(time).toLocaleString('en-US')} ms`;

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      records: { type: 'string', default: '100000' },
      rounds: { type: 'string', default: '7' },
      saves: { type: 'string', default: '3000' },
    },
  });
  const [records, rounds, saves] = [values.records, values.rounds, values.saves].map(Number) as [number, number, number];
  const program = process.env.CHROMIUM_PATH;
  if (program === undefined) throw new Error('CHROMIUM_PATH is not set: name a Chromium to measure with');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'muster-bench-modules-'));
  const [many, few] = [path.join(folder, 'definitions-many'), path.join(folder, 'definitions-few')];
  writeManyModules(many, MODULES);
  writeManyModules(few, FEW);
  const data = (name: string): string => {
    mkdirSync(path.join(folder, name));
    return path.join(folder, name);
  };
  tuneHeap();
  let stop = (): Promise<void> => Promise.resolve();
  try {
    const node = timeNode();
    const factor = getTimeoutFactor(node);
    process.stdout.write(
      `${os.cpus().length} cores, Node ${process.version}, node -e 0: ${node} ms, ${MODULES} modules of ${FIELDS_PER_MODULE} fields on SQLite\n\n| what | measured | at most | |\n| --- | --- | --- | --- |\n`,
    );
    const starts = await timeStarts(environmentOf(data('start-many'), many), environmentOf(data('start-demo'), undefined), rounds);
    const [ours, demo] = [median(starts.many), median(starts.demo)];
    const allowed = demo * LIMITS.startRatio + LIMITS.startMore * factor;
    printRow(`start until ready; with the product's own definitions ${show(demo)}`, show(ours), show(allowed), ours <= allowed);
    const { create, update } = await timeSaves(environmentOf(data('save-many'), many), environmentOf(data('save-few'), few), saves);
    for (const [name, times] of Object.entries({ create, update })) {
      const ratio = median(times.many) / median(times.few);
      printRow(
        `${name} of a record, with ${MODULES} modules / with ${FEW} (${median(times.many).toFixed(3)} / ${median(times.few).toFixed(3)} ms)`,
        ratio.toFixed(2),
        LIMITS.save.toFixed(2),
        ratio <= LIMITS.save,
      );
    }
    const environment = environmentOf(data('plan'), many);
    const { application } = await openProduct(environment, records);
    await application.close();
    const server = await startProduct(PORT, environment);
    stop = () => server.stop();
    const api = await signIn(server.url);
    for (const [name, times] of await timePlans(api, rounds))
      printRow(
        `plan of a changed field (${name}), ${records.toLocaleString('en-US')} records, longest of ${times.length} (median ${show(median(times))})`,
        show(Math.max(...times)),
        show(LIMITS.plan * factor),
        Math.max(...times) <= LIMITS.plan * factor,
      );
    const shown = await timePublications(program, server, api, rounds);
    printRow(
      `publication until an open form shows it, longest of ${shown.length} (median ${show(median(shown))})`,
      show(Math.max(...shown)),
      show(LIMITS.shown * factor),
      Math.max(...shown) <= LIMITS.shown * factor,
    );
  } finally {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

await run();

// `npm run bench`: the production build compared with the bare baseline, in one run, interleaved; see README.md in this folder.
import { createReadStream, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { MongoClient } from 'mongodb';
import { median } from './load.ts';
import { measureWorkload, ratioOf, type Round, type Row } from './measure.ts';
import type { BenchModule } from './modules/bench-module.ts';
import { readBenchOptions, type BenchOptions } from './options.ts';
import { BENCH_EMAIL, BENCH_PASSWORD, prepareStore, type Prepared } from './prepare.ts';
import { openDatabaseMeter } from './processor-time.ts';
import { readMemory, signBaselineToken, startBaseline, startProduct, type BenchServer } from './servers.ts';
import { timeNode } from './time-node.ts';
import { makeWorkloads } from './workloads.ts';

const PORTS = { product: 3901, baseline: 3902, bare: 3903 };

/** The metadata of a stored folder. */
interface StoredRun extends Prepared {
  readonly module: string;
  readonly size: number;
  /** One record, for the server without a database. */
  readonly sample: object;
}

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: BENCH_EMAIL, password: BENCH_PASSWORD }),
  });
  const { token } = (await response.json()) as { token?: string };
  if (token === undefined) throw new Error('the bench user cannot sign in');
  return token;
}

/** After the writers have stopped, each total that the reads returned must be equal to a count of the records. */
async function checkTotals({ name, statusField, statuses }: BenchModule, url: string): Promise<string[]> {
  const token = await signIn(url);
  const search = async (body: object): Promise<{ total: number; data: { readonly [field: string]: string }[] }> =>
    (await (
      await fetch(`${url}/api/${name}/search`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json()) as never;
  const shown = new Map<string, number>();
  for (const status of statuses)
    shown.set(status, (await search({ pageSize: 10, searchTerms: { [statusField]: status }, sortField: 'last_name' })).total);
  const counted = new Map<string, number>();
  for (let pageNumber = 0, rows = 1; rows > 0; pageNumber++) {
    const { data } = await search({ pageNumber, pageSize: 1000, sortField: '_id', sortOrder: 'asc', fields: [statusField] });
    for (const { [statusField]: status = '' } of data) counted.set(status, (counted.get(status) ?? 0) + 1);
    rows = data.length;
  }
  return statuses.flatMap((status) =>
    shown.get(status) === (counted.get(status) ?? 0) ? [] : [`${status}: total ${shown.get(status)}, records ${counted.get(status) ?? 0}`],
  );
}

/**
 * Reads the files once, ours and the baseline's, because minutes of seeding have evicted parts of them from memory that
 * a running machine would cache.
 */
async function warmFiles(folder: string): Promise<void> {
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.sqlite'))) {
    for await (const chunk of createReadStream(path.join(folder, name), { highWaterMark: 4 * 1024 * 1024 })) void chunk;
  }
}

function printRow({ workload, ours, baseline }: Row, target: number): void {
  const ratio = ratioOf(ours, baseline);
  const bad = [...ours, ...baseline].reduce((sum, result) => sum + result.failed + result.wrong, 0);
  const middle = (rounds: readonly Round[], read: (round: Round) => number): string =>
    Math.round(median(rounds.map(read))).toLocaleString('en-US');
  const rate = (rounds: readonly Round[]): string => middle(rounds, (round) => round.rate);
  const hasDatabase = ours.some((round) => round.commands > 0);
  const commands = (rounds: readonly Round[]): string => median(rounds.map((round) => round.commands)).toFixed(1);
  const time = (rounds: readonly Round[]): string =>
    `${middle(rounds, (round) => round.serverTime)}${hasDatabase ? ` + ${middle(rounds, (round) => round.databaseTime)}` : ''}`;
  process.stdout.write(
    `| ${workload.name} | ${rate(ours)} | ${rate(baseline)} | ${ratio.toFixed(2)} | ${target} | ${ratio >= target ? 'reached' : 'missed'} | ${time(ours)} / ${time(baseline)} µs | ${hasDatabase ? `${commands(ours)} / ${commands(baseline)} | ` : ''}${median(ours.map((result) => result.p50))} / ${median(ours.map((result) => result.p99))} ms | ${bad === 0 ? 'none' : bad} |\n`,
  );
  const firstBad = [...ours, ...baseline].find((result) => result.firstBad !== undefined)?.firstBad;
  if (firstBad !== undefined) process.stderr.write(`the first of them: ${firstBad.slice(0, 600)}\n`);
}

/** Seeds the product's store and the baseline's, or uses those that an earlier run stored. */
async function fillStores(
  { folder, size, module }: BenchOptions,
  environment: NodeJS.ProcessEnv,
  load: (records: readonly object[]) => Promise<void>,
): Promise<StoredRun> {
  const note = folder === undefined ? undefined : path.join(folder, 'kept.json');
  if (note !== undefined && existsSync(note)) {
    const stored = JSON.parse(readFileSync(note, 'utf8')) as StoredRun;
    if (stored.size !== size || stored.module !== module.name) throw new Error(`${note} is of ${stored.size} ${stored.module}`);
    return stored;
  }
  let sample: object = {};
  const prepared = await prepareStore(environment, { module, size }, (records) => {
    sample = records[0] ?? sample;
    return load(records);
  });
  const stored: StoredRun = { ...prepared, module: module.name, size, sample };
  if (note !== undefined) writeFileSync(note, JSON.stringify(stored));
  return stored;
}

/** The address of a new database on the server of MONGODB_URL. */
function databaseUrl(name: string): string {
  const url = new URL(process.env.MONGODB_URL ?? '');
  url.pathname = `/${name}`;
  return url.href;
}

async function dropDatabase(url: string): Promise<void> {
  const client = await new MongoClient(url).connect();
  await client.db().dropDatabase();
  await client.close();
}

async function run(): Promise<void> {
  const options = readBenchOptions();
  const { module, store } = options;
  const folder = options.folder ?? mkdtempSync(path.join(os.tmpdir(), 'muster-bench-'));
  mkdirSync(folder, { recursive: true });
  const secret = 'bench-secret-that-is-long-enough-for-all';
  const isMongo = store === 'mongodb';
  const name = `bench_${options.folder === undefined ? Date.now() : path.basename(folder)}`;
  const urls = { product: isMongo ? databaseUrl(name) : '', baseline: isMongo ? databaseUrl(`${name}_baseline`) : '' };
  const environment: NodeJS.ProcessEnv = { MUSTER_DATA_DIR: folder, MUSTER_SECRET: secret, MONGODB_URL: urls.product };
  const stops: (() => Promise<void>)[] =
    isMongo && options.folder === undefined ? [() => dropDatabase(urls.product), () => dropDatabase(urls.baseline)] : [];
  try {
    const baseline = await startBaseline(PORTS.baseline, store, {
      statusField: module.statusField,
      database: isMongo ? urls.baseline : path.join(folder, 'baseline.sqlite'),
    });
    stops.unshift(() => baseline.stop());
    const bare = await startBaseline(PORTS.bare, 'none', { statusField: '', database: '' });
    stops.unshift(() => bare.stop());
    const headers = { authorization: `Bearer ${signBaselineToken()}`, 'content-type': 'application/json' };
    const load = async (server: BenchServer, records: readonly object[]): Promise<void> => {
      const { ok, status } = await fetch(`${server.url}/load`, { method: 'POST', headers, body: JSON.stringify(records) });
      if (!ok) throw new Error(`the baseline refused the records: ${status}`);
    };
    const prepared = await fillStores(options, environment, (records) =>
      records.length === 0 ? Promise.resolve() : load(baseline, records),
    );
    await load(bare, [prepared.sample]);
    const product = await startProduct(PORTS.product, environment);
    stops.unshift(() => product.stop());
    const database = await openDatabaseMeter(isMongo ? urls.product : undefined);
    stops.unshift(() => database.close());
    await signIn(product.url);
    const node = timeNode();
    process.stdout.write(
      `${new Date().toISOString().slice(0, 10)}, ${os.cpus().length} cores, load ${(os.loadavg()[0] ?? 0).toFixed(1)}, Node ${process.version}, node -e 0: ${node} ms, ${options.size.toLocaleString('en-US')} ${module.name} on ${store}\n`,
    );
    process.stdout.write(
      `start to first response ${Math.round(product.startedIn)} ms, memory idle ${readMemory(product.pid)} MB, seed ${Math.round(prepared.seedRate)} records/s\n\n`,
    );
    process.stdout.write(
      `| work | ours /s | baseline /s | ratio | at least | | processor time per request | ${isMongo ? 'commands | ' : ''}p50 / p99 | wrong |\n${'| --- '.repeat(isMongo ? 10 : 9)}|\n`,
    );
    let memory = 0;
    for (const workload of makeWorkloads(module, prepared.visibleIds, options.size)) {
      if (options.only.length > 0 && !options.only.includes(workload.name)) continue;
      await warmFiles(folder);
      const row = await measureWorkload(
        workload,
        { product, baseline, bare, database },
        { module, prepared, seconds: options.seconds, rounds: options.rounds, signIn: () => signIn(product.url) },
      );
      printRow(row, module.targets[store][workload.name]);
      memory = Math.max(memory, readMemory(product.pid));
      if (workload.name === 'create')
        process.stdout.write(
          `seed through the pipeline / baseline create: ${(prepared.seedRate / median(row.baseline.map((result) => result.rate))).toFixed(2)} (at least 1.2)\n`,
        );
      if (workload.name === 'get' && !isMongo) compareWithBare(row);
    }
    const wrong = await checkTotals(module, product.url);
    process.stdout.write(`\nmemory under load ${memory} MB; totals after all writes: ${wrong.length === 0 ? 'exact' : wrong.join('; ')}\n`);
    if (wrong.length > 0) process.exitCode = 1;
  } finally {
    for (const stop of stops) await stop().catch(() => undefined);
    if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** The baseline is a valid reference only if its get reaches 0.6 of a server without a database; otherwise the whole run is invalid. */
function compareWithBare({ baseline, bare }: Row): void {
  const share = ratioOf(baseline, bare);
  const holds = share >= 0.6;
  process.stdout.write(
    `baseline get / the same server without a database: ${share.toFixed(2)} (${holds ? 'the baseline holds' : 'the baseline is wrong: this run is void'})\n`,
  );
  if (!holds) process.exitCode = 1;
}

await run();

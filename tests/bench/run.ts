// `npm run bench`: the production build compared with the bare baseline, in one run, interleaved; see README.md in this folder.
import { createReadStream, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { median, runLoad, type LoadResult } from './load.ts';
import { readBenchOptions, type BenchOptions } from './options.ts';
import { BENCH_EMAIL, BENCH_PASSWORD, prepareStore, type Prepared } from './prepare.ts';
import { readMemory, signBaselineToken, startBaseline, startProduct, type BenchServer } from './servers.ts';
import { timeNode } from './time-node.ts';
import { makeWorkloads, STATUSES, type Workload } from './workloads.ts';
import { startWriter } from './writer.ts';

const PORTS = { product: 3901, baseline: 3902, bare: 3903 };

/** The metadata of a stored folder. */
interface StoredRun extends Prepared {
  readonly size: number;
  /** One lead, for the server without a database. */
  readonly sample: object;
}

interface Servers {
  readonly product: BenchServer;
  readonly baseline: BenchServer;
  readonly bare: BenchServer;
}

interface Row {
  readonly workload: Workload;
  readonly ours: LoadResult[];
  readonly baseline: LoadResult[];
  /** Of the server without a database, in the same rounds; only for get. */
  readonly bare: LoadResult[];
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
async function checkTotals(url: string, token: string): Promise<string[]> {
  const search = async (body: object): Promise<{ total: number; data: { readonly lead_status: string }[] }> =>
    (await (
      await fetch(`${url}/api/leads/search`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json()) as never;
  const shown = new Map<string, number>();
  for (const lead_status of STATUSES)
    shown.set(lead_status, (await search({ pageSize: 10, searchTerms: { lead_status }, sortField: 'last_name' })).total);
  const counted = new Map<string, number>();
  for (let pageNumber = 0, rows = 1; rows > 0; pageNumber++) {
    const { data } = await search({ pageNumber, pageSize: 1000, sortField: '_id', sortOrder: 'asc', fields: ['lead_status'] });
    for (const { lead_status } of data) counted.set(lead_status, (counted.get(lead_status) ?? 0) + 1);
    rows = data.length;
  }
  return STATUSES.flatMap((status) =>
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

async function measure(workload: Workload, options: BenchOptions, { product, baseline, bare }: Servers, prepared: Prepared): Promise<Row> {
  const row: Row = { workload, ours: [], baseline: [], bare: [] };
  const baselineToken = signBaselineToken();
  for (let round = 0; round < options.rounds; round++) {
    const token = await signIn(product.url);
    const writer = workload.reads ? startWriter(product.url, token, prepared.visibleIds) : undefined;
    row.ours.push(await runLoad({ url: product.url, token, seconds: options.seconds, make: workload.ours, check: workload.checkOurs }));
    await writer?.stop();
    row.baseline.push(
      await runLoad({
        url: baseline.url,
        token: baselineToken,
        seconds: options.seconds,
        make: workload.baseline,
        check: workload.checkBaseline,
      }),
    );
    if (workload.name === 'get')
      row.bare.push(
        await runLoad({
          url: bare.url,
          token: baselineToken,
          seconds: options.seconds,
          make: workload.baseline,
          check: (body) => body.includes('_id'),
        }),
      );
  }
  return row;
}

function printRow({ workload, ours, baseline }: Row): void {
  const ratios = ours.map((result, index) => result.rate / (baseline[index] as LoadResult).rate);
  const ratio = median(ratios);
  const bad = [...ours, ...baseline].reduce((sum, result) => sum + result.failed + result.wrong, 0);
  const rate = (results: readonly LoadResult[]): string => Math.round(median(results.map((result) => result.rate))).toLocaleString('en-US');
  process.stdout.write(
    `| ${workload.name} | ${rate(ours)} | ${rate(baseline)} | ${ratio.toFixed(2)} | ${workload.target} | ${ratio >= workload.target ? 'reached' : 'missed'} | ${median(ours.map((result) => result.p50))} / ${median(ours.map((result) => result.p99))} ms | ${bad === 0 ? 'none' : bad} |\n`,
  );
  const firstBad = [...ours, ...baseline].find((result) => result.firstBad !== undefined)?.firstBad;
  if (firstBad !== undefined) process.stderr.write(`the first of them: ${firstBad.slice(0, 600)}\n`);
}

/** Seeds the product's file and the baseline's, or uses those that an earlier run stored. */
async function fillStores(
  { folder, size }: BenchOptions,
  environment: NodeJS.ProcessEnv,
  load: (leads: readonly object[]) => Promise<void>,
): Promise<StoredRun> {
  const note = folder === undefined ? undefined : path.join(folder, 'kept.json');
  if (note !== undefined && existsSync(note)) {
    const stored = JSON.parse(readFileSync(note, 'utf8')) as StoredRun;
    if (stored.size !== size) throw new Error(`${note} is of ${stored.size} leads`);
    return stored;
  }
  let sample: object = {};
  const prepared = await prepareStore(environment, size, (leads) => {
    sample = leads[0] ?? sample;
    return load(leads);
  });
  const stored: StoredRun = { ...prepared, size, sample };
  if (note !== undefined) writeFileSync(note, JSON.stringify(stored));
  return stored;
}

async function run(): Promise<void> {
  const options = readBenchOptions();
  const folder = options.folder ?? mkdtempSync(path.join(os.tmpdir(), 'muster-bench-'));
  mkdirSync(folder, { recursive: true });
  const secret = 'bench-secret-that-is-long-enough-for-all';
  const environment: NodeJS.ProcessEnv = { MUSTER_DATA_DIR: folder, MUSTER_SECRET: secret, MONGODB_URL: '' };
  if (options.store === 'mongodb') {
    const url = new URL(process.env.MONGODB_URL ?? '');
    url.pathname = `/bench_${Date.now()}`;
    environment.MONGODB_URL = url.href;
  }
  const stops: (() => Promise<void>)[] = [];
  try {
    const baseline = await startBaseline(PORTS.baseline, path.join(folder, 'baseline.sqlite'), 'database');
    const bare = await startBaseline(PORTS.bare, ':memory:', 'none');
    stops.push(
      () => baseline.stop(),
      () => bare.stop(),
    );
    const headers = { authorization: `Bearer ${signBaselineToken()}`, 'content-type': 'application/json' };
    const load = async (server: BenchServer, leads: readonly object[]): Promise<void> =>
      void (await fetch(`${server.url}/load`, { method: 'POST', headers, body: JSON.stringify(leads) }));
    const prepared = await fillStores(options, environment, (leads) => load(baseline, leads));
    await load(bare, [prepared.sample]);
    const product = await startProduct(PORTS.product, environment);
    stops.push(() => product.stop());
    await signIn(product.url);
    const node = timeNode();
    process.stdout.write(
      `${new Date().toISOString().slice(0, 10)}, ${os.cpus().length} cores, Node ${process.version}, node -e 0: ${node} ms, ${options.size.toLocaleString('en-US')} leads on ${options.store}\n`,
    );
    process.stdout.write(
      `start to first answer ${Math.round(product.startedIn)} ms, memory idle ${readMemory(product.pid)} MB, seed ${Math.round(prepared.seedRate)} records/s\n\n`,
    );
    process.stdout.write(
      '| work | ours /s | baseline /s | ratio | at least | | p50 / p99 | wrong |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n',
    );
    let memory = 0;
    for (const workload of makeWorkloads(prepared.visibleIds, options.size)) {
      if (options.only.length > 0 && !options.only.includes(workload.name)) continue;
      await warmFiles(folder);
      const row = await measure(workload, options, { product, baseline, bare }, prepared);
      printRow(row);
      memory = Math.max(memory, readMemory(product.pid));
      if (workload.name === 'create')
        process.stdout.write(
          `seed through the pipeline / baseline create: ${(prepared.seedRate / median(row.baseline.map((result) => result.rate))).toFixed(2)} (at least 1.2)\n`,
        );
      if (workload.name === 'get') compareWithBare(row);
    }
    const wrong = await checkTotals(product.url, await signIn(product.url));
    process.stdout.write(`\nmemory under load ${memory} MB; totals after all writes: ${wrong.length === 0 ? 'exact' : wrong.join('; ')}\n`);
    if (wrong.length > 0) process.exitCode = 1;
  } finally {
    for (const stop of stops) await stop().catch(() => undefined);
    if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** The baseline is a valid reference only if its get reaches 0.6 of a server without a database; otherwise the whole run is invalid. */
function compareWithBare({ baseline, bare }: Row): void {
  const share = median(baseline.map((one, round) => one.rate / (bare[round] as LoadResult).rate));
  const holds = share >= 0.6;
  process.stdout.write(
    `baseline get / the same server without a database: ${share.toFixed(2)} (${holds ? 'the baseline holds' : 'the baseline is wrong: this run is void'})\n`,
  );
  if (!holds) process.exitCode = 1;
}

await run();

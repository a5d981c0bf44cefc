// `npm run bench`: the production build against the bare baseline, in one run, interleaved; see README.md beside this file.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { median, runLoad, type LoadResult } from './load.ts';
import { readBenchOptions, type BenchOptions } from './options.ts';
import { BENCH_EMAIL, BENCH_PASSWORD, prepareStore, type Prepared } from './prepare.ts';
import { readMemory, signBaselineToken, startBaseline, startProduct, type BenchServer } from './servers.ts';
import { timeNode } from './time-node.ts';
import { makeWorkloads, type Workload } from './workloads.ts';
import { startWriter } from './writer.ts';

const PORTS = { product: 3901, baseline: 3902, bare: 3903 };

interface Row { readonly workload: Workload; readonly ours: LoadResult[]; readonly baseline: LoadResult[] }

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/users/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email: BENCH_EMAIL, password: BENCH_PASSWORD }) });
  const { token } = (await answer.json()) as { token?: string };
  if (token === undefined) throw new Error('the bench user cannot sign in');
  return token;
}

/** Every total that the reads showed must be what a count of all pages' ids says, once the writer has stopped. */
async function checkTotals(url: string, token: string): Promise<string[]> {
  const ask = async (body: object): Promise<{ total: number; data: unknown[] }> =>
    (await (await fetch(`${url}/api/leads/search`, { method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, body: JSON.stringify(body) })).json()) as never;
  const wrong: string[] = [];
  for (const lead_status of ['new', 'attempting_contact', 'screening', 'qualified', 'placed']) {
    const searchTerms = { lead_status };
    const { total } = await ask({ pageSize: 10, searchTerms, sortField: 'last_name' });
    const ids = (await ask({ idsOnly: true, selectAll: true, selectNumberOfRecords: 100_000, searchTerms })).data.length;
    if (total !== ids && ids < 100_000) wrong.push(`${lead_status}: total ${total}, ids ${ids}`);
  }
  return wrong;
}

async function measure(workload: Workload, options: BenchOptions, product: BenchServer, baseline: BenchServer, prepared: Prepared): Promise<Row> {
  const row: Row = { workload, ours: [], baseline: [] };
  const baselineToken = signBaselineToken();
  for (let round = 0; round < options.rounds; round++) {
    const token = await signIn(product.url);
    const writer = workload.reads ? startWriter(product.url, token, prepared.visibleIds) : undefined;
    row.ours.push(await runLoad({ url: product.url, token, seconds: options.seconds, make: () => workload.ours(), check: (body) => workload.checkOurs(body) }));
    await writer?.stop();
    row.baseline.push(await runLoad({ url: baseline.url, token: baselineToken, seconds: options.seconds, make: () => workload.baseline(), check: (body) => workload.checkBaseline(body) }));
  }
  return row;
}

function printRow({ workload, ours, baseline }: Row): void {
  const ratios = ours.map((result, index) => result.rate / (baseline[index] as LoadResult).rate);
  const ratio = median(ratios);
  const bad = [...ours, ...baseline].reduce((sum, result) => sum + result.failed + result.wrong, 0);
  const rate = (results: readonly LoadResult[]): string => Math.round(median(results.map((result) => result.rate))).toLocaleString('en-US');
  process.stdout.write(`| ${workload.name} | ${rate(ours)} | ${rate(baseline)} | ${ratio.toFixed(2)} | ${workload.target} | ${ratio >= workload.target ? 'reached' : 'missed'} | ${median(ours.map((result) => result.p50))} / ${median(ours.map((result) => result.p99))} ms | ${bad === 0 ? 'none' : bad} |\n`);
  const firstBad = [...ours, ...baseline].find((result) => result.firstBad !== undefined)?.firstBad;
  if (firstBad !== undefined) process.stderr.write(`the first of them: ${firstBad.slice(0, 600)}\n`);
}

async function run(): Promise<void> {
  const options = readBenchOptions();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'muster-bench-'));
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
    stops.push(() => baseline.stop(), () => bare.stop());
    const headers = { authorization: `Bearer ${signBaselineToken()}`, 'content-type': 'application/json' };
    const load = async (server: BenchServer, leads: readonly object[]): Promise<void> => void (await fetch(`${server.url}/load`, { method: 'POST', headers, body: JSON.stringify(leads) }));
    const prepared = await prepareStore(environment, options.size, async (leads) => {
      await load(baseline, leads);
      await load(bare, leads.slice(0, 1));
    });
    const product = await startProduct(PORTS.product, environment);
    stops.push(() => product.stop());
    await signIn(product.url);
    const node = timeNode();
    process.stdout.write(`${new Date().toISOString().slice(0, 10)}, ${os.cpus().length} cores, Node ${process.version}, node -e 0: ${node} ms, ${options.size.toLocaleString('en-US')} leads on ${options.store}\n`);
    process.stdout.write(`start to first answer ${Math.round(product.startedIn)} ms, memory idle ${readMemory(product.pid)} MB, seed ${Math.round(prepared.seedRate)} records/s\n\n`);
    process.stdout.write('| work | ours /s | baseline /s | ratio | at least | | p50 / p99 | wrong |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n');
    let memory = 0;
    for (const workload of makeWorkloads(prepared.visibleIds, options.size)) {
      if (options.only.length > 0 && !options.only.includes(workload.name)) continue;
      const row = await measure(workload, options, product, baseline, prepared);
      printRow(row);
      memory = Math.max(memory, readMemory(product.pid));
      if (workload.name === 'create') process.stdout.write(`seed through the pipeline / baseline create: ${(prepared.seedRate / median(row.baseline.map((result) => result.rate))).toFixed(2)} (at least 1.2)\n`);
      if (workload.name === 'get') await compareWithBare(bare, row, options);
    }
    const wrong = await checkTotals(product.url, await signIn(product.url));
    process.stdout.write(`\nmemory under load ${memory} MB; totals after all writes: ${wrong.length === 0 ? 'exact' : wrong.join('; ')}\n`);
    if (wrong.length > 0) process.exitCode = 1;
  } finally {
    for (const stop of stops) await stop().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The baseline is only worth measuring against when its get keeps 0.6 of a server without a database. */
async function compareWithBare(bare: BenchServer, row: Row, options: BenchOptions): Promise<void> {
  const result = await runLoad({ url: bare.url, token: signBaselineToken(), seconds: options.seconds, make: () => row.workload.baseline(), check: () => true });
  const share = median(row.baseline.map((one) => one.rate)) / result.rate;
  process.stdout.write(`baseline get / the same server without a database: ${share.toFixed(2)} (${share >= 0.6 ? 'the baseline holds' : 'the baseline is wrong'})\n`);
}

await run();

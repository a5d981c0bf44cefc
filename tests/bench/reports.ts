// `npm run bench:reports`: exports and grouped reports over a million records; see README.md in this folder.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createApiClient, type ApiClient } from '../support/api-client.ts';
import { median } from './load.ts';
import { LEADS } from './modules/leads.ts';
import { prepareStore } from './prepare.ts';
import { listChildren } from './processor-time.ts';
import { startProduct, type BenchServer } from './servers.ts';
import { getTimeoutFactor, timeNode } from './time-node.ts';

const PORT = 3908;
/** Megabytes of memory that an export adds, and milliseconds of a report whose groups an index serves. */
const BOUNDS = { memory: 300, report: 1000 } as const;
const ADMIN = { email: 'bench.admin@muster.example', password: 'Bench-admin1!' } as const;
const FORMATS = ['csv', 'ndjson', 'xlsx'] as const;
const SAMPLE_MILLISECONDS = 50;
const MEGABYTE = 1_048_576;

/** Resident memory in megabytes: of a process, and of those that it started. */
function readMemory(pid: number): number {
  const own = Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  return listChildren(pid).reduce((sum, child) => sum + readMemory(child), own);
}

/** An Excel file of a million records can have few columns. */
const COLUMNS: { readonly [format: string]: string } = { xlsx: '&fields=name,lead_status,profession,next_date' };

/** Reads a whole export; the memory of the server before it, and the highest while it is read. */
async function readExport({ url, pid }: BenchServer, token: string, format: string) {
  const before = readMemory(pid);
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, readMemory(pid))), SAMPLE_MILLISECONDS);
  const startedAt = performance.now();
  let bytes = 0;
  try {
    const response = await fetch(`${url}/api/leads/export?format=${format}${COLUMNS[format] ?? ''}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (response.status !== 200 || response.body === null)
      throw new Error(`an export returned ${response.status}: ${await response.text()}`);
    for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) bytes += part.length;
  } finally {
    clearInterval(timer);
  }
  return { bytes, before, peak, seconds: (performance.now() - startedAt) / 1000 };
}

/** Milliseconds of a report, each time after a save: what was counted before is not used again. */
async function timeReport(admin: ApiClient, group: string, rounds: number) {
  const body = { report: { name: 'Bench', related_module: 'leads', group_by: [group], aggregates: [{ function: 'count' }] } };
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const saved = await admin.post('/api/leads', { first_name: 'Bench', last_name: `Counted ${group} ${round}` });
    if (saved.status !== 201) throw new Error(`a save returned ${saved.status}: ${JSON.stringify(saved.body)}`);
    const startedAt = performance.now();
    const { status, body: data } = await admin.post('/api/reports/preview', body);
    times.push(performance.now() - startedAt);
    if (status !== 200 || data.figures.rows.length === 0) throw new Error(`a report returned ${status}: ${JSON.stringify(data)}`);
  }
  const { body: cost } = await admin.post('/api/reports/estimate', body);
  return { time: median(times), cost: cost as { records: number; milliseconds: number | null; usesIndex: boolean } };
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: { size: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '5' }, folder: { type: 'string' } },
  });
  const [size, rounds] = [Number(values.size), Number(values.rounds)];
  const folder = values.folder ?? mkdtempSync(path.join(os.tmpdir(), 'muster-bench-reports-'));
  mkdirSync(folder, { recursive: true });
  const isSeeded = existsSync(path.join(folder, 'muster.sqlite'));
  const environment: NodeJS.ProcessEnv = {
    MUSTER_DATA_DIR: folder,
    MUSTER_SECRET: 'bench-secret-that-is-long-enough-for-all',
    MONGODB_URL: '',
    MUSTER_ADMIN_EMAIL: ADMIN.email,
    MUSTER_ADMIN_PASSWORD: ADMIN.password,
  };
  let product: BenchServer | undefined;
  try {
    if (!isSeeded) await prepareStore(environment, { module: LEADS, size }, () => Promise.resolve());
    product = await startProduct(PORT, environment);
    const token = (await createApiClient(product.url, undefined).post('/api/users/login', ADMIN)).body.token as string;
    const admin = createApiClient(product.url, token);
    const node = timeNode();
    const factor = getTimeoutFactor(node);
    process.stdout.write(
      `${new Date().toISOString().slice(0, 10)}, ${os.cpus().length} cores, Node ${process.version}, node -e 0: ${Math.round(node)} ms, ${size.toLocaleString('en-US')} leads on SQLite, memory before ${Math.round(readMemory(product.pid))} MB\n\n`,
    );
    process.stdout.write('| what | measured | at most | |\n| --- | --- | --- | --- |\n');
    const print = (what: string, figure: string, limit: string, isReached: boolean): void => {
      process.stdout.write(`| ${what} | ${figure} | ${limit} | ${isReached ? 'reached' : 'missed'} |\n`);
      if (!isReached) process.exitCode = 1;
    };
    for (const [group, isIndexed] of [
      ['lead_status', true],
      ['current_address.city', false],
    ] as const) {
      const { time, cost } = await timeReport(admin, group, rounds);
      const stated = `stated cost ${cost.milliseconds ?? 'unknown'} ms, ${cost.usesIndex ? 'an index' : 'no index'}`;
      if (isIndexed)
        print(
          `report by ${group} (${stated})`,
          `${Math.round(time)} ms`,
          `${Math.round(BOUNDS.report * factor)} ms`,
          time <= BOUNDS.report * factor && cost.usesIndex,
        );
      else print(`report by ${group} (${stated})`, `${Math.round(time)} ms`, 'stated', cost.milliseconds !== null);
    }
    for (const format of FORMATS) {
      const { bytes, before, peak, seconds } = await readExport(product, token, format);
      const rate = Math.round(size / seconds).toLocaleString('en-US');
      const added = peak - before;
      const what = `memory that an export as ${format} adds (${rate} records/s, ${Math.round(bytes / MEGABYTE)} MB, ${Math.round(peak)} MB in all)`;
      print(what, `${Math.round(added)} MB`, `${BOUNDS.memory} MB`, added <= BOUNDS.memory);
    }
  } catch (error) {
    process.stderr.write(product?.output() ?? '');
    throw error;
  } finally {
    await product?.stop().catch(() => undefined);
    if (values.folder === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

await run();

// `npm run bench:ui`: how soon after the click on Sign in the first grid can be used, and how much JavaScript comes; see README.md beside this file.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BUDGETS } from '../browser/bundle-budget.ts';
import { median } from './load.ts';
import { BENCH_EMAIL, BENCH_PASSWORD, prepareStore } from './prepare.ts';
import { startProduct } from './servers.ts';
import { timeNode } from './time-node.ts';
import { openVisitor, readFirstGrid, signIn } from './ui-page.ts';

const PORT = 3904;
/** Milliseconds to the first usable grid, cold, where `node -e 0` takes `NODE_MILLISECONDS`. */
const BOUND_MILLISECONDS = 2000;
const NODE_MILLISECONDS = 40;

interface Times { readonly cold: number; readonly warm: number }

/** One visitor: first with an empty cache, then again with what the first visit left. */
async function timeVisits(program: string, url: string): Promise<Times> {
  const { page, close } = await openVisitor(program, url);
  try {
    const visit = async (): Promise<number> => {
      await page.goto('/app/leads');
      await signIn(page, BENCH_EMAIL, BENCH_PASSWORD);
      return readFirstGrid(page);
    };
    const cold = await visit();
    await page.goto('/logout');
    await page.locator('a.ms-button[href="/login"]').waitFor();
    return { cold, warm: await visit() };
  } finally {
    await close();
  }
}

/** What a browser that takes gzip alone was sent: up to the shell with its first page, and up to the first grid after it. */
async function countBytes(program: string, url: string): Promise<{ readonly shell: number; readonly grid: number }> {
  const { page, scriptBytes, close } = await openVisitor(program, url);
  try {
    await page.goto('/login');
    await signIn(page, BENCH_EMAIL, BENCH_PASSWORD);
    await page.getByRole('link', { name: 'Leads' }).waitFor();
    await page.waitForLoadState('networkidle');
    const shell = scriptBytes();
    await page.getByRole('link', { name: 'Leads' }).click();
    await page.locator('.ag-row .mg-name').first().waitFor();
    await page.waitForLoadState('networkidle');
    return { shell, grid: scriptBytes() };
  } finally {
    await close();
  }
}

function printRow(what: string, figure: number, unit: string, most: number): void {
  const show = (value: number): string => Math.round(value).toLocaleString('en-US');
  process.stdout.write(`| ${what} | ${show(figure)} ${unit} | ${show(most)} ${unit} | ${figure <= most ? 'reached' : 'missed'} |\n`);
}

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { size: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '5' } } });
  const size = Number(values.size);
  const program = process.env.CHROMIUM_PATH;
  if (program === undefined) throw new Error('CHROMIUM_PATH is not set: name a Chromium to measure with');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'muster-bench-ui-'));
  const environment: NodeJS.ProcessEnv = { MUSTER_DATA_DIR: folder, MUSTER_SECRET: 'bench-secret-that-is-long-enough-for-all', MONGODB_URL: '' };
  let stop = async (): Promise<void> => undefined;
  try {
    await prepareStore(environment, size, () => Promise.resolve());
    const product = await startProduct(PORT, environment);
    stop = () => product.stop();
    const node = timeNode();
    const { shell, grid } = await countBytes(program, product.url);
    const visits: Times[] = [];
    for (let round = 0; round < Number(values.rounds); round++) visits.push(await timeVisits(program, product.url));
    const bound = (BOUND_MILLISECONDS * node) / NODE_MILLISECONDS;
    process.stdout.write(`${new Date().toISOString().slice(0, 10)}, ${os.cpus().length} cores, Node ${process.version}, node -e 0: ${node} ms, ${size.toLocaleString('en-US')} leads, median of ${visits.length}\n\n`);
    process.stdout.write('| what | measured | at most | |\n| --- | --- | --- | --- |\n');
    printRow('click on Sign in to first usable grid, cold', median(visits.map(({ cold }) => cold)), 'ms', bound);
    printRow('the same, with a warm cache', median(visits.map(({ warm }) => warm)), 'ms', bound);
    printRow('gzipped JavaScript up to the shell', shell, 'bytes', BUDGETS.shell);
    printRow('gzipped JavaScript up to the first grid', grid, 'bytes', BUDGETS.grid);
    process.stdout.write(`\ncold: ${visits.map(({ cold }) => Math.round(cold)).join(', ')} ms; warm: ${visits.map(({ warm }) => Math.round(warm)).join(', ')} ms\n`);
  } finally {
    await stop().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  }
}

await run();

// `npm run bench:ui`: time from the click on Sign in to the first usable grid, response times of records, scrolling and
// keys, and the amount of JavaScript; see README.md in this folder.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BUDGETS } from '../browser/bundle-budget.ts';
import { publishWide } from '../support/publish-wide.ts';
import { median } from './load.ts';
import { LEADS } from './modules/leads.ts';
import { BENCH_EMAIL, BENCH_PASSWORD, prepareStore } from './prepare.ts';
import { startProduct } from './servers.ts';
import { getTimeoutFactor, timeNode } from './time-node.ts';
import { openVisitor, readFirstGrid, signIn } from './ui-page.ts';
import { countUntilRows, percentile, timeDrag, timeKeys, timeRecords, timeScrolling } from './ui-work.ts';

const PORT = 3904;
/** Maximum milliseconds, on the reference machine. */
const BOUNDS = { cold: 2000, warm: 700, record: 300, blank: 300, key: 50, drag: 16 } as const;

const ADMIN = { email: 'bench.admin@muster.example', password: 'Bench-admin1!' } as const;

interface Times {
  readonly cold: number;
  readonly warm: number;
}

/** One visitor: first with an empty cache, then again with the cache of the first visit. */
async function timeVisits(program: string, url: string): Promise<Times> {
  const { page, close } = await openVisitor(program, url);
  try {
    const visit = async (): Promise<number> => {
      await page.goto('/app/leads?view=all');
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

/** Bytes sent to a browser that only accepts gzip: up to the shell with its first page, and up to the first grid. */
async function countBytes(
  program: string,
  url: string,
): Promise<{ readonly shell: number; readonly grid: number; readonly after: number }> {
  const { page, scriptBytes, close } = await openVisitor(program, url);
  try {
    await page.goto('/login');
    await signIn(page, BENCH_EMAIL, BENCH_PASSWORD);
    await page.getByRole('link', { name: 'Leads' }).waitFor();
    await page.waitForLoadState('networkidle');
    const shell = scriptBytes();
    const grid = await countUntilRows(page, () => page.getByRole('link', { name: 'Leads' }).click());
    // Keyboard shortcuts, tools and other code that loads after the first rows.
    await page.waitForLoadState('networkidle');
    return { shell, grid, after: scriptBytes() - grid };
  } finally {
    await close();
  }
}

/** Records and scrolling as the reader of the bench, the form of 80 fields and the editor of its layout as an admin. */
async function timeWork(program: string, url: string, size: number) {
  const reader = await openVisitor(program, url);
  try {
    await reader.page.goto('/app/leads?view=all');
    await signIn(reader.page, BENCH_EMAIL, BENCH_PASSWORD);
    await reader.page.locator('.ag-row .mg-name').first().waitFor();
    const records = await timeRecords(reader.page);
    const scrolling = await timeScrolling(reader.page, size / 2);
    return { records, scrolling, ...(await timeEditing(program, url)) };
  } finally {
    await reader.close();
  }
}

async function timeEditing(program: string, url: string): Promise<{ readonly keys: readonly number[]; readonly moves: readonly number[] }> {
  const { page, close } = await openVisitor(program, url);
  try {
    await page.goto('/login');
    await signIn(page, ADMIN.email, ADMIN.password);
    await page.getByRole('link', { name: 'Leads' }).first().waitFor();
    await page.goto('/app/wide/new');
    await page.locator('.mv-form-main textarea').first().waitFor();
    await page.waitForLoadState('networkidle');
    const keys = await timeKeys(page);
    await page.goto('/admin/studio/layouts/wide_edit');
    await page.locator('[data-canvas] .sl-handle').first().waitFor();
    await page.waitForLoadState('networkidle');
    return { keys, moves: await timeDrag(page) };
  } finally {
    await close();
  }
}

function printRow(what: string, figure: number, unit: string, limit: number): void {
  const show = (value: number): string => Math.round(value).toLocaleString('en-US');
  process.stdout.write(`| ${what} | ${show(figure)} ${unit} | ${show(limit)} ${unit} | ${figure <= limit ? 'reached' : 'missed'} |\n`);
}

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { size: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '5' } } });
  const size = Number(values.size);
  const program = process.env.CHROMIUM_PATH;
  if (program === undefined) throw new Error('CHROMIUM_PATH is not set: name a Chromium to measure with');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'muster-bench-ui-'));
  const environment: NodeJS.ProcessEnv = {
    MUSTER_DATA_DIR: folder,
    MUSTER_SECRET: 'bench-secret-that-is-long-enough-for-all',
    MONGODB_URL: '',
    MUSTER_ADMIN_EMAIL: ADMIN.email,
    MUSTER_ADMIN_PASSWORD: ADMIN.password,
  };
  let stop = async (): Promise<void> => undefined;
  try {
    await prepareStore(environment, { module: LEADS, size }, () => Promise.resolve(), publishWide);
    const product = await startProduct(PORT, environment);
    stop = () => product.stop();
    const node = timeNode();
    const { shell, grid, after } = await countBytes(program, product.url);
    const visits: Times[] = [];
    for (let round = 0; round < Number(values.rounds); round++) visits.push(await timeVisits(program, product.url));
    const { records, scrolling, keys, moves } = await timeWork(program, product.url, size);
    const bound = (of: keyof typeof BOUNDS): number => BOUNDS[of] * getTimeoutFactor(node);
    process.stdout.write(
      `${new Date().toISOString().slice(0, 10)}, ${os.cpus().length} cores, Node ${process.version}, node -e 0: ${node} ms, ${size.toLocaleString('en-US')} leads, median of ${visits.length}\n\n`,
    );
    process.stdout.write('| what | measured | at most | |\n| --- | --- | --- | --- |\n');
    printRow('click on Sign in to first usable grid, cold', median(visits.map(({ cold }) => cold)), 'ms', bound('cold'));
    printRow('the same, with a warm cache', median(visits.map(({ warm }) => warm)), 'ms', bound('warm'));
    printRow(`a record from the grid, median of ${records.length}`, median(records), 'ms', bound('record'));
    printRow('longest blank while the wheel turns', Math.max(0, ...scrolling.wheel), 'ms', bound('blank'));
    printRow('longest blank while the bar is pulled from end to end', Math.max(0, ...scrolling.bar), 'ms', bound('blank'));
    printRow(
      `a key in a form of 80 fields, processor throttled 4 times, p95 of ${keys.length}`,
      percentile(keys, 0.95),
      'ms',
      bound('key'),
    );
    printRow(`a move of a dragged field, editor of 80 fields, p95 of ${moves.length}`, percentile(moves, 0.95), 'ms', bound('drag'));
    printRow('gzipped JavaScript up to the shell', shell, 'bytes', BUDGETS.shell);
    printRow('gzipped JavaScript up to the first grid', grid, 'bytes', BUDGETS.grid);
    process.stdout.write(
      `\ncold: ${visits.map(({ cold }) => Math.round(cold)).join(', ')} ms; warm: ${visits.map(({ warm }) => Math.round(warm)).join(', ')} ms; records: ${records.map(Math.round).join(', ')} ms; ${scrolling.wheel.length} and ${scrolling.bar.length} blanks, medians ${Math.round(percentile(scrolling.wheel, 0.5))} and ${Math.round(percentile(scrolling.bar, 0.5))} ms; keys: median ${percentile(keys, 0.5)}, longest ${Math.max(...keys)} ms; after the first rows ${after.toLocaleString('en-US')} bytes more\n`,
    );
  } finally {
    await stop().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  }
}

await run();

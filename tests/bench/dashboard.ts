// `npm run bench:dashboard`: time until a dashboard of 12 widgets shows figures, and what an open dashboard costs saves; see README.md in
// this folder.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { createApiClient, type ApiClient } from '../support/api-client.ts';
import { median } from './load.ts';
import { LEADS } from './modules/leads.ts';
import { prepareStore } from './prepare.ts';
import { startProduct } from './servers.ts';
import { getTimeoutFactor, timeNode } from './time-node.ts';
import { openVisitor, signIn } from './ui-page.ts';

const PORT = 3906;
/** Milliseconds on the reference machine, and the ratio of the times of saves. */
const BOUNDS = { first: 500, all: 1500, live: 2000, ratio: 1.05 } as const;
const ADMIN = { email: 'bench.admin@muster.example', password: 'Bench-admin1!' } as const;
/** Eight charts, and four number cards. */
const CHARTS: readonly (readonly [type: string, by: readonly string[]])[] = [
  ['donut', ['lead_status']],
  ['bar', ['profession']],
  ['line', ['createdAt', 'lead_status']],
  ['stacked', ['profession', 'lead_status']],
  ['area', ['createdAt']],
  ['funnel', ['lead_status']],
  ['leaderboard', ['assigned_to']],
  ['pie', ['profession']],
];
const NUMBERS = 4;
const WIDGETS = CHARTS.length + NUMBERS;
/** Milliseconds in which a dashboard that was opened has drawn its charts. */
const SETTLE = 3_000;
/** Saves of each of the alternating series. */
const SAVES = 40;

async function mustCreate(admin: ApiClient, route: string, body: object): Promise<string> {
  const response = await admin.post(route, body);
  if (response.status !== 201) throw new Error(`${route}: ${JSON.stringify(response.body)}`);
  return (response.body._id ?? response.body.id) as string;
}

/** The dashboard of the admin. */
async function createDashboard(admin: ApiClient): Promise<void> {
  const widgets: object[] = [];
  for (let at = 0; at < NUMBERS; at++)
    widgets.push({
      widget: 'number',
      title: `Number ${at}`,
      settings: { module: 'leads', view: 'all', shows: 'count' },
      place: { column: at * 3, row: 0, width: 3, height: 3 },
    });
  for (const [at, [type, by]] of CHARTS.entries()) {
    const report = await mustCreate(admin, '/api/reports', { name: `Report ${at}`, related_module: 'leads', group_by: by });
    const chart = await mustCreate(admin, '/api/report-charts', { name: `Chart ${at}`, report, chart_type: type });
    widgets.push({
      widget: 'chart',
      title: `Chart ${at}`,
      chart,
      place: { column: (at % 2) * 6, row: 3 + Math.floor(at / 2) * 8, width: 6, height: 8 },
    });
  }
  await mustCreate(admin, '/api/user-dashboards/copy', { name: 'Bench', widgets });
}

/** Milliseconds from opening the page until this many widgets show figures. */
function waitForFigures(page: Page, count: number): Promise<number> {
  return page
    .waitForFunction(
      (wanted) => {
        const shown = document.querySelectorAll('.ms-number-figure, .db-content .ch-chart, .db-content table').length;
        return shown >= wanted ? performance.now() : false;
      },
      count,
      { polling: 'raf' },
    )
    .then((handle) => handle.jsonValue() as Promise<number>);
}

async function timeDashboard(program: string, url: string, rounds: number) {
  const visitor = await openVisitor(program, url);
  const { page } = visitor;
  await page.goto('/login');
  await signIn(page, ADMIN.email, ADMIN.password);
  await waitForFigures(page, WIDGETS);
  const times: { readonly first: number; readonly all: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    await page.goto('/app/dashboard', { waitUntil: 'commit' });
    const [first, all] = await Promise.all([waitForFigures(page, 1), waitForFigures(page, WIDGETS)]);
    times.push({ first, all });
  }
  return { times, visitor };
}

async function timeSaves(admin: ApiClient, lead: string): Promise<readonly number[]> {
  const times: number[] = [];
  for (let at = 0; at < SAVES; at++) {
    const startedAt = performance.now();
    const { status } = await admin.put(`/api/leads/${lead}`, { description: `Save ${startedAt}` });
    if (status !== 200) throw new Error(`a save returned ${status}`);
    times.push(performance.now() - startedAt);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return times;
}

/** Milliseconds from the request of a save until a number card counts its record, for each round. */
async function timeLiveFigure(admin: ApiClient, page: Page, rounds: number): Promise<readonly number[]> {
  await page.goto('/app/dashboard');
  await waitForFigures(page, WIDGETS);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await page.waitForLoadState('networkidle');
    await new Promise((resolve) => setTimeout(resolve, SETTLE));
    const before = await page.locator('.ms-number-figure').first().innerText();
    const startedAt = performance.now();
    await mustCreate(admin, '/api/leads', { first_name: 'Bench', last_name: `Live ${round}` });
    await page.waitForFunction((text) => document.querySelector('.ms-number-figure')?.textContent !== text, before, { polling: 'raf' });
    times.push(performance.now() - startedAt);
  }
  return times;
}

/** The times of saves while the dashboard is open and while it is closed, in turns. */
async function timeSavesBeside(admin: ApiClient, page: Page, rounds: number) {
  const lead = await mustCreate(admin, '/api/leads', { first_name: 'Bench', last_name: 'Saved' });
  const [open, closed]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    await page.goto('/app/dashboard');
    await waitForFigures(page, WIDGETS);
    // What an open dashboard costs, not what opening it does: its charts are drawn, and nothing is loaded any more.
    await page.waitForLoadState('networkidle');
    await new Promise((resolve) => setTimeout(resolve, SETTLE));
    open.push(...(await timeSaves(admin, lead)));
    await page.goto('about:blank');
    closed.push(...(await timeSaves(admin, lead)));
  }
  return { open: median(open), closed: median(closed) };
}

function printRow(what: string, figure: string, limit: string, isReached: boolean): void {
  process.stdout.write(`| ${what} | ${figure} | ${limit} | ${isReached ? 'reached' : 'missed'} |\n`);
  if (!isReached) process.exitCode = 1;
}

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { size: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '5' } } });
  const [size, rounds] = [Number(values.size), Number(values.rounds)];
  const program = process.env.CHROMIUM_PATH;
  if (program === undefined) throw new Error('CHROMIUM_PATH is not set: name a Chromium to measure with');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'muster-bench-dashboard-'));
  const environment: NodeJS.ProcessEnv = {
    MUSTER_DATA_DIR: folder,
    MUSTER_SECRET: 'bench-secret-that-is-long-enough-for-all',
    MONGODB_URL: '',
    MUSTER_ADMIN_EMAIL: ADMIN.email,
    MUSTER_ADMIN_PASSWORD: ADMIN.password,
  };
  let stop = async (): Promise<void> => undefined;
  try {
    await prepareStore(environment, { module: LEADS, size }, () => Promise.resolve());
    const product = await startProduct(PORT, environment);
    stop = () => product.stop();
    const token = (await createApiClient(product.url, undefined).post('/api/users/login', ADMIN)).body.token as string;
    const admin = createApiClient(product.url, token);
    await createDashboard(admin);
    const node = timeNode();
    const factor = getTimeoutFactor(node);
    const { times, visitor } = await timeDashboard(program, product.url, rounds);
    const saves = await timeSavesBeside(admin, visitor.page, Math.max(1, Math.floor(rounds / 2)));
    const live = await timeLiveFigure(admin, visitor.page, rounds);
    await visitor.close();
    const [first, all] = [median(times.map((one) => one.first)), median(times.map((one) => one.all))];
    process.stdout.write(
      `${new Date().toISOString().slice(0, 10)}, ${os.cpus().length} cores, Node ${process.version}, node -e 0: ${Math.round(node)} ms, ${size.toLocaleString('en-US')} leads, ${WIDGETS} widgets, median of ${times.length}\n\n`,
    );
    process.stdout.write('| what | measured | at most | |\n| --- | --- | --- | --- |\n');
    const milliseconds = (what: string, figure: number, bound: number): void =>
      printRow(what, `${Math.round(figure)} ms`, `${Math.round(bound * factor)} ms`, figure <= bound * factor);
    milliseconds('opening the dashboard to the first figure', first, BOUNDS.first);
    milliseconds('the same, to the figures of all widgets', all, BOUNDS.all);
    milliseconds('a save until an open dashboard counts it, longest', Math.max(...live), BOUNDS.live);
    const ratio = saves.open / saves.closed;
    printRow('a save beside an open dashboard / without', ratio.toFixed(3), String(BOUNDS.ratio), ratio <= BOUNDS.ratio);
    process.stdout.write(`\nsaves: ${saves.open.toFixed(1)} ms beside the open dashboard, ${saves.closed.toFixed(1)} ms without\n`);
  } finally {
    await stop().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  }
}

await run();

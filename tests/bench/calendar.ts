// `npm run bench:calendar`: time until a month with thousands of events is shown, by the server and in the browser; see README.md here.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { composeApplication, readConfiguration } from '../../engine/application/index.ts';
import type { JsonObject } from '#engine/model/values';
import { median } from './load.ts';
import { startProduct } from './servers.ts';
import { getTimeoutFactor, timeNode } from './time-node.ts';
import { openVisitor, signIn } from './ui-page.ts';

const PORT = 3907;
/** Milliseconds until the month is shown, on the reference machine. */
const BOUND = 300;
const ADMIN = { email: 'bench.admin@muster.example', password: 'Bench-admin1!' } as const;
const SILENT_LOG = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: console.error };
/** One of so many events repeats each week. */
const REPEATED_SHARE = 20;

const eventOf = (number: number): JsonObject => {
  const start = Date.UTC(2027, 2, 1 + (number % 31), 12 + (number % 10));
  return {
    title: `Event ${number}`,
    start: new Date(start).toISOString(),
    end: new Date(start + 3_600_000).toISOString(),
    ...(number % REPEATED_SHARE === 0 ? { recurrence: 'FREQ=WEEKLY', time_zone: 'America/New_York' } : {}),
  };
};

async function seed(environment: NodeJS.ProcessEnv, size: number): Promise<void> {
  const application = await composeApplication(readConfiguration({ ...environment, MUSTER_SEED: 'none' }, os.tmpdir()), {
    log: SILENT_LOG,
  });
  await application.ensureFirstAdmin();
  const records = Array.from({ length: size }, (_, number) => eventOf(number));
  const { refused } = await application.records.createMany(SYSTEM_ACTOR, { module: 'calendarEvents', records, quiet: true });
  if (refused.length > 0) throw new Error(`an event was refused: ${JSON.stringify(refused[0])}`);
  await application.close();
}

/** Milliseconds from a click on Next month until its entries are painted. Each round reads the month again. */
async function timeMonth(page: Page): Promise<number> {
  await page.goto('/app/module/calendarEvents?viewType=calendar:start&span=month&at=2027-02');
  await page.getByRole('heading', { name: 'February 2027' }).waitFor();
  await page.waitForLoadState('networkidle');
  return page.evaluate(async () => {
    const next = document.querySelector<HTMLElement>('[aria-label="Next month"]');
    const startedAt = performance.now();
    next?.click();
    // A named function would need what the compiler adds, which the page does not have.
    while (document.querySelectorAll('[data-day^="2027-03-1"] .mc-entry').length < 20)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - startedAt;
  });
}

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { size: { type: 'string', default: '2000' }, rounds: { type: 'string', default: '7' } } });
  const program = process.env.CHROMIUM_PATH;
  if (program === undefined) throw new Error('CHROMIUM_PATH is not set: name a Chromium to measure with');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'muster-bench-calendar-'));
  const environment: NodeJS.ProcessEnv = {
    MUSTER_DATA_DIR: folder,
    MUSTER_SECRET: 'bench-secret-that-is-long-enough-for-all',
    MUSTER_ADMIN_EMAIL: ADMIN.email,
    MUSTER_ADMIN_PASSWORD: ADMIN.password,
  };
  let stop = async (): Promise<void> => undefined;
  try {
    await seed(environment, Number(values.size));
    const product = await startProduct(PORT, { ...environment, MONGODB_URL: '' });
    stop = () => product.stop();
    const node = timeNode();
    const { page, close } = await openVisitor(program, product.url);
    await page.goto('/login');
    await signIn(page, ADMIN.email, ADMIN.password);
    await page.getByRole('link', { name: 'Leads' }).first().waitFor();
    const times: number[] = [];
    // The first round loads the code of the calendar too.
    for (let round = 0; round <= Number(values.rounds); round++) times.push(await timeMonth(page));
    await close();
    const limit = BOUND * getTimeoutFactor(node);
    const figure = median(times.slice(1));
    process.stdout.write(
      `${new Date().toISOString().slice(0, 10)}, ${os.cpus().length} cores, Node ${process.version}, node -e 0: ${node} ms, ${Number(values.size).toLocaleString('en-US')} events\n\n` +
        `| what | measured | at most | |\n| --- | --- | --- | --- |\n` +
        `| Next month until its events are shown, median of ${times.length - 1} | ${Math.round(figure)} ms | ${Math.round(limit)} ms | ${figure <= limit ? 'reached' : 'missed'} |\n\n` +
        `rounds: ${times.map(Math.round).join(', ')} ms\n`,
    );
  } finally {
    await stop().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  }
}

await run();

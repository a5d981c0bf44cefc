// `npm run bench:start`: milliseconds from `npm start` until the product responds and is ready, with demo data; see README.md.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { median } from './load.ts';
import { assertFree, isListening } from './servers.ts';
import { getTimeoutFactor, timeNode } from './time-node.ts';

const TOP = path.resolve(import.meta.dirname, '../..');
/** Milliseconds for a start without a build and without demo data to load, where `node -e 0` takes 40 ms. */
const TARGET = 3_000;
const PORT = 39_310;
const ADDRESS = `http://127.0.0.1:${PORT}`;
const FIRST_START_LIMIT = 600_000;

interface StartTimes {
  /** Until `/api/health` responds. */
  readonly health: number;
  /** Until `/api/ready` responds with success. */
  readonly ready: number;
}

/** Starts the product with `npm start` on a data folder, and stops it. */
async function timeStart(folder: string): Promise<StartTimes> {
  const startedAt = performance.now();
  // In a group of its own: npm does not pass every signal on.
  const child = spawn('npm', ['start', '--silent'], {
    cwd: TOP,
    detached: true,
    env: { ...process.env, PORT: String(PORT), HOST: '127.0.0.1', MUSTER_DATA_DIR: folder, MONGODB_URL: '', REDIS_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4_000)));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const waitFor = async (probe: string): Promise<number> => {
    while (performance.now() - startedAt < FIRST_START_LIMIT) {
      if (child.exitCode !== null) throw new Error(`the product ended: ${output}`);
      const response = await fetch(ADDRESS + probe).catch(() => undefined);
      if (response?.ok === true) return performance.now() - startedAt;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`no response from ${probe}: ${output}`);
  };
  try {
    return { health: await waitFor('/api/health'), ready: await waitFor('/api/ready') };
  } finally {
    if (child.exitCode === null) process.kill(-(child.pid as number), 'SIGTERM');
    await ended;
    // npm ends before the product does.
    while (await isListening(ADDRESS)) await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
  await assertFree(ADDRESS);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'muster-bench-start-'));
  try {
    const node = timeNode();
    const limit = Math.round(TARGET * getTimeoutFactor(node));
    const first = await timeStart(folder);
    const later: StartTimes[] = [];
    for (let round = 0; round < Number(values.rounds); round += 1) later.push(await timeStart(folder));
    const shown = (time: number): string => `${Math.round(time).toLocaleString('en-US')} ms`;
    const ready = median(later.map((times) => times.ready));
    process.stdout.write(`${os.cpus().length} cores, Node ${process.version}, node -e 0: ${node} ms, demo data on SQLite\n\n`);
    process.stdout.write('| start | responds | ready | at most | |\n| --- | --- | --- | --- | --- |\n');
    process.stdout.write(`| first, with a build if needed and the demo data | ${shown(first.health)} | ${shown(first.ready)} | | |\n`);
    process.stdout.write(
      `| later, median of ${later.length} | ${shown(median(later.map((times) => times.health)))} | ${shown(ready)} | ${shown(limit)} | ${ready <= limit ? 'reached' : 'missed'} |\n`,
    );
    if (ready > limit) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();

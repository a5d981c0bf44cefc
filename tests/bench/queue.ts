// `npm run bench:queue`: jobs per second of the queue in the store, and of the queue in Redis compared with bare BullMQ; see README.md.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import { createBullmqQueue } from '../../engine/adapters/bullmq/index.ts';
import { createEmbeddedQueue } from '../../engine/adapters/embedded-queue/index.ts';
import { createMongoStore } from '../../engine/adapters/mongodb/index.ts';
import { createSqliteStore } from '../../engine/adapters/sqlite/index.ts';
import { createIds, createSystemClock } from '../../engine/application/system-ports.ts';
import type { QueuePort, StorePort } from '../../engine/ports/index.ts';
import { removeKeys } from '../contract/queue/remove-keys.ts';
import { median } from './load.ts';
import { timeNode } from './time-node.ts';

const EMBEDDED_TARGET = 1_000;
const RATIO_TARGET = 0.5;
const QUEUE = 'bench';
const PAYLOAD = { record: '018f0d5c-6f5e-7000-8000-000000000000', event: 'update', module: 'leads' };
const RETENTION_SECONDS = 30 * 86_400;
const LOG = { debug: () => undefined, info: () => undefined, warn: console.warn, error: console.error };

interface Options {
  readonly jobs: number;
  readonly rounds: number;
  readonly concurrency: number;
  /** Adds in progress at the same time. */
  readonly adding: number;
}

/** Adds jobs while others run, and resolves with the jobs per second from the first add until all have run. */
async function measure(options: Options, add: (index: number) => Promise<unknown>, allRan: Promise<void>): Promise<number> {
  const startedAt = performance.now();
  let next = 0;
  const addSome = async (): Promise<void> => {
    while (next < options.jobs) await add(next++);
  };
  await Promise.all(Array.from({ length: options.adding }, addSome));
  await allRan;
  return (options.jobs / (performance.now() - startedAt)) * 1000;
}

/** A handler, and a promise of when it was called for all jobs. */
function countRuns(jobs: number): { readonly handler: () => Promise<void>; readonly allRan: Promise<void> } {
  let runs = 0;
  let resolve: () => void = () => undefined;
  const allRan = new Promise<void>((settle) => {
    resolve = settle;
  });
  const handler = async (): Promise<void> => {
    runs += 1;
    if (runs === jobs) resolve();
  };
  return { handler, allRan };
}

/** The end of the last jobs may still be on its way to the storage when all have run: it is part of the time. */
async function measurePort(queue: QueuePort, options: Options): Promise<number> {
  const { handler, allRan } = countRuns(options.jobs);
  let stopped: Promise<void> | undefined;
  const worker = queue.work(QUEUE, handler, { concurrency: options.concurrency });
  const rate = await measure(
    options,
    () => queue.add(QUEUE, { payload: PAYLOAD }),
    allRan.then(() => (stopped ??= worker.stop())),
  );
  return rate;
}

async function measureStore(store: StorePort, options: Options): Promise<number> {
  const clock = createSystemClock();
  const queue = await createEmbeddedQueue({ store, clock, ids: createIds(clock), log: LOG });
  const rate = await measurePort(queue, options);
  const { total } = await queue.list({ queue: QUEUE, state: 'completed', limit: 1 });
  if (total % options.jobs !== 0) throw new Error(`${total} jobs have completed`);
  await queue.stop();
  return rate;
}

async function measureOurs(url: string, options: Options): Promise<number> {
  const prefix = `muster-bench-${randomUUID().slice(0, 8)}`;
  const queue = await createBullmqQueue({ url, prefix, ids: createIds(createSystemClock()), log: LOG });
  const rate = await measurePort(queue, options);
  await queue.stop();
  await clean(url, prefix);
  return rate;
}

async function measureBare(url: string, options: Options): Promise<number> {
  const prefix = `muster-bench-${randomUUID().slice(0, 8)}`;
  const { handler, allRan } = countRuns(options.jobs);
  const connections = [new Redis(url, { maxRetriesPerRequest: null }), new Redis(url, { maxRetriesPerRequest: null })] as const;
  const removal = { age: RETENTION_SECONDS };
  const queue = new Queue(QUEUE, { connection: connections[0], prefix });
  const worker = new Worker(QUEUE, handler, {
    connection: connections[1],
    prefix,
    concurrency: options.concurrency,
    removeOnComplete: removal,
    removeOnFail: removal,
  });
  await Promise.all([queue.waitUntilReady(), worker.waitUntilReady()]);
  const rate = await measure(
    options,
    () => queue.add('job', PAYLOAD),
    allRan.then(() => worker.close()),
  );
  await queue.close();
  for (const connection of connections) connection.disconnect();
  await clean(url, prefix);
  return rate;
}

async function clean(url: string, prefix: string): Promise<void> {
  const client = new Redis(url);
  await removeKeys(client, prefix);
  await client.quit();
}

async function benchEmbedded(name: string, options: Options, open: () => Promise<StorePort>): Promise<void> {
  const rates: number[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    const store = await open();
    rates.push(await measureStore(store, options));
    await store.close();
  }
  const rate = median(rates);
  const isReached = rate >= EMBEDDED_TARGET ? 'reached' : 'missed';
  print(
    `| embedded-queue on ${name} | ${format(rate)} | ${format(Math.min(...rates))} to ${format(Math.max(...rates))} | ${name === 'SQLite' ? `${format(EMBEDDED_TARGET)} ${isReached}` : ''} |`,
  );
}

async function benchBullmq(url: string, options: Options): Promise<void> {
  const [ours, bare, ratios] = [[], [], []] as [number[], number[], number[]];
  for (let round = 0; round < options.rounds; round += 1) {
    // Which of them is first alternates.
    const isOursFirst = round % 2 === 0;
    const first = isOursFirst ? await measureOurs(url, options) : await measureBare(url, options);
    const second = isOursFirst ? await measureBare(url, options) : await measureOurs(url, options);
    const [own, other] = isOursFirst ? [first, second] : [second, first];
    ours.push(own);
    bare.push(other);
    ratios.push(own / other);
  }
  const ratio = median(ratios);
  print(`| bullmq | ${format(median(ours))} | ${format(Math.min(...ours))} to ${format(Math.max(...ours))} | |`);
  print(`| bare BullMQ | ${format(median(bare))} | ${format(Math.min(...bare))} to ${format(Math.max(...bare))} | |`);
  print(
    `| bullmq / bare, pairs | ${ratio.toFixed(2)} | ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)} | ${RATIO_TARGET} ${ratio >= RATIO_TARGET ? 'reached' : 'missed'} |`,
  );
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function format(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      jobs: { type: 'string', default: '5000' },
      rounds: { type: 'string', default: '5' },
      concurrency: { type: 'string', default: '50' },
      adding: { type: 'string', default: '100' },
    },
  });
  const { jobs, rounds, concurrency, adding } = values;
  const options: Options = { jobs: Number(jobs), rounds: Number(rounds), concurrency: Number(concurrency), adding: Number(adding) };
  const { MONGODB_URL: mongoUrl, REDIS_URL: redisUrl } = process.env;
  print(
    `${new Date().toISOString().slice(0, 10)}, ${os.cpus().length} cores, Node ${process.version}, node -e 0: ${timeNode()} ms, load ${os.loadavg()[0]?.toFixed(1)}, ${jobs} jobs, concurrency ${concurrency}, ${adding} adds at a time, median of ${rounds}\n`,
  );
  print('| queue | jobs /s | from, to | at least |\n| --- | --- | --- | --- |');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'muster-bench-queue-'));
  await benchEmbedded('SQLite', options, () => createSqliteStore({ file: path.join(folder, `${randomUUID()}.sqlite`) }));
  rmSync(folder, { recursive: true, force: true });
  if (mongoUrl !== undefined) {
    const databaseName = `muster_bench_${randomUUID().slice(0, 8)}`;
    await benchEmbedded('MongoDB', options, () => createMongoStore({ url: mongoUrl, databaseName }));
    const client = await MongoClient.connect(mongoUrl);
    await client.db(databaseName).dropDatabase();
    await client.close();
  }
  if (redisUrl !== undefined) await benchBullmq(redisUrl, options);
}

await run();

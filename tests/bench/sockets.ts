// `npm run bench:live`: how long after a save 500 sockets of one node have received it, and another node has shown it; see README.md in
// this folder.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createApiClient, type ApiClient } from '../support/api-client.ts';
import { createLiveClient, type LiveClient } from '../support/live-client.ts';
import { dropDatabase, nameDatabase } from '../../engine/testing/test-database.ts';
import { makeReaders } from './make-readers.ts';
import { measureOtherNode, OPEN_PAGES } from './other-node.ts';
import { readMemory, startProduct, type BenchServer } from './servers.ts';
import { getTimeoutFactor, timeNode } from './time-node.ts';

const PORT = 4618;
/** Milliseconds within which all must have received it, on the reference machine. */
const BOUND_MILLISECONDS = 200;
const ADMIN = { email: 'bench@muster.example', password: 'Bench-pass1!' };
/** Milliseconds between two saves. */
const PAUSE = 100;
/** The same at another node, so that each change is shown by itself. */
const OTHER_NODE_PAUSE = 700;
/** Milliseconds within which another node has received, read and shown a change. */
const OTHER_NODE_BOUND = 500;
const ENVIRONMENT = {
  MUSTER_ADMIN_EMAIL: ADMIN.email,
  MUSTER_ADMIN_PASSWORD: ADMIN.password,
  MUSTER_SECRET: 'a-secret-of-the-bench-that-is-long-enough-0123456789',
};

const { values } = parseArgs({
  options: {
    sockets: { type: 'string', default: '500' },
    events: { type: 'string', default: '60' },
    users: { type: 'string', default: '20' },
  },
});
const [sockets, events, users] = [Number(values.sockets), Number(values.events), Number(values.users)];

const node = timeNode();
const factor = getTimeoutFactor(node);
/** Milliseconds to wait for a message while the sockets are opened. */
const TIMEOUT = 15_000 * factor;

/** Resolves with the milliseconds until every socket has received this version. */
function waitUntilAllReceived(clients: readonly LiveClient[], version: number): Promise<number> {
  const startedAt = performance.now();
  let left = clients.length;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`${left} of ${clients.length} sockets received nothing of version ${version} within 10 s`)),
      10_000,
    );
    for (const { socket } of clients) {
      const onMessage = (data: Buffer): void => {
        if (!data.includes(`"version":${version},`)) return;
        socket.off('message', onMessage);
        left -= 1;
        if (left > 0) return;
        clearTimeout(timer);
        resolve(performance.now() - startedAt);
      };
      socket.on('message', onMessage);
    }
  });
}

async function measure(admin: ApiClient): Promise<readonly number[]> {
  const lead = (await admin.post('/api/leads', { first_name: 'Bench', last_name: 'Live' })).body._id as string;
  const tokens = await makeReaders(admin, users);
  const clients: LiveClient[] = [];
  for (let index = 0; index < sockets; index += 1) {
    const live = await createLiveClient(admin.url, tokens[index % tokens.length], { timeout: TIMEOUT });
    const response = await live.subscribe('all', { kind: 'list', module: 'leads' });
    if (response.type !== 'subscribed') throw new Error(JSON.stringify(response));
    clients.push(live);
  }
  const times: number[] = [];
  for (let version = 2; version <= events + 1; version += 1) {
    const received = waitUntilAllReceived(clients, version);
    await admin.put(`/api/leads/${lead}`, { description: `Event ${version}` });
    times.push(await received);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  for (const live of clients) live.close();
  return times.sort((a, b) => a - b);
}

const at = (sorted: readonly number[], share: number): number =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);

/** Writes a row of the table; a figure with a bound that is missed fails the bench. */
function report(name: string, times: readonly number[], bound: number | undefined): void {
  const sorted = [...times].sort((a, b) => a - b);
  const scaled = bound === undefined ? undefined : Math.round(bound * factor);
  const isReached = scaled === undefined || at(sorted, 0.95) <= scaled;
  const limit = scaled === undefined ? ' | ' : `${scaled} ms | ${isReached ? 'reached' : 'missed'}`;
  process.stdout.write(`| ${name} | ${at(sorted, 0.5)} ms | ${at(sorted, 0.95)} ms | ${at(sorted, 1)} ms | ${limit} |\n`);
  if (!isReached) process.exitCode = 1;
}

/** Sockets of one node, on an empty SQLite file. */
async function measureOneNode(folder: string): Promise<void> {
  const product = await startProduct(PORT, {
    MUSTER_DATA_DIR: path.join(folder, 'one'),
    ...ENVIRONMENT,
    MONGODB_URL: '',
    MUSTER_SECRET: '',
  });
  try {
    const token = (await createApiClient(product.url, undefined).post('/api/users/login', ADMIN)).body.token as string;
    const times = await measure(createApiClient(product.url, token));
    process.stdout.write(
      `${new Date().toISOString().slice(0, 10)}, ${os.cpus().length} cores, Node ${process.version}, node -e 0: ${Math.round(node)} ms, ${sockets} sockets of ${users} people on one node, ${events} saves, memory ${readMemory(product.pid)} MB\n\n`,
    );
    process.stdout.write('| from the request of a save | p50 | p95 | longest | at most (p95) | |\n| --- | --- | --- | --- | --- | --- |\n');
    report('to the last of all sockets of one node', times, BOUND_MILLISECONDS);
  } finally {
    await product.stop();
  }
}

/** Two nodes with the demo data, which share a store. */
async function measureTwoNodes(folder: string, store: string, mongodbUrl: string): Promise<void> {
  const environment = {
    ...ENVIRONMENT,
    MUSTER_DATA_DIR: path.join(folder, store),
    MUSTER_SEED: 'demo',
    MONGODB_URL: mongodbUrl,
    REDIS_URL: mongodbUrl === '' ? '' : (process.env['REDIS_URL'] ?? ''),
  };
  const nodes: BenchServer[] = [];
  try {
    const [first, second] = [await startProduct(PORT, environment), await startProduct(PORT + 1, environment)];
    nodes.push(first, second);
    const times = await measureOtherNode({
      nodes: [first, second],
      person: ADMIN,
      changes: Math.ceil(events / 3),
      pause: OTHER_NODE_PAUSE,
      timeout: TIMEOUT,
      browser: process.env['CHROMIUM_PATH'],
    });
    const name = (what: string): string => `to ${what} the other node, ${store}`;
    report(
      name('a socket of'),
      times.map(({ received }) => received),
      OTHER_NODE_BOUND,
    );
    report(
      name('a search at'),
      times.map(({ read }) => read),
      OTHER_NODE_BOUND,
    );
    for (const page of OPEN_PAGES) {
      const shown = times.flatMap((time) => time.shown[page] ?? []);
      if (shown.length > 0) report(name(`an open ${page} of`), shown, OTHER_NODE_BOUND);
    }
  } finally {
    for (const one of nodes) await one.stop();
  }
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'muster-bench-live-'));
const mongodb = process.env['MONGODB_URL'];
const database = mongodb === undefined || mongodb === '' ? undefined : nameDatabase(mongodb, `bench_live_${Date.now()}`);
try {
  await measureOneNode(folder);
  await measureTwoNodes(folder, 'SQLite', '');
  if (database !== undefined) await measureTwoNodes(folder, 'MongoDB', database);
} finally {
  rmSync(folder, { recursive: true, force: true });
  if (database !== undefined) await dropDatabase(database);
}

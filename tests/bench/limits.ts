// `npm run bench:limits`: how long the product takes at most where somebody or something waits for it; see README.md in this folder.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { CollectionSchema, KeySchema } from '#engine/model/compiled';
import type { FilterNode } from '#engine/model/filter';
import { createMongoStore } from '../../engine/adapters/mongodb/index.ts';
import { createSqliteStore } from '../../engine/adapters/sqlite/index.ts';
import type { StorePort } from '../../engine/ports/index.ts';
import { dropDatabase, nameDatabase } from '../../engine/testing/test-database.ts';
import { createApiClient, type ApiClient } from '../support/api-client.ts';
import { createLiveClient, type LiveClient } from '../support/live-client.ts';
import { startMongoServer, type MongoServer } from '../support/mongo-server.ts';
import { median } from './load.ts';
import { makeReaders } from './make-readers.ts';
import { startProduct, type BenchServer } from './servers.ts';
import { getTimeoutFactor, timeNode } from './time-node.ts';

const PORTS = { first: 4621, second: 4622 };
const ADMIN = { email: 'bench@muster.example', password: 'Bench-pass1!' };
const SECRET = 'a-secret-of-the-bench-that-is-long-enough-0123456789';

/** Milliseconds on the reference machine. */
const BOUNDS = {
  /** From the request of a save at one node until a socket at another node has received the change. */
  change: 500,
  /** From SIGTERM until the process has exited. */
  stop: 2_000,
  /** After the deadline of a query, until its error. */
  deadline: 500,
  /** Until the 503 of a request while MongoDB is away. */
  away: 20_000,
};

/** The median time of a failed sign-in with an unknown e-mail, divided by that with a wrong password, or the other way round. */
const MAX_SIGN_IN_RATIO = 1.5;
/** After ten failures, an e-mail is blocked. */
const MAX_FAILED_SIGN_INS = 9;

/** Milliseconds between two saves. */
const PAUSE = 100;
/** Milliseconds that a costly query may take. */
const DEADLINE = 100;
const COSTLY_RECORDS = 60_000;

const { values } = parseArgs({
  options: {
    changes: { type: 'string', default: '40' },
    sockets: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '5' },
  },
});
const [changes, sockets, rounds] = [Number(values.changes), Number(values.sockets), Number(values.rounds)];

const node = timeNode();
const factor = getTimeoutFactor(node);
/** Milliseconds to wait for a message at a socket. */
const LIVE_TIMEOUT = 15_000 * factor;
/** Sockets of one user, of whom the product allows 50. */
const SOCKETS_OF_USER = 25;
const folder = mkdtempSync(path.join(os.tmpdir(), 'muster-bench-limits-'));
const mongodbUrl = process.env['MONGODB_URL'];
const mongod = process.env['MONGOD_PATH'];

function report(name: string, times: readonly number[], bound: number): void {
  const scaled = Math.round(bound * factor);
  const longest = Math.max(...times);
  const isReached = longest <= scaled;
  const [middle = '', most = ''] = [median([...times]), longest].map((time) => `${Math.round(time).toLocaleString('en-US')} ms`);
  writeRow([name, middle, most, `${scaled.toLocaleString('en-US')} ms`], isReached);
}

function writeRow(cells: readonly string[], isReached: boolean): void {
  process.stdout.write(`| ${[...cells, isReached ? 'reached' : 'missed'].join(' | ')} |\n`);
  if (!isReached) process.exitCode = 1;
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}

/** Starts a node of the product whose data is in this folder, or in this MongoDB. */
function startNode(port: number, name: string, url = ''): Promise<BenchServer> {
  return startProduct(port, {
    MUSTER_DATA_DIR: path.join(folder, name),
    MUSTER_ADMIN_EMAIL: ADMIN.email,
    MUSTER_ADMIN_PASSWORD: ADMIN.password,
    MONGODB_URL: url,
    MUSTER_SECRET: SECRET,
  });
}

async function signIn(url: string): Promise<ApiClient> {
  const { status, body } = await createApiClient(url, undefined).post('/api/users/login', ADMIN);
  if (status !== 200) throw new Error(`the sign-in failed: ${status} ${JSON.stringify(body)}`);
  return createApiClient(url, body.token as string);
}

async function createLead(admin: ApiClient): Promise<string> {
  const { status, body } = await admin.post('/api/leads', { first_name: 'Bench', last_name: 'Limits' });
  if (status !== 201) throw new Error(`a lead was refused: ${status} ${JSON.stringify(body)}`);
  return body._id as string;
}

/** Saves at one node, and waits for the change at another that shares its store. */
async function measureChanges(name: string, url: string | undefined): Promise<void> {
  const nodes = [await startNode(PORTS.first, name, url)];
  try {
    nodes.push(await startNode(PORTS.second, name, url));
    const [saving, watching] = await Promise.all([signIn(nodes[0]?.url ?? ''), signIn(nodes[1]?.url ?? '')]);
    const lead = await createLead(saving);
    const live = await createLiveClient(watching.url, watching.token, { timeout: LIVE_TIMEOUT });
    await live.subscribe('all', { kind: 'list', module: 'leads' });
    const times: number[] = [];
    for (let version = 2; version <= changes + 1; version += 1) {
      times.push(
        await timeOf(async () => {
          const received = live.next('change', (change) => change.id === lead && change.version === version);
          await saving.put(`/api/leads/${lead}`, { description: `Change ${version}` });
          await received;
        }),
      );
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    live.close();
    report(`a change at another node, ${name}`, times, BOUNDS.change);
  } finally {
    for (const one of nodes) await one.stop();
  }
}

/** Stops a node with open sockets, half of which never respond, and connections that send nothing. */
async function measureStop(): Promise<void> {
  const times: number[] = [];
  let readers: readonly string[] | undefined;
  for (let round = 0; round < rounds; round += 1) {
    const server = await startNode(PORTS.first, 'stop');
    const admin = await signIn(server.url);
    readers ??= await makeReaders(admin, Math.ceil(sockets / SOCKETS_OF_USER));
    const open: LiveClient[] = [];
    for (let index = 0; index < sockets; index += 1)
      open.push(await createLiveClient(server.url, readers[index % readers.length], { timeout: LIVE_TIMEOUT, isPaused: index % 2 === 0 }));
    const silent = connect({ port: PORTS.first, host: '127.0.0.1' });
    silent.on('error', () => undefined);
    for (const { socket } of open) socket.on('error', () => undefined);
    times.push(await timeOf(() => server.stop()));
    silent.destroy();
    for (const live of open) live.close();
  }
  report(`stopping with ${sockets} sockets, half of them silent`, times, BOUNDS.stop);
}

/** Alternates failed sign-ins with an unknown e-mail and with a wrong password: their times must not tell which e-mails exist. */
async function measureFailedSignIns(): Promise<void> {
  const server = await startNode(PORTS.first, 'sign-in');
  try {
    const client = createApiClient(server.url, undefined);
    const failSignIn = async (email: string): Promise<void> => {
      const { status } = await client.post('/api/users/login', { email, password: 'Wrong-pass1!' });
      if (status !== 422) throw new Error(`a sign-in that must fail: ${status}`);
    };
    await failSignIn('nobody@muster.example');
    const [unknown, wrong]: [number[], number[]] = [[], []];
    for (let round = 0; round < MAX_FAILED_SIGN_INS; round += 1) {
      unknown.push(await timeOf(() => failSignIn(`nobody${round}@muster.example`)));
      wrong.push(await timeOf(() => failSignIn(ADMIN.email)));
    }
    const ratio = median(unknown) / median(wrong);
    const isReached = Math.max(ratio, 1 / ratio) <= MAX_SIGN_IN_RATIO;
    writeRow(['failed sign-ins, unknown e-mail / wrong password', ratio.toFixed(2), '', MAX_SIGN_IN_RATIO.toFixed(2)], isReached);
  } finally {
    await server.stop();
  }
}

const TEXT: KeySchema = { id: 'text', kind: 'text', list: false };
const COSTLY: CollectionSchema = { name: 'm_costly', keys: [TEXT], indexes: [], contains: [] };
/** A filter that no index serves. Each has texts of its own: the result of a query that was given up may be cached later. */
function createCostlyFilter(): FilterNode {
  const own = randomUUID();
  return { kind: 'any', nodes: Array.from({ length: 200 }, (_, index) => ({ kind: 'contains', key: TEXT, text: `${index} ${own}` })) };
}

/** Milliseconds after its deadline until a query without an index was given up. */
async function timeGivingUp(query: (deadline: number) => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  const outcome = await query(DEADLINE).then(
    () => 'completed',
    (error: { readonly code?: string }) => error.code,
  );
  if (outcome !== 'filter_too_costly') throw new Error(`a query that must be given up: ${outcome}`);
  return performance.now() - startedAt - DEADLINE;
}

async function measureCostlyFilters(name: string, store: StorePort): Promise<void> {
  await store.applySchemas([COSTLY]);
  for (let start = 0; start < COSTLY_RECORDS; start += 1_000)
    await store.commit({
      writes: Array.from({ length: 1_000 }, (_, index) => ({
        kind: 'insert' as const,
        collection: COSTLY.name,
        document: { _id: `id${start + index}`, _version: 1 },
        keys: { text: `${start + index} abc `.repeat(20) },
        definitionVersion: 1,
      })),
    });
  const query = { collection: COSTLY.name, sort: [], limit: 10 };
  const givenUp: number[] = [];
  const next: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    for (const run of [
      (deadline: number) => store.find({ ...query, filter: createCostlyFilter(), deadline }),
      (deadline: number) => store.page({ ...query, filter: createCostlyFilter(), deadline }),
      (deadline: number) =>
        store.group({ collection: COSTLY.name, filter: createCostlyFilter(), by: [{ kind: 'key', key: TEXT }], measures: [], deadline }),
    ]) {
      givenUp.push(await timeGivingUp(run));
      // Not a text that was searched before: its result would come from the cache.
      const text = `${next.length}7 abc`;
      next.push(await timeOf(() => store.find({ ...query, filter: { kind: 'contains', key: TEXT, text } })));
    }
  report(`giving up a costly filter after its deadline, ${name}`, givenUp, BOUNDS.deadline);
  report(`the next search after that, ${name}`, next, BOUNDS.deadline);
}

/** Requests while the database is away, each of which must be a 503. */
async function timeRefusals(admin: ApiClient, lead: string): Promise<readonly number[]> {
  const requests = [
    () => admin.post('/api/leads', { first_name: 'Away', last_name: 'Bench' }),
    () => admin.get(`/api/leads/${lead}`),
    () => admin.post('/api/leads/search', {}),
    () => admin.get('/api/ready'),
    () => admin.post('/api/users/login', ADMIN),
  ];
  return Promise.all(
    requests.map((send) =>
      timeOf(async () => {
        const { status, body } = await send();
        if (status !== 503) throw new Error(`a request without its database: ${status} ${JSON.stringify(body)}`);
      }),
    ),
  );
}

async function measureAway(mongo: MongoServer): Promise<void> {
  await mongo.initiate();
  const server = await startNode(PORTS.first, 'away', mongo.url);
  try {
    const admin = await signIn(server.url);
    const lead = await createLead(admin);
    const waysToLeave = [
      { name: 'killed', leave: () => mongo.kill('SIGKILL'), back: () => mongo.start() },
      { name: 'not responding', leave: () => mongo.kill('SIGSTOP'), back: () => mongo.kill('SIGCONT') },
    ];
    for (const { name, leave, back } of waysToLeave) {
      await leave();
      const times = await timeRefusals(admin, lead).finally(back);
      report(`503 while MongoDB is ${name}`, times, BOUNDS.away);
      while ((await admin.get('/api/ready')).status !== 200) await new Promise((resolve) => setTimeout(resolve, 200));
    }
  } finally {
    await server.stop();
  }
}

async function run(): Promise<void> {
  process.stdout.write(
    `${new Date().toISOString().slice(0, 10)}, ${os.cpus().length} cores, Node ${process.version}, node -e 0: ${node} ms\n\n| limit | median | longest | at most | |\n| --- | --- | --- | --- | --- |\n`,
  );
  await measureChanges('SQLite', undefined);
  const databases = ['nodes', 'costly'].map((name) =>
    mongodbUrl ? nameDatabase(mongodbUrl, `muster_bench_${name}_${randomUUID().slice(0, 8)}`) : '',
  );
  const [shared = '', costly = ''] = databases;
  try {
    if (mongodbUrl) await measureChanges('MongoDB', shared);
    await measureStop();
    await measureFailedSignIns();
    const store = await createSqliteStore({ file: path.join(folder, 'costly.sqlite') });
    await measureCostlyFilters('SQLite', store).finally(() => store.close());
    if (mongodbUrl) {
      const other = await createMongoStore({ url: costly });
      await measureCostlyFilters('MongoDB', other).finally(() => other.close());
    }
  } finally {
    for (const url of databases) if (url !== '') await dropDatabase(url);
  }
  if (mongod) {
    const mongo = await startMongoServer(mongod, { options: ['--replSet', 'own'], timeout: 30_000 * factor });
    await measureAway(mongo).finally(() => mongo.remove());
  }
}

// The threads of the SQLite store as they are shipped: from their sources, each takes most of a second to start.
process.env['MUSTER_BUILT_THREADS'] = path.resolve(import.meta.dirname, '../../dist/server');
try {
  await run();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

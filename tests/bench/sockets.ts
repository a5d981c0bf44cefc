// `npm run bench:live`: how long after a save 500 sockets of one node have received it; see README.md in this folder.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createApiClient, type ApiClient } from '../support/api-client.ts';
import { createLiveClient, type LiveClient } from '../support/live-client.ts';
import { readMemory, startProduct } from './servers.ts';
import { getTimeoutFactor, timeNode } from './time-node.ts';

const PORT = 4618;
/** Milliseconds within which all must have received it, on the reference machine. */
const BOUND_MILLISECONDS = 200;
const ADMIN = { email: 'bench@muster.example', password: 'Bench-pass1!' };
const ROLES = ['role_recruiter', 'role_manager', 'role_account_manager', 'role_credentialing_specialist'];
/** Milliseconds between two saves. */
const PAUSE = 100;

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

/** Tokens of users with different roles. */
async function makeReaders(admin: ApiClient): Promise<readonly string[]> {
  const tokens: string[] = [];
  for (let index = 0; index < users; index += 1) {
    const person = { email: `reader${index}@muster.example`, password: ADMIN.password };
    const made = await admin.post('/api/users/register', {
      ...person,
      first_name: 'Reader',
      last_name: `No ${index}`,
      userType: 'Standard',
      roles: [ROLES[index % ROLES.length]],
      active: true,
    });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    tokens.push((await createApiClient(admin.url, undefined).post('/api/users/login', person)).body.token as string);
  }
  return tokens;
}

/** Resolves with the milliseconds until every socket has received this version. */
function waitUntilAllReceived(clients: readonly LiveClient[], version: number): Promise<number> {
  const startedAt = performance.now();
  let left = clients.length;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`${left} of ${clients.length} sockets heard nothing of version ${version} within 10 s`)),
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
  const tokens = await makeReaders(admin);
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

const folder = mkdtempSync(path.join(os.tmpdir(), 'muster-bench-live-'));
const bound = Math.round(BOUND_MILLISECONDS * factor);
const product = await startProduct(PORT, {
  MUSTER_DATA_DIR: folder,
  MUSTER_ADMIN_EMAIL: ADMIN.email,
  MUSTER_ADMIN_PASSWORD: ADMIN.password,
  MONGODB_URL: '',
  MUSTER_SECRET: '',
});
try {
  const token = (await createApiClient(product.url, undefined).post('/api/users/login', ADMIN)).body.token as string;
  const times = await measure(createApiClient(product.url, token));
  const at = (share: number): number => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
  const isReached = at(0.95) <= bound;
  process.stdout.write(
    `${new Date().toISOString().slice(0, 10)}, ${os.cpus().length} cores, Node ${process.version}, node -e 0: ${Math.round(node)} ms, ${sockets} sockets of ${users} people on one node, ${events} saves, memory ${readMemory(product.pid)} MB\n\n`,
  );
  process.stdout.write(
    `| from the request of a save to the last of all sockets | p50 | p95 | longest | at most (p95) | |\n| --- | --- | --- | --- | --- | --- |\n| change | ${at(0.5)} ms | ${at(0.95)} ms | ${at(1)} ms | ${bound} ms | ${isReached ? 'reached' : 'missed'} |\n`,
  );
  if (!isReached) process.exitCode = 1;
} finally {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
}

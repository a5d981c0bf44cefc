// `npm run bench:conversion`: what the conversion of a field costs those who read its module meanwhile; see README.md in this folder.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { composeApplication, readConfiguration, tuneHeap } from '../../engine/application/index.ts';
import type { JsonObject } from '#engine/model/values';
import type { ChangeSetView } from '#engine/model/wire';
import { dropDatabase, nameDatabase } from '../../engine/testing/test-database.ts';
import { createApiClient, type ApiClient } from '../support/api-client.ts';
import { median, runLoad, type MadeRequest } from './load.ts';
import { startProduct } from './servers.ts';
import { timeNode } from './time-node.ts';

const PORT = 4631;
const ADMIN = { email: 'bench@muster.example', password: 'Bench-pass1!' };
const SECRET = 'a-secret-of-the-bench-that-is-long-enough-0123456789';
const SILENT_LOG = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: console.error };
const CHUNK = 1_000;
/** Readers keep more than this share of their rate. */
const AT_LEAST = 0.9;

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '5' },
    store: { type: 'string', default: 'sqlite' },
  },
});
const [size, rounds, seconds] = [Number(values.size), Number(values.rounds), Number(values.seconds)];
const folder = mkdtempSync(path.join(os.tmpdir(), 'muster-bench-conversion-'));
const database =
  values.store === 'mongodb' ? nameDatabase(process.env['MONGODB_URL'] ?? '', `muster_bench_conversion_${process.pid}`) : undefined;
const environment = {
  MUSTER_DATA_DIR: folder,
  MUSTER_SEED: 'none',
  MUSTER_ADMIN_EMAIL: ADMIN.email,
  MUSTER_ADMIN_PASSWORD: ADMIN.password,
  MUSTER_SECRET: SECRET,
  MONGODB_URL: database ?? '',
};

function moduleOf(inputType: string): JsonObject {
  const fields = [
    { id: 'bench_amount', fieldName: 'amount', label: 'Amount', inputType },
    { id: 'bench_city', fieldName: 'city', label: 'City', inputType: 'TextField' },
  ];
  const names = { id: 'benchCrates', name: 'benchCrates', label: 'Crates', labelSingular: 'Crate' };
  return { ...names, kind: 'plain', custom: true, active: true, fields, indexes: [['amount'], ['city']] };
}

/** Makes the module and its records, and returns ids of them. */
async function prepare(): Promise<readonly string[]> {
  const application = await composeApplication(
    { ...readConfiguration(environment, folder), port: 0 },
    { log: SILENT_LOG, watchdog: false },
  );
  await application.ensureFirstAdmin();
  const { registry, records } = application;
  await registry.publish({ author: undefined, changes: [{ kind: 'module', id: 'benchCrates', definition: moduleOf('TextField') }] });
  for (let start = 0; start < size; start += CHUNK) {
    const batch = Array.from({ length: Math.min(CHUNK, size - start) }, (_, index) => ({
      name: `Crate ${start + index}`,
      amount: String(start + index),
      city: `City ${index % 50}`,
    }));
    await records.createMany({ kind: 'system' }, { module: 'benchCrates', records: batch });
  }
  const { ids } = await records.findIds({ kind: 'system' }, { module: 'benchCrates', filter: {}, limit: 10_000 });
  await application.close();
  return ids;
}

/** One in two requests reads a record, the others a page by the field that is converted. */
function makeRequest(ids: readonly string[]): MadeRequest {
  const pick = Math.floor(Math.random() * ids.length);
  if (pick % 2 === 0) return { method: 'GET', path: `/api/bench-crates/${ids[pick] ?? ''}` };
  const body = { searchTerms: { city: `City ${pick % 50}` }, sortField: 'amount', sortOrder: 'asc', pageSize: 20 };
  return { method: 'POST', path: '/api/bench-crates/search', body };
}

async function signIn(url: string): Promise<{ readonly admin: ApiClient; readonly token: string }> {
  const { status, body } = await createApiClient(url, undefined).post('/api/users/login', ADMIN);
  if (status !== 200) throw new Error(`the sign-in failed: ${status} ${JSON.stringify(body)}`);
  const token = String(body.token);
  return { admin: createApiClient(url, token), token };
}

async function expectOk(response: Promise<{ readonly status: number; readonly body: JsonObject }>): Promise<JsonObject> {
  const { status, body } = await response;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

/** Begins the conversion, and stops it: the rounds resume it. */
async function begin(admin: ApiClient): Promise<string> {
  const { _id: id } = (await expectOk(admin.post('/api/change-sets', { name: 'Bench' }))) as unknown as ChangeSetView;
  const changes = [{ kind: 'module', id: 'benchCrates', definition: moduleOf('Number') }];
  await expectOk(admin.put(`/api/change-sets/${id}/changes`, { changes }));
  await expectOk(admin.post(`/api/change-sets/${id}/publish`, {}));
  await expectOk(admin.post(`/api/change-sets/${id}/conversion/stop`, {}));
  return id;
}

async function run(): Promise<void> {
  tuneHeap();
  const ids = await prepare();
  const product = await startProduct(PORT, environment);
  try {
    const { admin, token } = await signIn(product.url);
    const measure = () =>
      runLoad({ url: product.url, token, seconds, make: () => makeRequest(ids), check: (body) => body.includes('Crate') });
    await measure();
    const id = await begin(admin);
    const conversionOf = async () => ((await expectOk(admin.get(`/api/change-sets/${id}`))) as unknown as ChangeSetView).conversion;
    const ratios: number[] = [];
    process.stdout.write(
      `node -e 0: ${timeNode()} ms, ${size} records on ${values.store}, rounds of ${seconds} s\n\n` +
        '| round | readers /s without | with the conversion | ratio | converted /s | wrong |\n| --- | --- | --- | --- | --- | --- |\n',
    );
    for (let round = 1; round <= rounds; round += 1) {
      const without = await measure();
      const before = (await conversionOf())?.fields[0]?.done ?? 0;
      const startedAt = performance.now();
      await expectOk(admin.post(`/api/change-sets/${id}/conversion/resume`, {}));
      const beside = await measure();
      const state = (await conversionOf())?.state;
      if (state === 'running') await expectOk(admin.post(`/api/change-sets/${id}/conversion/stop`, {}));
      const done = ((await conversionOf())?.fields[0]?.done ?? 0) - before;
      const rate = Math.round((done * 1_000) / (performance.now() - startedAt));
      ratios.push(beside.rate / without.rate);
      const wrong = without.wrong + without.failed + beside.wrong + beside.failed;
      process.stdout.write(
        `| ${[round, Math.round(without.rate), Math.round(beside.rate), (beside.rate / without.rate).toFixed(2), rate, wrong].join(' | ')} |\n`,
      );
      if (state === 'done') {
        process.stdout.write('\nThe conversion was complete before the last round: use more records, or fewer or shorter rounds.\n');
        break;
      }
    }
    const ratio = median(ratios);
    process.stdout.write(`\nmedian ratio ${ratio.toFixed(2)}, at least ${AT_LEAST}: ${ratio >= AT_LEAST ? 'reached' : 'missed'}\n`);
    if (ratio < AT_LEAST) process.exitCode = 1;
  } finally {
    await product.stop();
    if (database !== undefined) await dropDatabase(database);
    rmSync(folder, { recursive: true, force: true });
  }
}

await run();
process.exit();

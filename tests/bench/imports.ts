// `npm run bench:import`: the rate of an import of a CSV file, compared with creates of the same records; see README.md in this folder.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SYSTEM_ACTOR, type Actor } from '../../engine/access/index.ts';
import { composeApplication, readConfiguration, tuneHeap, type Application } from '../../engine/application/index.ts';
import { dropDatabase, nameDatabase } from '../../engine/testing/test-database.ts';
import type { JsonObject } from '#engine/model/values';
import { median } from './load.ts';
import { timeNode } from './time-node.ts';

const ADMIN = { email: 'bench@muster.test', password: 'Bench-pass1!' };
const SECRET = 'a-secret-of-the-bench-that-is-long-enough-0123456789';
const SILENT_LOG = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: console.error };
const LEAST_RATE = 3_000;
const LEAST_RATIO = 0.5;
/** The chunk of an import: creates of one chunk at a time are what it can reach. */
const CHUNK = 250;

const { values } = parseArgs({
  options: {
    size: { type: 'string' },
    rounds: { type: 'string' },
    module: { type: 'string', default: 'crates' },
    store: { type: 'string', default: 'sqlite' },
  },
});

/** A module of twelve fields with two indexes, without hooks. */
const DEFINITION: JsonObject = {
  ...{ id: 'benchCrates', name: 'benchCrates', label: 'Crates', labelSingular: 'Crate', kind: 'plain', custom: true, active: true },
  fields: [
    ...['first', 'second', 'third', 'street', 'city', 'zip', 'company', 'remark'].map((name) => ({
      ...{ id: `bench_${name}`, fieldName: name, label: `Text ${name}`, inputType: 'TextField' },
    })),
    { id: 'bench_weight', fieldName: 'weight', label: 'Weight', inputType: 'Number' },
    { id: 'bench_built', fieldName: 'built', label: 'Built', inputType: 'Date' },
    { id: 'bench_line', fieldName: 'line', label: 'Line', inputType: 'Phone' },
  ],
  indexes: [['city'], ['weight']],
};

function makeCrate(number: number): JsonObject {
  const texts = { first: `First ${number}`, second: `Second ${number}`, third: `Third ${number % 97}`, street: `${number} Main St` };
  const more = {
    city: `City ${number % 50}`,
    zip: String(10_000 + (number % 80_000)),
    company: `Company ${number % 300}`,
    remark: 'Some words',
  };
  const line = `404${String(2_000_000 + (number % 7_000_000))}`;
  return { name: `Crate ${number}`, ...texts, ...more, weight: number % 1_000, built: '2026-02-03', line };
}

/** A lead that no other lead is like: the rule of duplicates compares it with the others. */
function makeLead(number: number): JsonObject {
  return {
    first_name: `First ${number}`,
    last_name: `Last ${number}`,
    lead_status: 'new',
    mobile_phone: `404${String(2_000_000 + (number % 7_000_000))}`,
    email: `lead${number}@bench.test`,
  };
}

/** What is imported. */
interface Subject {
  readonly module: string;
  readonly what: string;
  /** Rows of a file and rounds, unless others are asked for. */
  readonly size: number;
  readonly rounds: number;
  readonly makeRecord: (number: number) => JsonObject;
  /** Whether the rates have limits: those of a module without hooks. */
  readonly hasLimits: boolean;
}

const CRATES: Subject = {
  ...{ module: 'benchCrates', what: 'rows of 12 columns', size: 20_000, rounds: 5, makeRecord: makeCrate, hasLimits: true },
};
const LEADS: Subject = {
  ...{ module: 'leads', what: 'leads with all plugins', size: 2_000, rounds: 3, makeRecord: makeLead, hasLimits: false },
};
const { module: MODULE, makeRecord, what, hasLimits, ...usual } = values.module === 'leads' ? LEADS : CRATES;
const [size, rounds] = [Number(values.size ?? usual.size), Number(values.rounds ?? usual.rounds)];

function makeFile(from: number): Buffer {
  const records = Array.from({ length: size }, (_, index) => makeRecord(from + index));
  const head = Object.keys(records[0] ?? {});
  return Buffer.from([head, ...records.map((record) => Object.values(record).map(String))].map((cells) => `${cells.join(',')}\n`).join(''));
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield await Promise.resolve(bytes.subarray(at, at + 65_536));
}

/** Rows per second of an import, from the upload of its file to its end. */
async function timeImport({ imports }: Application, actor: Actor, from: number): Promise<number> {
  const file = makeFile(from);
  const startedAt = performance.now();
  const input = { module: MODULE, name: 'crates.csv', content: piecesOf(file), mode: 'create', keyFields: [] } as const;
  const { _id: id } = await imports.run(actor, { ...input, dryRun: false, allowDuplicates: false, again: false });
  for (;;) {
    const { state, progress, problem } = await imports.get(actor, id);
    if (state === 'failed' || progress.refused > 0) throw new Error(`the import failed: ${JSON.stringify([problem, progress])}`);
    if (state === 'done') break;
    await pause(20);
  }
  return (size * 1_000) / (performance.now() - startedAt);
}

/** Records per second of the same creates without a file. */
async function timeCreates({ records }: Application, actor: Actor, from: number): Promise<number> {
  const startedAt = performance.now();
  for (let start = 0; start < size; start += CHUNK) {
    const batch = Array.from({ length: Math.min(CHUNK, size - start) }, (_, index) => makeRecord(from + start + index));
    const { refused } = await records.createMany(actor, { module: MODULE, records: batch });
    if (refused.length > 0) throw new Error(`a record was refused: ${JSON.stringify(refused[0])}`);
  }
  return (size * 1_000) / (performance.now() - startedAt);
}

async function run(): Promise<void> {
  tuneHeap();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'muster-bench-import-'));
  const database = values.store === 'mongodb' ? nameDatabase(process.env['MONGODB_URL'] ?? '', `muster_bench_import_${process.pid}`) : '';
  const environment = {
    ...{ MUSTER_DATA_DIR: folder, MUSTER_SEED: 'none', MONGODB_URL: database, MUSTER_SECRET: SECRET },
    ...{ MUSTER_ADMIN_EMAIL: ADMIN.email, MUSTER_ADMIN_PASSWORD: ADMIN.password },
  };
  const application = await composeApplication(readConfiguration(environment, folder), {
    ...{ log: SILENT_LOG, watchdog: false },
    ...(hasLimits ? { plugins: [] } : {}),
  });
  await application.ensureFirstAdmin();
  if (hasLimits)
    await application.registry.publish({ author: undefined, changes: [{ kind: 'module', id: MODULE, definition: DEFINITION }] });
  const { data } = await application.records.find(SYSTEM_ACTOR, { module: 'users', limit: 1 });
  const actor: Actor = { kind: 'user', userId: data[0]?._id ?? '' };
  application.jobs.start({ schedule: 'manual' });
  process.stdout.write(
    `node -e 0: ${timeNode()} ms; ${size} ${what} on ${values.store}\n\n| round | import /s | creates /s | ratio |\n| --- | --- | --- | --- |\n`,
  );
  const rates: number[] = [];
  const ratios: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const imported = await timeImport(application, actor, 2 * round * size);
    const created = await timeCreates(application, actor, (2 * round + 1) * size);
    // The first round warms up.
    if (round === 0) continue;
    rates.push(imported);
    ratios.push(imported / created);
    process.stdout.write(`| ${[round, Math.round(imported), Math.round(created), (imported / created).toFixed(2)].join(' | ')} |\n`);
  }
  const [rate, ratio] = [median(rates), median(ratios)];
  const limits = hasLimits ? ` (at least ${LEAST_RATE} on SQLite)` : '';
  const isReached = !hasLimits || (ratio >= LEAST_RATIO && (values.store === 'mongodb' || rate >= LEAST_RATE));
  process.stdout.write(
    `\nmedian ${Math.round(rate)} rows/s${limits}, ratio ${ratio.toFixed(2)}${limits === '' ? '' : ` (at least ${LEAST_RATIO}): ${isReached ? 'reached' : 'missed'}`}; ` +
      `memory ${Math.round(process.memoryUsage().rss / 1_048_576)} MB\n`,
  );
  await application.close();
  if (database !== '') await dropDatabase(database);
  rmSync(folder, { recursive: true, force: true });
  if (!isReached) process.exitCode = 1;
}

await run();
process.exit();

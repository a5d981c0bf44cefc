import { existsSync } from 'node:fs';
import path from 'node:path';
import type { QueuePort, StorePort } from '../../ports/index.ts';
import { inspectDefinitions, type DefinitionInspection } from '../../registry/index.ts';
import { META_COLLECTION } from '../../../migrations/index.ts';
import { assertNoRestore } from '../backup/data-folder.ts';
import { createHost, type CompositionOverrides } from '../compose.ts';
import type { Configuration } from '../configuration.ts';
import { inspectRedis, openFiles, openQueue, openStore } from '../open-adapters.ts';
import { PRODUCT_COLLECTIONS } from '../product-collections.ts';
import { findProductFiles } from '../product.ts';
import { findSecret } from '../secret.ts';
import { createIds, createLog, createSystemClock } from '../system-ports.ts';
import { checkDefinitions } from './check-definitions.ts';
import { checkFiles } from './check-files.ts';
import { checkDisk, checkNode, checkSecret } from './check-machine.ts';
import { checkReferences } from './check-references.ts';
import { checkClock, checkIndexes, checkIntegrity, checkSize, checkUnusedIndexes } from './check-store.ts';
import { checkOutbox, checkQueues, checkRedis } from './check-work.ts';
import type { CheckResult, StoreChecks } from './contract.ts';

/** Replacements of the product's own parts, for tests. */
export type DoctorOverrides = Pick<CompositionOverrides, 'definitionFolders' | 'plugins' | 'clock'>;

/** Called with each result as soon as it is known. */
export type ResultListener = (result: CheckResult) => void;

/**
 * Checks an installation: machine, store, definitions, references, files and work that waits. It only reads, also while the product is
 * running. A check that fails is a problem of its own.
 */
export async function runDoctor(
  configuration: Configuration,
  listener: ResultListener,
  overrides: DoctorOverrides = {},
): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  const report: Report = async (check, title, run) => {
    const result = await run().catch((error: unknown) => describeFailure(check, title, error));
    results.push(result);
    listener(result);
    return result;
  };
  await report('node', 'Node.js', async () => checkNode());
  await report('disk', 'Disk', () => checkDisk(configuration));
  await report('secret', 'Secret', () => checkSecret(configuration));
  if (configuration.redisUrl !== undefined) await report('redis', 'Redis', () => checkRedis(() => inspectRedis(configuration)));
  const store = await openExisting(configuration, report);
  if (store === undefined) return results;
  try {
    await checkContents(configuration, store, report, overrides);
  } finally {
    await store.close();
  }
  return results;
}

type Report = (check: string, title: string, run: () => Promise<CheckResult>) => Promise<CheckResult>;

function describeFailure(check: string, title: string, error: unknown): CheckResult {
  return { check, title, state: 'problem', text: `The check failed: ${error instanceof Error ? error.message : String(error)}` };
}

/** Opens the store to read it. Undefined when it cannot be opened; the reason is reported. */
async function openExisting(configuration: Configuration, report: Report): Promise<StorePort | undefined> {
  let store: StorePort | undefined;
  await report('store', 'Store', async () => {
    const base = { check: 'store', title: 'Store' } as const;
    const file = path.join(configuration.dataFolder, 'muster.sqlite');
    if (configuration.mongodbUrl === undefined) assertNoRestore(configuration.dataFolder);
    if (configuration.mongodbUrl === undefined && !existsSync(file))
      return {
        ...base,
        state: 'problem',
        text: `There is no ${file}.`,
        advice: 'Set MUSTER_DATA_DIR to the data folder. Before the first start of the product there is nothing to check.',
      };
    store = await openStore(configuration, true);
    return { ...base, state: 'ok', text: `${store.capabilities.product} can be read.` };
  });
  return store;
}

async function checkContents(configuration: Configuration, store: StorePort, report: Report, overrides: DoctorOverrides): Promise<void> {
  const clock = overrides.clock ?? createSystemClock();
  await store.applySchemas([META_COLLECTION, ...PRODUCT_COLLECTIONS]);
  let definitions: DefinitionInspection | undefined;
  await report('definitions', 'Definitions', async () => {
    definitions = await readDefinitions(configuration, store, overrides);
    return checkDefinitions(definitions);
  });
  const modules = definitions?.snapshot?.modules;
  if (modules !== undefined) await store.applySchemas([...modules.values()].map(({ storage }) => storage));
  const queue = await openQueueOf(configuration, store, overrides);
  const inspection = await store.inspect();
  await report('integrity', 'Integrity', async () => checkIntegrity(inspection));
  await report('indexes', 'Indexes', async () => checkIndexes(inspection));
  await report('size', 'Size', () => checkSize({ store }));
  await report('queues', 'Background jobs', () => checkQueues(queue, clock.now()).finally(() => queue.stop()));
  const snapshot = definitions?.snapshot;
  if (snapshot === undefined) return;
  const contents = await openFiles(configuration);
  const missingCollections = new Set(inspection.missing.flatMap(({ collection, keys }) => (keys.length === 0 ? [collection] : [])));
  const checks: StoreChecks = { configuration, store, contents, snapshot, missingCollections, now: clock.now() };
  try {
    await report('unused-indexes', 'Unused indexes', () => checkUnusedIndexes(checks));
    await report('clock', 'Clock', () => checkClock(checks, inspection));
    await report('outbox', 'Effects of saves', () => checkOutbox(checks));
    await report('references', 'References', () => checkReferences(checks));
    await report('files', 'Files', () => checkFiles(checks));
  } finally {
    await contents.close();
  }
}

async function readDefinitions(configuration: Configuration, store: StorePort, overrides: DoctorOverrides): Promise<DefinitionInspection> {
  const files = findProductFiles();
  const log = createLog('silent');
  const host = await createHost({ configuration, files, log }, { ...overrides, watchdog: false });
  const clock = createSystemClock();
  return inspectDefinitions({
    store,
    folders: overrides.definitionFolders ?? [configuration.definitionsFolder ?? files.definitionsFolder],
    plugins: host.definitions,
    log,
    clock,
    ids: createIds(clock),
  });
}

/** The queue, to read it. */
async function openQueueOf(configuration: Configuration, store: StorePort, overrides: DoctorOverrides): Promise<QueuePort> {
  const clock = overrides.clock ?? createSystemClock();
  // The secret names the queues in Redis.
  return openQueue({
    configuration,
    secret: findSecret(configuration) ?? '',
    store,
    clock,
    ids: createIds(clock),
    log: createLog('silent'),
  });
}

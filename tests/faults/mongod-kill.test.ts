import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { waitUntil } from '../../engine/testing/wait-until.ts';
import { createApiClient } from '../support/api-client.ts';
import { isFullRun } from '../support/full-run.ts';
import { startMongoServer, type MongoServer } from '../support/mongo-server.ts';
import { readService } from '../support/services.ts';
import { checkReaders, countCrates, createCrates, createTypeDraft, publishType } from './crate-conversion.ts';
import { checkPublication, createGeneration, publishGeneration } from './crate-generations.ts';
import { startProduct, useProgram, type ProductProcess } from './product-process.ts';

const mongod = readService('MONGOD_PATH', 'a MongoDB that is killed while definitions change');
const ROUNDS = isFullRun ? 10 : 3;
const RECORDS = isFullRun ? 4_000 : 1_500;
const TIMEOUT = 300_000 * inject('timeoutFactor');

describe.runIf(mongod !== undefined)('A MongoDB that is killed and started again', () => {
  const { folder, theProgram } = useProgram('mongod-kill');
  let mongo: MongoServer;
  let product: ProductProcess;

  beforeAll(async () => {
    mongo = await startMongoServer(mongod ?? '', { options: ['--replSet', 'own'], timeout: 30_000 * inject('timeoutFactor') });
    await mongo.initiate();
    product = await startProduct(theProgram(), {
      dataFolder: folder,
      environment: { MONGODB_URL: mongo.url, MUSTER_SECRET: 'a-secret-of-tests-that-is-long-enough-0123456789' },
    });
  }, TIMEOUT);
  afterAll(async () => {
    await product?.remove();
    await mongo?.remove();
  });

  /** Kills the store and starts it again; the product stays and finds it by itself. */
  async function killStore(): Promise<void> {
    await mongo.kill('SIGKILL');
    await mongo.start();
    await waitUntil(async () => (await fetch(`${product.url}/api/ready`)).status === 200, { timeout: TIMEOUT / 4, what: 'The product' });
  }

  it(
    `while a change-set is published leaves the old definitions or the new, never a mixture, ${ROUNDS} times`,
    async () => {
      const admin = await product.signIn();
      expect((await publishGeneration(admin, await createGeneration(admin, 0))).status).toBe(200);
      for (let round = 0; round < ROUNDS; round += 1) {
        const draft = await createGeneration(admin, round + 1);
        const publishing = publishGeneration(createApiClient(product.url, admin.token), draft).catch(() => undefined);
        // At another moment of the publication in each round, the same in each run.
        await sleep((round * 61) % 400);
        await killStore();
        await checkPublication(admin, draft, { current: round, isAcknowledged: (await publishing)?.status === 200 });
        expect((await admin.post('/api/crates', { name: `Round ${round}`, state: 'open', [`extra_${round + 1}`]: 'x' })).status).toBe(201);
      }
    },
    TIMEOUT,
  );

  it(
    `while values are converted leaves every reader right, ${ROUNDS} times, and the conversion goes on`,
    async () => {
      const admin = await product.signIn();
      await createCrates(admin, RECORDS);
      const draft = await createTypeDraft(admin, 'Number');
      expect((await publishType(admin, draft)).body.conversion).toBe('running');
      for (let round = 0; round < ROUNDS; round += 1) {
        await sleep((round * 173) % 700);
        await killStore();
        await checkReaders(admin, draft, RECORDS);
      }
      await waitUntil(async () => (await admin.get(`/api/change-sets/${draft}`)).body.state === 'published', {
        timeout: TIMEOUT / 2,
        what: 'The conversion',
      });
      await checkReaders(admin, draft, RECORDS);
      expect(await countCrates(admin, { size: { range: { lt: RECORDS } } })).toBe(RECORDS);
    },
    TIMEOUT,
  );
});

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, inject, it } from 'vitest';
import { createApiClient } from '../support/api-client.ts';
import { isFullRun } from '../support/full-run.ts';
import { checkPublication, createGeneration, publishGeneration } from './crate-generations.ts';
import { startProduct, useProgram } from './product-process.ts';

const ROUNDS = isFullRun ? 20 : 4;

describe('SIGKILL while a change-set is published', () => {
  const { folder, theProgram } = useProgram('publish-kill');

  it(
    `leaves the old definitions or the new, never a mixture, ${ROUNDS} times`,
    async () => {
      let product = await startProduct(theProgram(), { dataFolder: folder });
      try {
        let admin = await product.signIn();
        expect((await publishGeneration(admin, await createGeneration(admin, 0))).status).toBe(200);
        expect((await admin.post('/api/crates', { name: 'One', state: 'open' })).status).toBe(201);
        for (let round = 0; round < ROUNDS; round += 1) {
          const draft = await createGeneration(admin, round + 1);
          const publishing = publishGeneration(createApiClient(product.url, admin.token), draft).catch(() => undefined);
          // At another moment of the publication in each round, the same in each run.
          await sleep((round * 61) % 400);
          product.signal('SIGKILL');
          await product.ended;
          const isAcknowledged = (await publishing)?.status === 200;
          product = await startProduct(theProgram(), { dataFolder: folder });
          admin = await product.signIn();
          await checkPublication(admin, draft, { current: round, isAcknowledged });
          expect((await admin.post('/api/crates', { name: `Round ${round}`, state: 'open', [`extra_${round + 1}`]: 'x' })).status).toBe(
            201,
          );
        }
      } finally {
        await product.remove();
      }
    },
    300_000 * inject('timeoutFactor'),
  );
});

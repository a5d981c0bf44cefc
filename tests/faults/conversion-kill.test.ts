import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, inject, it } from 'vitest';
import { waitUntil } from '../../engine/testing/wait-until.ts';
import { isFullRun } from '../support/full-run.ts';
import { checkReaders, countCrates, createCrates, createTypeDraft, publishType } from './crate-conversion.ts';
import { startProduct, useProgram } from './product-process.ts';

const KILLS = isFullRun ? 8 : 3;
const RECORDS = isFullRun ? 6_000 : 3_000;
const TIMEOUT = 300_000 * inject('timeoutFactor');

describe('SIGKILL while values are converted', () => {
  const { folder, theProgram } = useProgram('conversion-kill');

  it(
    `leaves every reader right, ${KILLS} times, and the conversion goes on at the next start`,
    async () => {
      let product = await startProduct(theProgram(), { dataFolder: folder });
      try {
        let admin = await product.signIn();
        await createCrates(admin, RECORDS);
        const draft = await createTypeDraft(admin, 'Number');
        expect((await publishType(admin, draft)).body.conversion).toBe('running');
        for (let kill = 0; kill < KILLS; kill += 1) {
          // At another moment of the conversion each time, the same in each run.
          await sleep((kill * 173) % 700);
          product.signal('SIGKILL');
          await product.ended;
          product = await startProduct(theProgram(), { dataFolder: folder });
          admin = await product.signIn();
          await checkReaders(admin, draft, RECORDS);
        }
        await waitUntil(async () => (await admin.get(`/api/change-sets/${draft}`)).body.state === 'published', {
          timeout: TIMEOUT / 2,
          what: 'The conversion',
        });
        await checkReaders(admin, draft, RECORDS);
        expect(await countCrates(admin, { size: { range: { lt: RECORDS } } })).toBe(RECORDS);
      } finally {
        await product.remove();
      }
    },
    TIMEOUT,
  );
});

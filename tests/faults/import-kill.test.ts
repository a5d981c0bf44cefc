import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, inject, it } from 'vitest';
import { waitUntil } from '../../engine/testing/wait-until.ts';
import { isFullRun } from '../support/full-run.ts';
import { startProduct, useProgram } from './product-process.ts';

const KILLS = isFullRun ? 6 : 3;
const ROWS = isFullRun ? 12_000 : 6_000;
const TIMEOUT = 400_000 * inject('timeoutFactor');

const MODULE = {
  kind: 'module',
  id: 'crates',
  definition: {
    name: 'crates',
    label: 'Crates',
    labelSingular: 'Crate',
    kind: 'plain',
    custom: true,
    fields: [
      { id: 'crates_size', fieldName: 'size', label: 'Size', inputType: 'Number' },
      { id: 'crates_owner', fieldName: 'owner', label: 'Owner', inputType: 'TextField' },
    ],
  },
};

describe('SIGKILL while a file is imported', () => {
  const { folder, theProgram } = useProgram('import-kill');

  it(
    `doubles and loses no row, ${KILLS} times, and the import goes on at the next start`,
    async () => {
      let product = await startProduct(theProgram(), { dataFolder: folder });
      try {
        let admin = await product.signIn();
        const draft = String((await admin.post('/api/change-sets', { name: 'Crates' })).body._id);
        await admin.put(`/api/change-sets/${draft}/changes`, { changes: [MODULE] });
        expect((await admin.post(`/api/change-sets/${draft}/publish`, {})).status).toBe(200);
        // No field is unique and no row is compared with records: nothing but the import itself knows which rows it saved.
        const body = `name,size\n${Array.from({ length: ROWS }, (_, row) => `Crate ${row},${row}`).join('\n')}\n`;
        const headers = { 'content-type': 'text/csv', authorization: `Bearer ${admin.token}` };
        const sent = await fetch(`${product.url}/api/crates/import`, { method: 'POST', body, headers });
        expect(sent.status).toBe(202);
        const { _id: id } = (await sent.json()) as { readonly _id: string };
        const progress = async () =>
          (await admin.get(`/api/imports/${id}`)).body.progress as { readonly done: number; readonly created: number };
        let before = 0;
        for (let kill = 0; kill < KILLS; kill += 1) {
          // Killed at another moment of a chunk each time, once it has gone on.
          await waitUntil(async () => (await progress()).done > before, { timeout: TIMEOUT / 4, what: 'The next chunk' });
          await sleep((kill * 37) % 100);
          before = (await progress()).done;
          product.signal('SIGKILL');
          await product.ended;
          product = await startProduct(theProgram(), { dataFolder: folder });
          admin = await product.signIn();
          expect((await progress()).done).toBeGreaterThanOrEqual(before);
        }
        await waitUntil(async () => (await admin.get(`/api/imports/${id}`)).body.state === 'done', {
          timeout: TIMEOUT / 2,
          what: 'The import',
        });
        expect(await progress()).toMatchObject({ done: ROWS, created: ROWS });
        const { body: all } = await admin.post('/api/crates/search', { searchTerms: {}, pageSize: 1 });
        expect(all.total).toBe(ROWS);
        const { body: sizes } = await admin.post('/api/crates/group', {
          by: [{ field: 'size' }],
          measures: [{ name: 'count', kind: 'count' }],
          sort: { measure: 'count', descending: true },
          limit: 1,
        });
        expect(JSON.stringify(sizes)).toContain('"count":1}');
      } finally {
        await product.remove();
      }
    },
    TIMEOUT,
  );
});

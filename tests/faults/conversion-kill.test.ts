import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, inject, it } from 'vitest';
import { waitUntil } from '../../engine/testing/wait-until.ts';
import type { ApiClient } from '../support/api-client.ts';
import { isFullRun } from '../support/full-run.ts';
import { startProduct, useProgram } from './product-process.ts';

const KILLS = isFullRun ? 8 : 3;
const RECORDS = isFullRun ? 6_000 : 3_000;
const TIMEOUT = 300_000 * inject('timeoutFactor');

/** The field is a text with the label Text, or a number with the label Number: a mixture is visible. */
function makeModule(type: 'Text' | 'Number'): object {
  const field = { id: 'crates_size', fieldName: 'size', label: type, inputType: type === 'Text' ? 'TextField' : 'Number' };
  return {
    kind: 'module',
    id: 'crates',
    definition: {
      name: 'crates',
      label: `Crates by ${type}`,
      labelSingular: 'Crate',
      kind: 'plain',
      custom: true,
      fields: [field],
      indexes: [['size']],
    },
  };
}

describe('SIGKILL while values are converted', () => {
  const { folder, theProgram } = useProgram('conversion-kill');

  it(
    `leaves every reader right, ${KILLS} times, and the conversion goes on at the next start`,
    async () => {
      let product = await startProduct(theProgram(), { dataFolder: folder });
      try {
        let admin = await product.signIn();
        expect((await publish(admin, await createDraft(admin, 'Text'))).status).toBe(200);
        for (let start = 0; start < RECORDS; start += 500)
          await Promise.all(
            Array.from({ length: 500 }, async (_, index) => {
              const { status } = await admin.post('/api/crates', { name: `Crate ${start + index}`, size: String(start + index) });
              expect(status).toBe(201);
            }),
          );
        const draft = await createDraft(admin, 'Number');
        expect((await publish(admin, draft)).body.conversion).toBe('running');
        for (let kill = 0; kill < KILLS; kill += 1) {
          // At another moment of the conversion each time, the same in each run.
          await sleep((kill * 173) % 700);
          product.signal('SIGKILL');
          await product.ended;
          product = await startProduct(theProgram(), { dataFolder: folder });
          admin = await product.signIn();
          await checkReaders(admin, draft);
        }
        await waitUntil(async () => (await admin.get(`/api/change-sets/${draft}`)).body.state === 'published', {
          timeout: TIMEOUT / 2,
          what: 'The conversion',
        });
        await checkReaders(admin, draft);
        expect(await countOf(admin, { size: { range: { lt: RECORDS } } })).toBe(RECORDS);
      } finally {
        await product.remove();
      }
    },
    TIMEOUT,
  );

  async function createDraft(admin: ApiClient, type: 'Text' | 'Number'): Promise<string> {
    const id = String((await admin.post('/api/change-sets', { name: type })).body._id);
    const { status, body } = await admin.put(`/api/change-sets/${id}/changes`, { changes: [makeModule(type)] });
    expect([status, body.problems], JSON.stringify(body)).toEqual([200, []]);
    return id;
  }

  const publish = (admin: ApiClient, id: string) => admin.post(`/api/change-sets/${id}/publish`, {});

  const countOf = async (admin: ApiClient, searchTerms: object): Promise<unknown> =>
    (await admin.post('/api/crates/search', { searchTerms, pageSize: 1 })).body.total;

  /** All definitions are of one type, and values, filters and the order are those of that type. */
  async function checkReaders(admin: ApiClient, draft: string): Promise<void> {
    const module = await admin.get('/api/ss-modules/by-name/crates');
    const fields = module.body.fields as readonly { readonly fieldName: string; readonly label: string }[];
    const label = fields.find(({ fieldName }) => fieldName === 'size')?.label;
    expect(module.body.label).toBe(`Crates by ${String(label)}`);
    const isNumber = label === 'Number';
    expect((await admin.get(`/api/change-sets/${draft}`)).body.state).toBe(isNumber ? 'published' : 'draft');
    const { body } = await admin.post('/api/crates/search', { searchTerms: {}, sortField: 'size', sortOrder: 'asc', pageSize: 12 });
    const sizes = (body.data as readonly { readonly size: unknown }[]).map(({ size }) => size);
    const numbers = Array.from({ length: RECORDS }, (_, index) => index);
    expect(sizes).toEqual(isNumber ? numbers.slice(0, 12) : numbers.map(String).sort().slice(0, 12));
    expect(await countOf(admin, isNumber ? { size: { range: { gte: 10, lte: 19 } } } : { size: { startsWith: '10' } })).toBe(
      isNumber ? 10 : numbers.filter((one) => String(one).startsWith('10')).length,
    );
  }
});

import { expect } from 'vitest';
import type { ApiClient, TestResponse } from '../support/api-client.ts';

type CrateType = 'Text' | 'Number';

/** The field is a text with the label Text, or a number with the label Number: a mixture is visible. */
function makeModule(type: CrateType): object {
  const field = { id: 'sized_crates_size', fieldName: 'size', label: type, inputType: type === 'Text' ? 'TextField' : 'Number' };
  return {
    kind: 'module',
    id: 'sized_crates',
    definition: {
      name: 'sizedCrates',
      label: `Crates by ${type}`,
      labelSingular: 'Crate',
      kind: 'plain',
      custom: true,
      fields: [field],
      indexes: [['size']],
    },
  };
}

/** A draft in which the field has this type; returns its id. */
export async function createTypeDraft(admin: ApiClient, type: CrateType): Promise<string> {
  const id = String((await admin.post('/api/change-sets', { name: type })).body._id);
  const { status, body } = await admin.put(`/api/change-sets/${id}/changes`, { changes: [makeModule(type)] });
  expect([status, body.problems], JSON.stringify(body)).toEqual([200, []]);
  return id;
}

export function publishType(admin: ApiClient, id: string): Promise<TestResponse> {
  return admin.post(`/api/change-sets/${id}/publish`, {});
}

/** Publishes the module with texts and creates its records: the texts of the first numbers. */
export async function createCrates(admin: ApiClient, count: number): Promise<void> {
  expect((await publishType(admin, await createTypeDraft(admin, 'Text'))).status).toBe(200);
  for (let start = 0; start < count; start += 500)
    await Promise.all(
      Array.from({ length: Math.min(500, count - start) }, async (_, index) => {
        const { status } = await admin.post('/api/sized-crates', { name: `Crate ${start + index}`, size: String(start + index) });
        expect(status).toBe(201);
      }),
    );
}

export async function countCrates(admin: ApiClient, searchTerms: object): Promise<unknown> {
  return (await admin.post('/api/sized-crates/search', { searchTerms, pageSize: 1 })).body.total;
}

/** All definitions are of one type, and values, filters and the order are those of that type. */
export async function checkReaders(admin: ApiClient, draft: string, count: number): Promise<void> {
  const module = await admin.get('/api/ss-modules/by-name/sizedCrates');
  const fields = module.body.fields as readonly { readonly fieldName: string; readonly label: string }[];
  const label = fields.find(({ fieldName }) => fieldName === 'size')?.label;
  expect(module.body.label).toBe(`Crates by ${String(label)}`);
  const isNumber = label === 'Number';
  expect((await admin.get(`/api/change-sets/${draft}`)).body.state).toBe(isNumber ? 'published' : 'draft');
  const { body } = await admin.post('/api/sized-crates/search', { searchTerms: {}, sortField: 'size', sortOrder: 'asc', pageSize: 12 });
  const sizes = (body.data as readonly { readonly size: unknown }[]).map(({ size }) => size);
  const numbers = Array.from({ length: count }, (_, index) => index);
  expect(sizes).toEqual(isNumber ? numbers.slice(0, 12) : numbers.map(String).sort().slice(0, 12));
  expect(await countCrates(admin, isNumber ? { size: { range: { gte: 10, lte: 19 } } } : { size: { startsWith: '10' } })).toBe(
    isNumber ? 10 : numbers.filter((one) => String(one).startsWith('10')).length,
  );
}

import { expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '#engine';
import { describePluginRules } from '../../../tests/api/each-store.ts';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import { createSignedInUser } from '../../../tests/support/create-signed-in-user.ts';
import { leadOf } from './lead-fixtures.ts';

const INTERNAL = ['duplicate_keys', 'not_duplicates'] as const;

describePluginRules('The internal fields of leads', (server) => {
  const admin = (): ApiClient => server().admin;
  const stored = (id: string) => server().application.records.get(SYSTEM_ACTOR, { module: 'leads', id });
  let phone = 2_065_560_000;
  const pair = async (): Promise<readonly [string, string]> => {
    phone += 1;
    const one = await admin().post('/api/leads', { ...leadOf('Ida', 'Internal'), mobile_phone: String(phone) });
    const two = await admin().post('/api/leads?duplicates=allow', { ...leadOf('Ira', 'Internal'), mobile_phone: String(phone) });
    expect([one.status, two.status], JSON.stringify([one.body, two.body])).toEqual([201, 201]);
    return [one.body._id, two.body._id];
  };
  const showsNothing = (body: unknown): void => {
    for (const name of INTERNAL) expect(JSON.stringify(body).includes(`"${name}"`), name).toBe(false);
  };

  it('are not returned by any endpoint to any requester', async () => {
    const [first, second] = await pair();
    expect(await stored(second)).toMatchObject({ duplicate_keys: [expect.any(String)], not_duplicates: [first] });
    const recruiter = await createSignedInUser(server(), 'internal@muster.test');
    for (const client of [admin(), recruiter]) {
      for (const path of [
        `/api/leads/${second}`,
        `/api/leads/with-relationships/${second}`,
        '/api/leads',
        '/api/leads?populate=true',
        '/api/ss-modules/by-name/leads',
        '/api/ss-modules',
        '/api/layouts/leads',
        '/api/openapi.json',
        `/api/audit-log/get-record-changes-by-module/leads/${second}`,
      ]) {
        const { status, body } = await client.get(path);
        expect(status, path).toBe(200);
        showsNothing(body);
      }
      showsNothing((await client.put(`/api/leads/${second}`, { mobile_phone: String((phone += 1)) })).body);
      showsNothing((await client.put(`/api/leads/${second}`, { first_name: 'Stale', _version: 1 })).body);
    }
    showsNothing((await admin().get(`/api/leads/${first}/dependents`)).body);
  });

  it('cannot be named in a request, as if the field did not exist', async () => {
    const [id] = await pair();
    const recruiter = await createSignedInUser(server(), 'asking@muster.test');
    for (const name of INTERNAL) {
      for (const filter of [{ [name]: { exists: true } }, { not: { [name]: 'x' } }, { [name]: { related: { name: 'x' } } }]) {
        const { status, body } = await admin().post('/api/leads/search', { searchTerms: filter });
        expect([status, body.code], JSON.stringify(filter)).toEqual([422, 'unknown_field']);
        expect(body.error).toContain('There is no field');
      }
      expect((await admin().post('/api/leads/search', { sortField: name })).body.code).toBe('unknown_field');
      expect((await admin().post('/api/leads/group', { by: [{ field: name }] })).body.code).toBe('unknown_field');
      for (const search of [{ fields: [name] }, ...(name === 'not_duplicates' ? [{ populate: [name] }] : [])])
        expect((await admin().post('/api/leads/search', search)).body.details).toMatchObject([{ field: name, code: 'unknown_field' }]);
      expect((await admin().put(`/api/leads/${id}`, { [name]: [] })).body.details).toMatchObject([{ field: name, code: 'unknown_field' }]);
      const readField = async (field: string): Promise<unknown> =>
        (await recruiter.get(`/api/access/explain?module=leads&field=${field}&action=view`)).body;
      expect(await readField(name)).toEqual(await readField('nothing'));
    }
    expect((await admin().post(`/api/leads/related/${id}`, { relation: 'not_duplicates' })).body.details).toMatchObject([
      { field: 'not_duplicates', code: 'unknown_field' },
    ]);
  });

  it('do not prevent a permanent deletion and are cleared by it', async () => {
    const [first, second] = await pair();
    await admin().put(`/api/leads/mark-deleted/${first}`, {});
    const gone = await admin().put('/api/leads/delete-forever/by-array', { ids: [first] });
    expect(gone.body, JSON.stringify(gone.body)).toMatchObject({ success: true, deleted: [first] });
    expect((await stored(second))['not_duplicates'] ?? []).toEqual([]);
  });

  it('remain when an admin edits the module, though they are not part of the response that is sent back', async () => {
    const { body } = await admin().get('/api/ss-modules/by-name/leads');
    const saved = await admin().put(`/api/ss-modules/${body._id}`, {
      description: 'People who may work for us',
      fields: body.definition.fields,
    });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    showsNothing(saved.body);
    const [, second] = await pair();
    expect((await stored(second))['not_duplicates']).toHaveLength(1);
  });
});

import { beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '#engine/model/values';
import type { ApiClient } from '../support/api-client.ts';
import { createSignedInUser } from '../support/create-signed-in-user.ts';
import { describeOnEachStore } from './each-store.ts';

const DUPLICATES = {
  action: 'warn',
  rules: [
    { fields: ['address'], exactness: 'normalized' },
    { fields: ['name', 'town'], exactness: 'normalized' },
    { fields: ['code'], exactness: 'exact' },
  ],
};

describeOnEachStore('Duplicates by definition', (server) => {
  const admin = () => server().admin;
  const post = (fields: JsonObject, client: ApiClient = admin(), query = '') => client.post(`/api/visitors${query}`, fields);
  const create = async (fields: JsonObject): Promise<string> => {
    const { status, body } = await post(fields);
    expect(status, JSON.stringify(body)).toBe(201);
    return String(body._id);
  };
  let moduleId = '';
  let guest: ApiClient;

  const setDuplicates = async (duplicates: JsonObject): Promise<void> => {
    const { status, body } = await admin().put(`/api/ss-modules/${moduleId}`, { duplicates });
    expect(status, JSON.stringify(body)).toBe(200);
  };

  beforeAll(async () => {
    const { status, body } = await admin().post('/api/ss-modules', {
      name: 'visitors',
      label: 'Visitors',
      labelSingular: 'Visitor',
      fields: [
        { fieldName: 'address', label: 'E-mail', inputType: 'EmailAddress' },
        { fieldName: 'town', label: 'Town', inputType: 'TextField' },
        { fieldName: 'code', label: 'Code', inputType: 'TextField' },
      ],
      duplicates: DUPLICATES,
    });
    expect(status, JSON.stringify(body)).toBe(201);
    moduleId = String(body._id);
    const role = await admin().post('/api/roles', {
      name: 'Front desk',
      module_access: { visitors: { access: true, create: true, view: 'Owner', edit: 'Owner' } },
      field_access: { visitors: { code: 'none' } },
    });
    expect(role.status, JSON.stringify(role.body)).toBe(201);
    guest = await createSignedInUser(server(), 'desk@visitors.test', ['Front desk']);
  });

  it('are refused with what is the same, and saved when they are allowed', async () => {
    const id = await create({ name: 'Ada Lee', address: [{ email_address: 'ada@visitors.test', primary: true }] });
    const again = { name: 'A. Lee', address: [{ email_address: 'ADA@visitors.test' }, { email_address: 'other@visitors.test' }] };
    const { status, body } = await post(again);
    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: 'possible_duplicates',
      mayKeep: true,
      hidden: 0,
      matches: [{ _id: id, name: 'Ada Lee', reasons: [{ text: 'E-mail is the same', speaksFor: true }] }],
    });
    expect((await post(again, admin(), '?duplicates=allow')).status).toBe(201);
  });

  it('need all fields of a rule, with a value', async () => {
    await create({ name: 'Bea Moss', town: 'Joliet' });
    await create({ name: 'Bea Moss', town: 'Peoria' });
    await create({ name: 'Bea Moss' });
    expect((await post({ name: 'BEA  MOSS', town: 'joliet' })).status).toBe(409);
  });

  it('are compared character by character where the rule says so', async () => {
    await create({ name: 'Exact 1', code: 'AbC' });
    await create({ name: 'Exact 2', code: 'abc' });
    expect((await post({ name: 'Exact 3', code: 'AbC' })).body).toMatchObject({
      code: 'possible_duplicates',
      matches: [{ name: 'Exact 1' }],
    });
  });

  it('are found by a change of a compared field, and by no other change', async () => {
    await create({ name: 'Cy Dunn', town: 'Oak' });
    const id = await create({ name: 'Cy Dunn', town: 'Elm' });
    expect((await admin().put(`/api/visitors/${id}`, { town: 'Oak' })).status).toBe(409);
    expect((await admin().put(`/api/visitors/${id}?duplicates=allow`, { town: 'Oak' })).status).toBe(200);
    expect((await admin().put(`/api/visitors/${id}`, { description: 'Known' })).status).toBe(200);
  });

  it('are found among saves at the same time: one is saved', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => post({ name: 'Twin', town: 'Same' })));
    expect(made.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  it('tell a user nothing of records and fields that they may not see', async () => {
    await create({ name: 'Eve Hall', town: 'Ames', address: [{ email_address: 'eve@visitors.test' }] });
    await create({ name: 'Coded', code: 'secret-1' });
    // One known value alone would find out who has it.
    expect((await post({ name: 'Probe', address: [{ email_address: 'eve@visitors.test' }] }, guest)).status).toBe(201);
    const counted = await post({ name: 'Eve Hall', town: 'Ames' }, guest);
    expect(counted.body).toMatchObject({ code: 'possible_duplicates', matches: [], hidden: 1 });
    expect(JSON.stringify(counted.body)).not.toContain('eve@visitors.test');
  });

  it('are found among any number of records that differ only in upper and lower case', async () => {
    const variantOf = (index: number): string =>
      [...'abcdefghij'].map((letter, place) => ((index >> place) & 1 ? letter.toUpperCase() : letter)).join('');
    const codes = Array.from({ length: 450 }, (_, index) => variantOf(index));
    const records = codes.map((code, index) => ({ name: `Variant ${index}`, code }));
    const { refused } = await server().application.records.createMany(
      { kind: 'system' },
      { module: 'visitors', records, allowDuplicates: true },
    );
    expect(refused).toEqual([]);
    for (const index of [0, 250, 449])
      expect((await post({ name: 'Again', code: variantOf(index) })).body).toMatchObject({
        code: 'possible_duplicates',
        matches: [{ name: `Variant ${index}` }],
      });
    expect((await post({ name: 'Another variant', code: variantOf(600) })).status).toBe(201);
    expect((await post({ name: 'Another variant', code: variantOf(600) })).body.code).toBe('possible_duplicates');
  });

  it('are not compared with deleted records, and may come back by an undo', async () => {
    const id = await create({ name: 'Gone', town: 'Away' });
    expect((await admin().delete(`/api/visitors/${id}`)).status).toBe(200);
    await create({ name: 'Gone', town: 'Away' });
  });

  it('are never saved where the module refuses them', async () => {
    await setDuplicates({ ...DUPLICATES, action: 'refuse' });
    await create({ name: 'Only one', town: 'Here' });
    const { status, body } = await post({ name: 'Only one', town: 'Here' }, admin(), '?duplicates=allow');
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'possible_duplicates', mayKeep: false });
  });

  it('have an index for each rule, and are refused by fields that cannot be compared', async () => {
    const { body } = await admin().put(`/api/ss-modules/${moduleId}`, {
      duplicates: { action: 'warn', rules: [{ fields: ['nobody'], exactness: 'exact' }] },
    });
    expect(body.details).toEqual([expect.objectContaining({ message: expect.stringContaining('There is no field nobody.') as unknown })]);
  });
});

import { beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '#engine/model/values';
import type { ApiClient } from '../support/api-client.ts';
import { createSignedInUser } from '../support/create-signed-in-user.ts';
import { describeOnEachStore } from './each-store.ts';

const NAME = ['first_name', 'last_name'];
const [PHONE, OTHER] = ['3125550142', '3125550143'];
const RIGHTS = { access: true, create: true, edit: 'All', delete: 'None' };

describeOnEachStore('Duplicates beyond what a user may see', (server) => {
  const admin = () => server().admin;
  let moduleId = '';
  /** Sees only the records that are assigned to them. */
  let own: ApiClient;
  /** Sees all records, without their phones. */
  let phoneless: ApiClient;

  const check = (...rules: readonly (readonly string[])[]) =>
    admin().put(`/api/ss-modules/${moduleId}`, {
      duplicates: { action: 'warn', rules: rules.map((fields) => ({ fields, exactness: 'normalized' })) },
    });
  const create = async (first_name: string, last_name: string, more: JsonObject): Promise<string> => {
    const { status, body } = await admin().post('/api/callers?duplicates=allow', { first_name, last_name, ...more });
    expect(status, JSON.stringify(body)).toBe(201);
    return String(body._id);
  };
  const save = (client: ApiClient, first_name: string, last_name: string, more: JsonObject = {}) =>
    client.post('/api/callers', { first_name, last_name, ...more });
  const counted = { status: 409, body: { code: 'possible_duplicates', matches: [], hidden: 1 } };

  beforeAll(async () => {
    const { status, body } = await admin().post('/api/ss-modules', {
      name: 'callers',
      label: 'Callers',
      labelSingular: 'Caller',
      fields: [
        ...NAME.map((fieldName) => ({ fieldName, label: fieldName === 'first_name' ? 'First' : 'Last', inputType: 'TextField' })),
        { fieldName: 'phone', label: 'Phone', inputType: 'Phone' },
        { fieldName: 'zip', label: 'ZIP', inputType: 'TextField' },
      ],
    });
    expect(status, JSON.stringify(body)).toBe(201);
    moduleId = String(body._id);
    const roles = [
      { name: 'Own callers', module_access: { callers: { ...RIGHTS, view: 'Owner' } } },
      { name: 'Without phones', module_access: { callers: { ...RIGHTS, view: 'All' } }, field_access: { callers: { phone: 'none' } } },
    ];
    for (const role of roles) expect((await admin().post('/api/roles', role)).status).toBe(201);
    own = await createSignedInUser(server(), 'own@callers.test', ['Own callers']);
    phoneless = await createSignedInUser(server(), 'phoneless@callers.test', ['Without phones']);
  });

  it('by the name alone are told to nobody who does not see the record', async () => {
    await check(['name'], NAME);
    await create('Ann', 'Alone', {});
    expect((await save(own, 'ann', 'ALONE')).status).toBe(201);
    expect((await save(phoneless, 'Ann', 'Alone')).body).toMatchObject({ code: 'possible_duplicates', hidden: 0 });
  });

  it('by one key alone are told only if the name agrees too', async () => {
    await check(['phone']);
    await create('Bea', 'Keyed', { phone: PHONE });
    expect((await save(own, 'Someone', 'Else', { phone: PHONE })).status).toBe(201);
    // Of the two records with that phone, the one with another name is not counted.
    const refused = await save(own, 'bea', 'KEYED', { phone: PHONE });
    expect(refused).toMatchObject(counted);
    expect(JSON.stringify(refused.body)).not.toContain('Bea Keyed');
  });

  it('by the parts of a name and one more key are counted, and not shown', async () => {
    await check([...NAME, 'zip']);
    const id = await create('Cy', 'Parted', { zip: '60601' });
    const response = await save(own, 'Cy', 'Parted', { zip: '60601' });
    expect(response).toMatchObject(counted);
    expect(JSON.stringify(response.body)).not.toContain(id);
    expect((await save(own, 'Cy', 'Parted', { zip: '60602' })).status).toBe(201);
  });

  it('by a hidden field are told only if the name agrees too, and never what is the same', async () => {
    await check(['phone', 'zip']);
    await create('Dee', 'Fielded', { phone: OTHER, zip: '60603' });
    const other = await create('Eli', 'Other', { phone: OTHER, zip: '60604' });
    const same = await create('Dee', 'Fielded', { phone: OTHER, zip: '60605' });
    const move = (id: string) => phoneless.put(`/api/callers/${id}`, { zip: '60603' });
    const refused = await move(same);
    expect(refused).toMatchObject(counted);
    expect(JSON.stringify(refused.body)).not.toMatch(/Phone|3125550143/);
    expect((await move(other)).status).toBe(200);
    // Someone who sees both is told all of it.
    expect((await admin().put(`/api/callers/${same}`, { zip: '60603' })).body).toMatchObject({
      code: 'possible_duplicates',
      hidden: 0,
      matches: [{ reasons: [{ text: 'Phone is the same' }, { text: 'ZIP is the same' }] }, {}],
    });
  });
});

import { expect, it } from 'vitest';
import { createAesCipher } from '../../engine/adapters/aes-cipher/index.ts';
import { updateStoredFields } from '../../engine/records/index.ts';
import { MATCH_ALL } from '#engine/model/filter';
import type { JsonObject } from '#engine/model/values';
import { describeOnEachStore } from './each-store.ts';
import { killAfter } from '../support/kill-after.ts';
import { runJob } from '../support/run-job.ts';
import { upload } from '../support/upload.ts';

type Field = JsonObject & { readonly id: string; readonly fieldName: string };

const SIZE = { fieldName: 'size', label: 'Size', inputType: 'TextField' };
const TAGS = { fieldName: 'tags', label: 'Tags', inputType: 'ListField' };
const PAPER = { fieldName: 'paper', label: 'Paper', inputType: 'File' };
const DONE = { fieldName: 'done', label: 'Done', inputType: 'Checkbox' };

describeOnEachStore('Removed fields', (server) => {
  const admin = () => server().admin;
  const make = async (name: string, fields: readonly object[]) => {
    const { status, body } = await admin().post('/api/ss-modules', { name, label: name, labelSingular: name, fields });
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };
  const publish = async (id: string, fields: readonly object[]) => {
    const { status, body } = await admin().put(`/api/ss-modules/${id}?values=clear`, { fields });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.definition.fields as readonly Field[];
  };
  const create = async (name: string, fields: object) => {
    const { status, headers, body } = await admin().post(`/api/${name}`, fields);
    expect(status, JSON.stringify(body)).toBe(201);
    return { ...body, batch: headers.get('x-batch-id') as string };
  };
  const count = async (name: string, searchTerms: object): Promise<number> =>
    (await admin().post(`/api/${name}/search`, { searchTerms })).body.total;
  const groups = async (name: string, field: string): Promise<readonly unknown[]> => {
    const { body } = await admin().post(`/api/${name}/group`, { by: [{ field }], measures: [{ name: 'n', kind: 'count' }] });
    return body.data.map(({ keys }: { keys: readonly unknown[] }) => keys[0]);
  };
  const history = async (module: string, field: string): Promise<readonly unknown[]> => {
    const { body } = await admin().post('/api/audit-log/search', { searchTerms: { module, field } });
    return body.data.map((entry: JsonObject) => entry['new_value']);
  };
  const stored = async (moduleId: string, id: string) => {
    const [record] = await server().application.store.get(`m_${moduleId}`, [id]);
    return record?.document;
  };

  it('have no values when they are added again, with the same id or another one', async () => {
    const module = await make('parcels', [SIZE, TAGS, DONE]);
    const { fields } = module.definition as { fields: readonly Field[] };
    const parcel = await create('parcels', { name: 'One', size: 'Large', tags: ['red', 'blue'], done: true });
    const changed = await admin().put(`/api/parcels/${parcel._id}`, { size: 'Larger' });
    expect(await groups('parcels', 'size')).toEqual(['larger']);
    await publish(module._id, []);
    expect(await history('parcels', fields[0]?.id ?? '')).toEqual(['Larger']);
    for (const again of [fields, [SIZE, TAGS, DONE]]) {
      const now = await publish(module._id, again);
      const { size, tags, done } = (await admin().get(`/api/parcels/${parcel._id}`)).body;
      expect([size, tags, done ?? false]).toEqual([undefined, undefined, false]);
      expect(await count('parcels', { size: { exists: true } })).toBe(0);
      expect(await count('parcels', { size: { startsWith: 'lar' } })).toBe(0);
      expect(await count('parcels', { tags: 'red' })).toBe(0);
      expect(await count('parcels', { done: true })).toBe(0);
      expect(await groups('parcels', 'size')).toEqual([null]);
      expect(await history('parcels', 'size')).toEqual([]);
      if (again === fields) expect((await admin().post(`/api/batches/${changed.headers.get('x-batch-id') ?? ''}/undo`)).status).toBe(200);
      expect((await admin().get(`/api/parcels/${parcel._id}`)).body.size).toBeUndefined();
      const own = await create('parcels', { name: 'Two', size: 'Small', tags: ['green'] });
      await admin().put(`/api/parcels/${own._id}`, { size: 'Smaller' });
      expect([...(await groups('parcels', 'size'))]).toEqual([null, 'smaller']);
      expect(await history('parcels', 'size')).toEqual(['Smaller']);
      expect((await admin().delete(`/api/parcels/${own._id}`)).status).toBe(200);
      await admin().put('/api/parcels/delete-forever/by-array', { ids: [own._id] });
      await publish(module._id, []);
      expect(now).toHaveLength(3);
    }
  });

  it('lose their values, keys and links of files in the background', async () => {
    await runJob(server(), 'muster/update-stored-fields');
    const module = await make('crates', [SIZE, TAGS, PAPER, { ...SIZE, fieldName: 'label', label: 'Label' }]);
    const [, , , label] = module.definition.fields as readonly Field[];
    const { body: file } = await upload(admin(), { name: 'a.txt', content: 'a' });
    const crate = await create('crates', { name: 'One', size: 'Large', tags: ['red'], paper: file.path ?? file.url, label: 'Left' });
    const many = Array.from({ length: 205 }, (_, index) => ({ name: `Crate ${index}`, size: `Size ${index}` }));
    await server().application.records.createMany({ kind: 'system' }, { module: 'crates', records: many });
    await publish(module._id, [label as object]);
    expect(await stored(module._id, crate._id)).toMatchObject({ size: 'Large' });
    // The run by the schedule may have come first.
    await runJob(server(), 'muster/update-stored-fields');
    const document = await stored(module._id, crate._id);
    expect(document).toMatchObject({ name: 'One', label: 'Left' });
    expect(Object.keys(document ?? {}).filter((name) => ['size', 'tags', 'paper'].includes(name))).toEqual([]);
    expect((await runJob(server(), 'muster/update-stored-fields')).result).toEqual({ updated: 0 });
    const links = await server().application.store.find({
      collection: '_file_links',
      filter: { kind: 'constant', value: true },
      sort: [],
      limit: 100,
    });
    expect(links.filter(({ document: link }) => link['record'] === crate._id && link['until'] === null)).toEqual([]);
    expect((await admin().put(`/api/crates/${crate._id}`, { label: 'Right' })).body).toMatchObject({ label: 'Right' });
  });

  it.each([
    ['its first commit', 1],
    ['it noted where it is', 2],
    ['its second commit', 3],
  ])('lose all values when the update is interrupted right after %s, and another run continues', async (_moment, commits) => {
    const { store, access, clock, ids, secret, records } = server().application;
    await runJob(server(), 'muster/update-stored-fields');
    const module = await make(`pallets${commits}`, [SIZE]);
    const many = Array.from({ length: 450 }, (_, index) => ({ name: `Pallet ${index}`, size: `Size ${index}` }));
    await records.createMany({ kind: 'system' }, { module: `pallets${commits}`, records: many });
    await publish(module._id, []);
    const services = { store: killAfter(store, commits), cipher: createAesCipher({ secret }), access, clock, ids };
    const report = async () => undefined;
    await expect(updateStoredFields(services, { signal: new AbortController().signal, report })).rejects.toThrow('killed');
    const sizes = async () => {
      const found = await store.find({ collection: `m_${module._id}`, filter: MATCH_ALL, sort: [], limit: 1_000 });
      return found.filter(({ document }) => document['size'] !== undefined).length;
    };
    const open = await sizes();
    expect(open).toBe(commits < 3 ? 250 : 50);
    expect((await runJob(server(), 'muster/update-stored-fields')).result).toEqual({ updated: open });
    expect(await sizes()).toBe(0);
    expect((await runJob(server(), 'muster/update-stored-fields')).result).toEqual({ updated: 0 });
    expect(await count(`pallets${commits}`, {})).toBe(450);
  });

  it('are not relates whose module is not active: these have their values, filters and history again', async () => {
    const target = await make('ports', []);
    const module = await make('ships', [{ fieldName: 'port', label: 'Port', inputType: 'Relate', ref: 'ports' }, SIZE]);
    const port = await create('ports', { name: 'Bay' });
    const [one, two] = [await create('ships', { name: 'One', port: port._id }), await create('ships', { name: 'Two', port: port._id })];
    const { registry } = server().application;
    const activate = (active: boolean) =>
      registry.publish({ author: undefined, changes: [{ kind: 'module', id: target._id, definition: { ...target.definition, active } }] });
    await activate(false);
    const changed = (await admin().put(`/api/ships/${one._id}`, { size: 'Large' })).body;
    expect(changed).toEqual({ ...changed, size: 'Large' });
    expect(Object.keys(changed).filter((name) => name.startsWith('~') || name === 'port')).toEqual([]);
    expect((await runJob(server(), 'muster/update-stored-fields')).result).toEqual({ updated: 0 });
    await activate(true);
    await runJob(server(), 'muster/update-stored-fields');
    for (const { _id } of [one, two]) expect((await admin().get(`/api/ships/${_id}`)).body.port).toBe(port._id);
    expect(await count('ships', { port: port._id })).toBe(2);
    expect((await admin().put(`/api/ships/${one._id}`, { port: null })).status).toBe(200);
    expect(await count('ships', { port: port._id })).toBe(1);
    expect(await history('ships', 'port')).toEqual([null]);
    expect(module._id).not.toBe(target._id);
  });
});

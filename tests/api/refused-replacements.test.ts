import { expect, it } from 'vitest';
import type { ChangeSetSummary, ChangeSetView } from '#engine/model/wire';
import { createSignedInUser } from '../support/create-signed-in-user.ts';
import { runJob } from '../support/run-job.ts';
import { describeOnEachStore } from './each-store.ts';

const OPTIONS = ['red', 'green', 'blue'].map((value) => ({ value, label: value }));
const JOB = 'muster/replace-removed-values';

describeOnEachStore('The values of a removed option', (server) => {
  const admin = () => server().admin;
  const must = async (request: Promise<{ status: number; body: { readonly [name: string]: unknown } }>) => {
    const { status, body } = await request;
    expect([200, 201], JSON.stringify(body)).toContain(status);
    return body as { readonly _id: string } & typeof body;
  };
  const read = async (id: string): Promise<ChangeSetView> =>
    (await must(admin().get(`/api/change-sets/${id}`))) as unknown as ChangeSetView;
  const latest = async (): Promise<ChangeSetView> => {
    const page = await must(admin().get('/api/change-sets?state=published&pageSize=1'));
    const [first] = page['data'] as readonly ChangeSetSummary[];
    return read(first?._id ?? '');
  };
  const steer = (id: string, action: 'retry' | 'dismiss') => admin().post(`/api/change-sets/${id}/replacement/${action}`, {});

  /** A module whose colour is required, and how red is removed from its colours. */
  const paint = async (name: string, count: number) => {
    const dropdown = await must(admin().post('/api/dropdowns', { name: `${name}_colour`, options: OPTIONS }));
    const colour = { fieldName: 'colour', label: 'Colour', inputType: 'Dropdown', required: true, dropdown: `${name}_colour` };
    await must(admin().post('/api/ss-modules', { name, label: 'Painted', labelSingular: 'Painted', fields: [colour] }));
    const records = [];
    for (let number = 1; number <= count; number += 1)
      records.push(await must(admin().post(`/api/${name}`, { name: `${name} ${number}`, colour: 'red' })));
    const remove = (values: string) => must(admin().put(`/api/dropdowns/${dropdown._id}?values=${values}`, { options: OPTIONS.slice(1) }));
    return { records, remove };
  };

  it('are replaced at once when the change-set is published, without waiting for the schedule', async () => {
    const { records, remove } = await paint('sheds', 2);
    await remove('move:blue');
    const readColour = async () => (await must(admin().get(`/api/sheds/${records[1]?._id ?? ''}`)))['colour'];
    await expect.poll(readColour, { timeout: 30_000 }).toBe('blue');
    const { _id } = await latest();
    await expect.poll(async () => (await read(_id)).replacement, { timeout: 30_000 }).toBeNull();
  });

  it('stay listed with the records that a rule refuses, until the records are changed', async () => {
    const { records, remove } = await paint('tents', 3);
    await remove('clear');
    await runJob(server(), JOB);
    const refused = await latest();
    expect(refused.replacement).toMatchObject({ state: 'refused', done: 3, total: 3, refused: 3 });
    const [task] = refused.replacement?.tasks ?? [];
    expect(task).toMatchObject({ module: 'tents', moduleLabel: 'Painted', field: 'Colour', value: 'red', to: null });
    expect(task?.examples.map(({ name }) => name).sort()).toEqual(['tents 1', 'tents 2', 'tents 3']);
    expect(task?.examples[0]?.reason).toMatch(/required|Colour/u);
    const list = await must(admin().get('/api/change-sets?state=published&pageSize=1'));
    expect(list['data']).toMatchObject([{ _id: refused._id, replacement: { state: 'refused', refused: 3 } }]);
    // A run by the schedule does not forget them.
    await runJob(server(), JOB);
    expect((await read(refused._id)).replacement).toMatchObject({ refused: 3 });
    for (const { _id } of records) await must(admin().put(`/api/tents/${_id}`, { colour: 'green' }));
    await runJob(server(), JOB);
    expect((await read(refused._id)).replacement).toBeNull();
    expect((await steer(refused._id, 'retry')).body.code).toBe('values_not_refused');
  });

  it('are tried again, or stay, as an admin decides', async () => {
    const { records, remove } = await paint('huts', 2);
    await remove('clear');
    await runJob(server(), JOB);
    const { _id } = await latest();
    await must(admin().put(`/api/huts/${records[0]?._id ?? ''}`, { colour: 'green' }));
    await must(steer(_id, 'retry'));
    await runJob(server(), JOB);
    expect((await read(_id)).replacement).toMatchObject({ state: 'refused', refused: 1, total: 1 });
    await must(steer(_id, 'dismiss'));
    expect((await read(_id)).replacement).toBeNull();
    expect((await must(admin().get(`/api/huts/${records[1]?._id ?? ''}`)))['colour']).toBe('red');
    expect((await steer(_id, 'dismiss')).body.code).toBe('values_not_refused');
    expect((await steer('nothing', 'dismiss')).body.code).toBe('change_set_not_found');
  });

  it('are seen by a System Admin alone', async () => {
    const { _id } = await latest();
    const clerk = await createSignedInUser(server(), 'clerk@muster.test', []);
    for (const action of ['retry', 'dismiss'])
      expect((await clerk.post(`/api/change-sets/${_id}/replacement/${action}`, {})).body.code).toBe('admin_only');
  });
});

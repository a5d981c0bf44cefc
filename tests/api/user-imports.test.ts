import { beforeAll, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { createSignedInUser } from '../support/create-signed-in-user.ts';
import { must } from '../support/record-helpers.ts';
import { describeRules } from './each-store.ts';
import { createImportCalls } from './import-calls.ts';

const FILE = `First name,Last name,E-mail,User type,Roles
Ada,Import,ada.import@muster.test,System Admin,
Ben,Import,ben.import@muster.test,Standard,Keeper
Cleo,Import,ben.import@muster.test,Standard,Keeper
Dan,Import,dan.import@muster.test,Emperor,
`;

describeRules('Imports of users', (server) => {
  const { admin, send, step, rowsOf, fieldsOf, start, put } = createImportCalls(server);
  let keeper: string;
  let clerk: ApiClient;

  beforeAll(async () => {
    keeper = (await must(admin().post('/api/roles/search', { searchTerms: { name: 'Keeper' } }))).data[0]._id as string;
    const access = { access: true, create: true, mass_update: true, view: 'All', edit: 'All', delete: 'None' };
    await must(admin().post('/api/roles', { name: 'Clerk of users', module_access: { users: access }, field_access: {} }), 201);
    clerk = await createSignedInUser(server(), 'import.clerk@muster.test', ['Clerk of users']);
  });

  const upload = async (content: string, client = admin()) => must(send(content, client, 'users.csv', 'users'), 201);
  const findUser = async (email: string) => (await must(admin().post('/api/users/search', { searchTerms: { email } }))).data[0];

  it('create users without a password, who are invited later', async () => {
    const view = await upload(FILE);
    expect(fieldsOf(view)).toEqual(['first_name', 'last_name', 'email', 'userType', 'roles']);
    expect(view.duplicates).toEqual({ action: 'skip', by: ['email'] });
    await must(step(view._id, 'check'));
    expect((await rowsOf(view._id)).data.map(({ state }: { readonly state: string }) => state)).toEqual(['new', 'new', 'skip', 'problem']);
    const done = await start(view._id);
    expect(done).toMatchObject({ state: 'done', progress: { created: 2, skipped: 1, refused: 1 } });
    const ben = await findUser('ben.import@muster.test');
    expect(ben).toMatchObject({ userType: 'Standard', active: true, roles: [keeper] });
    expect(await findUser('ada.import@muster.test')).toMatchObject({ userType: 'System Admin' });
    expect(await must(admin().get(`/api/users/${ben._id}/account`))).toMatchObject({ hasPassword: false, temporaryPasswordUntil: null });
    expect(await must(admin().post(`/api/users/${ben._id}/send-password`, {}))).toMatchObject({ purpose: 'invite' });
    expect((await must(admin().get(`/api/users/${ben._id}/account`))).temporaryPasswordUntil).not.toBeNull();
    await must(admin().post(`/api/batches/${done.batchId}/undo`, {}));
    expect((await must(admin().post('/api/users/search', { searchTerms: { last_name: 'Import' } }))).total).toBe(0);
  });

  it('raise nobody’s rights: what its user may not set is left out, and said', async () => {
    const file = FILE.replaceAll('.import@', '.clerk@');
    const view = await upload(file, clerk);
    expect(fieldsOf(view)).toEqual(['first_name', 'last_name', 'email', null, null]);
    expect(view.columns.map(({ refused }: { readonly refused: string | null }) => refused)).toEqual([
      ...[null, null, null],
      'You may not set User type.',
      'You may not set Roles.',
    ]);
    const fields = (await must(clerk.get(`/api/imports/${view._id}/fields`))).data as readonly { readonly field: string }[];
    for (const name of ['userType', 'roles', 'teams', 'active']) expect(fields.map(({ field }) => field)).not.toContain(name);
    for (const change of [
      { columns: [{ index: 3, field: 'userType' }] },
      { columns: [{ index: 4, field: 'roles' }] },
      { constants: { userType: 'System Admin' } },
      { constants: { roles: [keeper] } },
    ])
      expect((await put(view._id, change, clerk)).body.code).toBe('import_mapping_invalid');
    expect(await start(view._id, {}, clerk)).toMatchObject({ state: 'done', progress: { created: 3 } });
    for (const name of ['ada', 'ben', 'dan']) {
      const made = await findUser(`${name}.clerk@muster.test`);
      expect(made).toMatchObject({ userType: 'Standard' });
      expect(made.roles ?? []).toEqual([]);
      expect(made.teams ?? []).toEqual([]);
    }
  });

  it('change no record of a System Admin, and not what the user signs in with', async () => {
    const { email } = (await must(admin().get('/api/users/user-session'))).user as { readonly email: string };
    const me = (await must(clerk.get('/api/users/user-session'))).user as { readonly _id: string };
    const boss = await findUser(email);
    const view = await upload(`_id,First name,E-mail\n${boss._id},Taken,taken@muster.test\n${me._id},Mine,mine@muster.test\n`, clerk);
    await must(put(view._id, { duplicates: { action: 'update', by: ['_id'] } }, clerk));
    expect(await start(view._id, {}, clerk)).toMatchObject({ state: 'done', progress: { updated: 0, refused: 2 } });
    expect(await findUser(email)).toMatchObject({ first_name: boss.first_name });
    expect(await findUser('import.clerk@muster.test')).toMatchObject({ _id: me._id, first_name: 'Test' });
  });

  it('need the right to create users', async () => {
    const reader = await createSignedInUser(server(), 'import.no.users@muster.test', ['Keeper']);
    expect((await send(FILE, reader, 'users.csv', 'users')).status).toBe(403);
  });
});

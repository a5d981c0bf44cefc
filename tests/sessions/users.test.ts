import { expect, it } from 'vitest';
import { describeSessionsOnEachStore } from './describe-sessions.ts';
import { newEmail, PASSWORD, type SessionsEnvironment } from './sessions-environment.ts';

const ALL = { access: true, create: true, mass_update: true, export: true, view: 'All', edit: 'All', delete: 'All' } as const;

/** A role with all rights on users and tools, which must still not include the rights of a System Admin. */
async function makeKeeperRole(world: SessionsEnvironment): Promise<string> {
  const admin = await world.admin();
  const made = await admin.post('/api/roles/create', {
    name: `Office ${newEmail()}`,
    module_access: { users: ALL, tools: ALL },
    field_access: {},
    sensitive_access: [],
  });
  if (made.status >= 300) throw new Error(`The role was not made: ${made.status} ${JSON.stringify(made.body)}`);
  return made.body._id;
}

describeSessionsOnEachStore('Users', (world) => {
  const makeKeeper = async () => {
    const user = await world().makeUser({ userType: 'Admin', roles: [await makeKeeperRole(world())] });
    return { user, client: world().clientOf(await world().signIn(user.email)) };
  };

  it('are registered by a System Admin only, with a valid password, and can sign in at once', async () => {
    const admin = await world().admin();
    const fields = { first_name: 'Re', last_name: 'Gistered', email: newEmail(), userType: 'Standard' };
    const { client } = await makeKeeper();
    const refused = await client.post('/api/users/register', { ...fields, password: PASSWORD });
    expect(refused.status).toBe(403);
    expect(refused.body.code).toBe('admin_only');
    expect((await world().anonymous.post('/api/users/register', { ...fields, password: PASSWORD })).status).toBe(401);
    const weak = await admin.post('/api/users/register', { ...fields, password: 'short' });
    expect(weak.status).toBe(422);
    expect(weak.body.details[0]).toMatchObject({ field: 'password', message: 'Must be at least 8 characters long' });
    const made = await admin.post('/api/users/register', { ...fields, password: PASSWORD });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ email: fields.email, active: true });
    expect(made.headers.get('x-batch-id')).toBeTruthy();
    await world().signIn(fields.email);
    const twice = await admin.post('/api/users/register', { ...fields, email: fields.email.toUpperCase(), password: PASSWORD });
    expect(twice.status).toBe(409);
    expect(twice.body).toMatchObject({ code: 'email_taken', error: 'Another user already has this e-mail.' });
  });

  it('are deleted together, with a reason for each who is refused, and are back after an undo', async () => {
    const admin = await world().admin();
    const [one, other] = [await world().makeUser(), await world().makeUser()];
    const deleted = await admin.put('/api/users/mark-as-deleted/by-array', { ids: [one._id, other._id, 'gone'] });
    expect(deleted.body).toMatchObject({ deleted: [one._id, other._id], refused: [{ _id: 'gone', code: 'record_not_found' }] });
    expect((await world().anonymous.post('/api/users/login', { email: one.email, password: PASSWORD })).status).toBe(422);
    const undone = await admin.post(`/api/batches/${deleted.headers.get('x-batch-id')}/undo`);
    expect(undone.status).toBe(200);
    await world().signIn(one.email);
    await world().signIn(other.email);
  });

  it('are registered once per idempotency key', async () => {
    const admin = await world().admin();
    const body = { first_name: 'I', last_name: 'Dem', email: newEmail(), userType: 'Standard', password: PASSWORD };
    const responses = [
      await admin.post('/api/users/register', body, { 'idempotency-key': body.email }),
      await admin.post('/api/users/register', body, { 'idempotency-key': body.email }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    expect(responses[1]?.body._id).toBe(responses[0]?.body._id);
    expect((await admin.post('/api/users/register', { ...body, password: 'Other-pass1!' }, { 'idempotency-key': body.email })).status).toBe(
      409,
    );
    await world().signIn(body.email);
  });

  it('are invited without a password by every endpoint that creates one', async () => {
    const { client } = await makeKeeper();
    const person = () => ({ first_name: 'In', last_name: 'Vited', email: newEmail() });
    const calls: readonly ((fields: object) => ReturnType<typeof client.post>)[] = [
      (fields) => client.post('/api/users/create', fields),
      (fields) => client.post('/api/users', fields),
      (fields) => client.post('/api/users/createTempUserAccount', fields),
      (fields) => client.post('/api/generic-modules/create', { moduleOptions: { name: 'users' }, fields }),
    ];
    for (const call of calls) {
      const fields = person();
      const { status, body } = await call(fields);
      expect([status, body.code]).toEqual([201, undefined]);
      expect(body).toMatchObject({ email: fields.email, userType: 'Standard', active: true });
      expect(await world().mailTo(fields.email)).toContain('Temporary password: ');
      expect((await call({ ...fields, first_name: 'Other' })).body.code).toBe('email_taken');
      expect(await world().countMail(fields.email)).toBe(1);
    }
  });

  it('never accept a password as a field', async () => {
    const admin = await world().admin();
    const user = await world().makeUser();
    for (const body of [{ password: 'Changed-pass2!' }, { hash: 'x' }])
      expect((await admin.put(`/api/users/${user._id}`, body)).status).toBe(422);
    expect(
      (
        await admin.post('/api/users/create', {
          first_name: 'P',
          last_name: 'W',
          email: newEmail(),
          userType: 'Standard',
          password: PASSWORD,
        })
      ).status,
    ).toBe(422);
    await world().signIn(user.email);
  });

  it('get roles, teams, type and activity from a System Admin only, through every endpoint', async () => {
    const { user: keeper, client } = await makeKeeper();
    const admin = await world().admin();
    const user = await world().makeUser();
    const role = await makeKeeperRole(world());
    const team = (await admin.post('/api/teams/create', { name: `Team ${newEmail()}` })).body._id;
    const changes = { roles: [role], teams: [team], userType: 'System Admin', active: false };
    const generic = { moduleOptions: { name: 'users' } };
    const calls: readonly (readonly [string, (id: string, fields: object) => ReturnType<typeof client.post>])[] = [
      ['PUT {id}', (id, fields) => client.put(`/api/users/${id}`, fields)],
      ['PUT update', (id, fields) => client.put('/api/users/update', { _id: id, ...fields })],
      ['update-certain-fields', (id, fields) => client.put(`/api/users/update-certain-fields/${id}`, { fields })],
      ['generic PUT', (id, fields) => client.put(`/api/generic-modules/${id}`, { ...generic, fields })],
      [
        'generic update-certain-fields',
        (id, fields) => client.put(`/api/generic-modules/update-certain-fields/${id}`, { ...generic, fields }),
      ],
    ];
    for (const id of [user._id, keeper._id]) {
      for (const [field, value] of Object.entries(changes)) {
        for (const [name, call] of calls) {
          const { status, body } = await call(id, { [field]: value });
          expect([name, field, status, body.code]).toEqual([name, field, 403, 'field_not_writable']);
        }
        for (const [path, more] of [
          ['users', {}],
          ['generic-modules', generic],
        ] as const) {
          const { status, body } = await client.put(`/api/${path}/update-certain-fields-array/`, {
            ...more,
            ids: [id],
            fields: { [field]: value },
          });
          expect([path, field, status, body.code]).toEqual([path, field, 403, 'field_not_writable']);
        }
      }
      expect((await client.post('/api/users/update-roles', { userId: id, roles: [role] })).status).toBe(403);
      expect((await client.post('/api/users/update-teams', { userId: id, teams: [team] })).status).toBe(403);
      expect((await client.put(`/api/users/mark-user-inactive/${id}`)).status).toBe(403);
      for (const [field, value] of Object.entries(changes)) {
        expect(
          (await client.post('/api/users/create', { first_name: 'A', last_name: 'B', email: newEmail(), [field]: value })).body.code,
        ).toBe('field_not_writable');
      }
    }
    expect((await client.post('/api/users/activate', { userId: (await deactivated())._id })).status).toBe(403);
    const stored = (await admin.get(`/api/users/${user._id}`)).body;
    expect(stored).toMatchObject({ userType: 'Standard', active: true });
    expect([stored.roles ?? [], stored.teams ?? []]).toEqual([[], []]);
    // Allowed fields are changed, even when the request contains the other fields unchanged.
    expect((await client.put(`/api/users/${user._id}`, { ...stored, first_name: 'Changed' })).status).toBe(200);
    for (const [field, value] of Object.entries(changes))
      expect((await admin.put(`/api/users/${user._id}`, { [field]: value })).body).toMatchObject({ [field]: value });
  });

  const deactivated = async () => {
    const user = await world().makeUser();
    await (await world().admin()).put(`/api/users/mark-user-inactive/${user._id}`);
    return user;
  };

  it('who are System Admins cannot be changed by other users', async () => {
    const { client } = await makeKeeper();
    const chief = await world().makeUser({ userType: 'System Admin' });
    expect((await client.put(`/api/users/${chief._id}`, { email: newEmail() })).status).toBe(403);
    expect((await client.put(`/api/users/mark-deleted/${chief._id}`)).body).not.toMatchObject({ deleted: [chief._id] });
    await world().signIn(chief.email);
  });

  it('gain and lose the rights of a role with their next request', async () => {
    const admin = await world().admin();
    const role = await makeKeeperRole(world());
    const user = await world().makeUser();
    const client = world().clientOf(await world().signIn(user.email));
    expect((await client.get('/api/tools/list')).status).toBe(403);
    expect((await admin.post('/api/users/update-roles', { userId: user._id, roles: [role] })).status).toBe(200);
    expect((await client.get('/api/tools/list')).status).toBe(200);
    expect((await client.get(`/api/users/${user._id}/complete-roles-info`)).body.roles).toMatchObject([
      { _id: role, module_access: { tools: { view: 'All' } } },
    ]);
    expect((await admin.put(`/api/roles/${role}`, { module_access: { users: ALL } })).status).toBe(200);
    expect((await client.get('/api/tools/list')).status).toBe(403);
    expect((await client.get('/api/users/list')).status).toBe(200);
    expect((await admin.post('/api/users/update-roles', { userId: user._id, roles: [] })).status).toBe(200);
    expect((await client.get('/api/tools/list')).status).toBe(403);
    expect((await admin.put(`/api/users/${user._id}`, { userType: 'System Admin' })).status).toBe(200);
    expect((await client.post('/api/users/register', {})).status).toBe(422);
    expect((await admin.put(`/api/users/${user._id}`, { userType: 'Standard' })).status).toBe(200);
    expect((await client.post('/api/users/register', {})).status).toBe(403);
  });

  it('are signed out with their next request when they are deactivated or deleted, and cannot sign in again', async () => {
    const admin = await world().admin();
    for (const end of [
      (id: string) => admin.put(`/api/users/mark-user-inactive/${id}`),
      (id: string) => admin.put(`/api/users/mark-deleted/${id}`),
    ]) {
      const user = await world().makeUser();
      const visitor = await world().signIn(user.email);
      expect((await world().clientOf(visitor).get('/api/auth/authenticated')).status).toBe(200);
      expect((await end(user._id)).status).toBe(200);
      const after = await world().clientOf(visitor).get('/api/auth/authenticated');
      expect([after.status, after.body.code]).toEqual([401, 'session_expired']);
      expect((await world().refresh(visitor.cookie)).status).toBe(401);
      expect((await world().anonymous.post('/api/users/login', { email: user.email, password: PASSWORD })).status).toBe(422);
    }
    const back = await deactivated();
    expect((await admin.post('/api/users/activate', { userId: back._id })).body).toMatchObject({ active: true });
    await world().signIn(back.email);
    expect((await admin.put(`/api/users/mark-user-inactive/${back._id}`)).body).toMatchObject({ active: false });
    expect((await admin.put(`/api/users/mark-user-active/${back._id}`)).body).toMatchObject({ active: true });
  });

  it('can check whether an e-mail is available only when they may create users', async () => {
    const { user, client } = await makeKeeper();
    expect((await client.get(`/api/users/check-email/${user.email.toUpperCase()}`)).body).toEqual({ exists: true, available: false });
    expect((await client.get(`/api/users/check-email/${newEmail()}`)).body).toEqual({ exists: false, available: true });
    const other = world().clientOf(await world().signIn((await world().makeUser()).email));
    expect((await other.get(`/api/users/check-email/${user.email}`)).status).toBe(403);
    expect((await world().anonymous.get(`/api/users/check-email/${user.email}`)).status).toBe(401);
  });

  it('are listed by type and by role, and can read their own roles', async () => {
    const admin = await world().admin();
    const { user, client } = await makeKeeper();
    const [role] = (await admin.get(`/api/users/${user._id}`)).body.roles;
    const byRole = await admin.get(`/api/users/role/${role}`);
    expect(byRole.body.data.map((one: { readonly _id: string }) => one._id)).toEqual([user._id]);
    const byType = await admin.get('/api/users/type/Admin?pageSize=1000');
    expect(byType.body.data.map((one: { readonly _id: string }) => one._id)).toContain(user._id);
    expect(byType.body.data.every((one: { readonly userType: string }) => one.userType === 'Admin')).toBe(true);
    expect((await admin.get('/api/users/role/none-such')).status).toBe(404);
    expect((await client.get(`/api/users/${user._id}/complete-roles-info`)).body).toMatchObject({ _id: user._id, roles: [{ _id: role }] });
    const other = await world().makeUser();
    expect((await client.get(`/api/users/${other._id}/complete-roles-info`)).status).toBe(403);
    expect((await admin.get(`/api/users/${user._id}/complete-roles-info`)).status).toBe(200);
  });

  it('have the date of their last sign-in in their record', async () => {
    const user = await world().makeUser();
    const read = async (): Promise<string | null | undefined> =>
      (await (await world().admin()).get(`/api/users/${user._id}`)).body.last_login_date;
    expect((await read()) ?? null).toBeNull();
    const now = (): string => new Date(world().server.application.clock.now()).toISOString();
    const before = now();
    expect((await world().anonymous.post('/api/users/login', { email: user.email, password: 'Wrong-pass1!' })).status).toBe(422);
    expect((await read()) ?? null).toBeNull();
    await world().signIn(user.email);
    const first = await read();
    expect([before, first, now()].sort()).toEqual([before, first, expect.any(String)]);
    world().advance(60_000);
    await world().signIn(user.email);
    expect(Date.parse((await read()) ?? '') - Date.parse(first ?? '')).toBeGreaterThanOrEqual(60_000);
  });

  it("log their own sign-in date, and nobody else's", async () => {
    const [one, other] = [await world().makeUser(), await world().makeUser()];
    const client = world().clientOf(await world().signIn(one.email));
    const noted = await client.put(`/api/users/${one._id}/log-login-date/`);
    expect(noted.body).toMatchObject({ success: true });
    expect((await (await world().admin()).get(`/api/users/${one._id}`)).body.last_login_date).toBe(noted.body.last_login_date);
    expect((await client.put(`/api/users/${other._id}/log-login-date/`)).status).toBe(403);
  });

  it('never have a password, a hash or a token in a response, whoever requests it', async () => {
    const admin = await world().admin();
    const user = await world().makeUser();
    const { client } = await makeKeeper();
    await world().signIn(user.email);
    const responses = [
      await admin.get(`/api/users/${user._id}`),
      await admin.get('/api/users/list?pageSize=1000'),
      await admin.post('/api/users/search', { pageSize: 1000 }),
      await admin.post(`/api/users/with-relationships/${user._id}`),
      await admin.post('/api/generic-modules/smart-search', { moduleOptions: { name: 'users' }, search: 'Nora', pageSize: 1000 }),
      await admin.get(`/api/users/${user._id}/complete-roles-info`),
      await client.get(`/api/users/${user._id}`),
      await client.get('/api/users/list?pageSize=1000'),
      await admin.post('/api/audit-log/search', { module: 'users', pageSize: 1000 }),
      await admin.get(`/api/audit-log/users/${user._id}`),
    ];
    const hashes = await world().server.application.store.find({
      collection: '_credentials',
      filter: { kind: 'constant', value: true },
      sort: [],
      limit: 1000,
    });
    expect(hashes.length).toBeGreaterThan(1);
    for (const { body } of responses) {
      const text = JSON.stringify(body);
      expect(text).not.toMatch(/\$argon2|muster_refresh|"password"|"hash"|"ticket"|"credential"/);
      expect(text).not.toContain(PASSWORD);
    }
    // The collections of this package cannot be read as if they were modules.
    for (const name of ['_credentials', '_sessions', '_temporary_passwords', '_mail']) {
      expect((await admin.post('/api/generic-modules/search', { moduleOptions: { name } })).status).toBe(404);
      expect((await admin.post(`/api/${name}/search`, {})).status).toBe(404);
    }
  });
});

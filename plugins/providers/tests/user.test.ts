import { beforeAll, describe, expect, it } from 'vitest';
import { describeOnEachStore } from '../../../tests/api/each-store.ts';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import { createRefusalChecks } from '../../../tests/support/refused-saves.ts';
import { createReplayEffects } from '../../../tests/support/replay-effects.ts';
import { getPrimaryEmail } from '../shared/primary-email.ts';
import { createProviderFixtures, mailboxes } from './provider-fixtures.ts';

const FAILED = 'Error creating user for provider.';
const TAKEN = { field: 'email_addresses', code: 'provider_user_failed', message: `${FAILED} This e-mail belongs to another user.` };
const REFUSED = { code: 'provider_user_failed', error: FAILED, details: [TAKEN] };

describe('The e-mail for the invitation of a provider', () => {
  it('is the primary one, or the first valid one', () => {
    const [one, other] = mailboxes('one@provider.test', 'other@provider.test') as readonly { readonly [name: string]: string | boolean }[];
    expect(getPrimaryEmail([other, one] as never)).toBe('one@provider.test');
    expect(getPrimaryEmail([{ ...one, invalid_email: true }, other] as never)).toBe('other@provider.test');
    expect([getPrimaryEmail([]), getPrimaryEmail(undefined), getPrimaryEmail([{ ...one, invalid_email: true }] as never)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describeOnEachStore(
  'The user of a provider',
  (server) => {
    const {
      must,
      make,
      newEmail,
      makeUser,
      readUser,
      makeProvider,
      readProvider,
      change,
      changeMany,
      list,
      mailsTo,
      undo,
      setSetting,
      hire,
    } = createProviderFixtures(server);
    const { expectRefused, expectNotCreated } = createRefusalChecks(server, { path: '/api/providers', module: 'providers' });
    const makeDueAgain = createReplayEffects(server);
    let creator = '';
    const ofCreator = (fields: object = {}) => ({
      first_name: 'Pat',
      last_name: 'New',
      provider_type: 'W2',
      assigned_to: creator,
      ...fields,
    });
    const count = async (module: string): Promise<number> => must(await server().admin.get(`/api/${module}`)).total;
    const invite = (
      providerId: unknown,
      { as = server().admin, headers = {} }: { readonly as?: ApiClient; readonly headers?: { readonly [name: string]: string } } = {},
    ) => as.post('/api/users/provider-account-invite', { providerId }, headers);
    const usersWith = (email: string) => list('users', { email });

    beforeAll(async () => {
      creator = (await makeUser({ email: 'casey.morgan@muster.example', userType: 'Standard' }))._id;
      await make('/api/teams', { name: 'Provider' });
    });

    it('is created in the same save if the providers of the owner get users, and is invited once', async () => {
      const email = newEmail();
      const response = await server().admin.post('/api/providers', ofCreator({ email_addresses: mailboxes(email, newEmail()) }));
      const provider = must(response, 201);
      const [user, ...others] = await usersWith(email);
      expect(others).toEqual([]);
      expect(provider).toMatchObject({ related_user: user?._id, _version: 1 });
      expect(user).toMatchObject({
        first_name: 'Pat',
        last_name: 'New',
        name: 'Pat New',
        email,
        userType: 'Provider',
        active: true,
        roles: ['role_provider'],
      });
      expect(user?.['teams']).toEqual((await list('teams', { name: 'Provider' })).map(({ _id }) => _id));
      const [mail, ...more] = await mailsTo(email);
      expect(more).toEqual([]);
      await makeDueAgain('providers', provider._id);
      expect(await mailsTo(email)).toEqual([mail]);
      const password = /Temporary password: (\S+)/.exec(mail ?? '')?.[1];
      expect((await server().anonymous.post('/api/users/templogin', { email, password })).status).toBe(200);
      expect(await usersWith(email)).toHaveLength(1);
      expect(JSON.stringify(provider)).not.toContain(password);
      const audit = must(await server().admin.get(`/api/audit-log/get-record-changes-by-module/users/${user?._id}`));
      expect(audit.data).toContainEqual(expect.objectContaining({ changed_through: 'providers' }));
    });

    it('depends on the assigned owner, by e-mail or by id, and is not created for other owners', async () => {
      const email = newEmail();
      const other = await makeUser({ userType: 'Standard' });
      const provider = await makeProvider({ email_addresses: mailboxes(email), assigned_to: other._id });
      expect(await readProvider(provider._id)).not.toHaveProperty('related_user');
      expect(await usersWith(email)).toEqual([]);
      await setSetting('provider_user_creators', ['casey.morgan@muster.example', other._id]);
      must(await change(provider._id, { description: 'What decides nothing makes none' }));
      expect(await readProvider(provider._id)).not.toHaveProperty('related_user');
      must(await change(provider._id, { assigned_to: creator }));
      const [user] = await usersWith(email);
      expect((await readProvider(provider._id))['related_user']).toBe(user?._id);
      const own = newEmail();
      await makeProvider({ email_addresses: mailboxes(own), assigned_to: other._id });
      expect(await usersWith(own)).toHaveLength(1);
      await setSetting('provider_user_creators', ['casey.morgan@muster.example', 'devon.reyes@muster.example']);
    });

    it('is created only when the provider has an e-mail, is active and has its locker account on', async () => {
      const without = await server().admin.post('/api/providers', ofCreator());
      expect(must(without, 201)._warnings).toEqual([
        { code: 'provider_without_email', text: 'A provider without an e-mail gets no account.' },
      ]);
      const emails = [newEmail(), newEmail(), newEmail()] as const;
      must(await change(without.body._id, { email_addresses: mailboxes(emails[0]) }));
      const inactive = await makeProvider(ofCreator({ email_addresses: mailboxes(emails[1]), status: 'Inactive' }));
      const locked = await makeProvider(ofCreator({ email_addresses: mailboxes(emails[2]), locker_account_enabled: false }));
      expect([await usersWith(emails[1]), await usersWith(emails[2])]).toEqual([[], []]);
      must(await change(inactive._id, { status: 'Active' }));
      must(await change(locked._id, { locker_account_enabled: true }));
      for (const [index, id] of [without.body._id, inactive._id, locked._id].entries()) {
        const [user] = await usersWith(emails[index] ?? '');
        expect(user?.['active']).toBe(true);
        expect((await readProvider(id))['related_user']).toBe(user?._id);
        expect(await mailsTo(emails[index] ?? '')).toHaveLength(1);
      }
    });

    it('is the existing user of the provider area with this e-mail and without a provider, unchanged', async () => {
      const [free, idle] = [await makeUser(), await makeUser({ active: true })];
      await server().admin.put(`/api/users/mark-user-inactive/${idle._id}`, {});
      const linked = must(
        await server().admin.post('/api/providers', ofCreator({ email_addresses: mailboxes(String(free['email']).toUpperCase()) })),
        201,
      );
      expect([linked.related_user, linked._warnings ?? []]).toEqual([free._id, []]);
      expect(await readUser(free._id)).toMatchObject({ _version: 1, active: true });
      // The user has a password and is not invited again.
      expect(await mailsTo(String(free['email']))).toEqual([]);
      const again = must(
        await server().admin.post('/api/providers', ofCreator({ email_addresses: mailboxes(String(idle['email'])) })),
        201,
      );
      expect(again._warnings).toMatchObject([{ code: 'provider_user_inactive' }]);
      expect((await readUser(idle._id))['active']).toBe(false);
    });

    it('cannot be another person: no data of the save is kept, by any endpoint', async () => {
      const staff = await makeUser({ userType: 'Standard' });
      const taken = await makeUser();
      await makeProvider({ related_user: taken._id });
      const gone = await makeUser();
      must(await server().admin.put(`/api/users/mark-deleted/${gone._id}`, {}));
      const waiting = await makeProvider({ email_addresses: mailboxes(String(staff['email'])), locker_account_enabled: true });
      const before = await readProvider(waiting._id);
      const counts = [await count('providers'), await count('users')] as const;
      for (const { email } of [staff, taken, gone]) {
        await expectNotCreated(ofCreator({ email_addresses: mailboxes(String(email)) }), REFUSED);
      }
      const fields = { assigned_to: creator };
      await expectRefused(waiting._id, fields, REFUSED);
      // Effects that create leads and tasks elsewhere create none if the save is rejected.
      const { _id: leads_providers } = await make('/api/leads', { first_name: 'Lee', last_name: 'Staying', lead_status: 'screening' });
      const leaving = await makeProvider({
        email_addresses: mailboxes(String(staff['email'])),
        leads_providers,
        medical_election: 'Enrolled',
      });
      await expectRefused(leaving._id, { ...fields, status: 'PendingInactive' }, REFUSED);
      const free = await makeProvider({ email_addresses: mailboxes(newEmail()) });
      expect(must(await changeMany([waiting._id, free._id], fields))).toMatchObject({
        updated: [free._id],
        refused: [{ _id: waiting._id, code: 'provider_user_failed', error: FAILED, details: [TAKEN] }],
      });
      expect(await readProvider(waiting._id)).toEqual(before);
      expect([await count('providers'), await count('users')]).toEqual([counts[0] + 2, counts[1] + 1]);
    });

    it('requires a first name, as every user does', async () => {
      const before = await count('providers');
      const details = [{ field: 'first_name', code: 'provider_user_failed', message: `${FAILED} First name is required.` }];
      await expectNotCreated(ofCreator({ first_name: null, email_addresses: mailboxes(newEmail()) }), { ...REFUSED, details });
      expect(await count('providers')).toBe(before);
    });

    it('is created once, even if two saves use the same e-mail at the same time or a request is repeated', async () => {
      const email = newEmail();
      const fields = ofCreator({ email_addresses: mailboxes(email) });
      const responses = await Promise.all([1, 2, 3].map(() => server().admin.post('/api/providers', fields)));
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
      for (const { status, body } of responses)
        if (status === 422) expect(body).toMatchObject({ code: 'provider_user_failed', error: FAILED });
      expect(await usersWith(email)).toHaveLength(1);
      const free = await makeUser();
      const linking = await Promise.all(
        [1, 2, 3].map(() => server().admin.post('/api/providers', ofCreator({ email_addresses: mailboxes(String(free['email'])) }))),
      );
      expect(linking.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
      const once = ofCreator({ email_addresses: mailboxes(newEmail()) });
      const send = () => server().admin.post('/api/providers', once, { 'idempotency-key': email });
      const [first, second] = [await send(), await send()];
      expect(must(second, 201)).toEqual(must(first, 201));
    });

    it('is not created or invited by a trusted bulk load', async () => {
      const { records } = server().application;
      const [email, invitee] = [newEmail(), newEmail()];
      const {
        record: { _id: related_user },
      } = await records.create(
        { kind: 'system' },
        {
          module: 'users',
          fields: { first_name: 'Loaded', last_name: 'In', email: invitee, userType: 'Provider', active: true, roles: [], teams: [] },
        },
      );
      const loaded = [
        ofCreator({ email_addresses: mailboxes(email), medical_election: 'Enrolled' }),
        ofCreator({ email_addresses: mailboxes(invitee), related_user }),
      ];
      await records.createMany({ kind: 'system' }, { module: 'providers', allowDuplicates: true, records: loaded });
      const [provider] = await list('providers', { related_user });
      expect(provider?.['_id']).toBeTypeOf('string');
      expect([await usersWith(email), await mailsTo(invitee), await mailsTo(email)]).toEqual([[], [], []]);
    });

    it("is removed when the provider's save is undone, and gives its e-mail free", async () => {
      const email = newEmail();
      const response = await server().admin.post('/api/providers', ofCreator({ email_addresses: mailboxes(email) }));
      const undone = must(await undo(must(response, 201) && response));
      expect(undone.left).toEqual([]);
      expect(await usersWith(email)).toEqual([]);
      // The undo can be undone too, as long as nobody else has the e-mail.
      expect(must(await server().admin.post(`/api/batches/${undone.undoBatchId}/undo`, {})).left).toEqual([]);
      expect(await usersWith(email)).toMatchObject([{ active: true }]);
      const again = must(await server().admin.post(`/api/batches/${response.headers.get('x-batch-id')}/undo`, {}), 409);
      expect(again.code).toBe('batch_undone');
      expect(must(await server().admin.put(`/api/providers/mark-deleted/${response.body._id}`)).deleted).toEqual([response.body._id]);
      const other = newEmail();
      const second = await server().admin.post('/api/providers', ofCreator({ email_addresses: mailboxes(other) }));
      expect(must(await undo(must(second, 201) && second)).left).toEqual([]);
      const entered = must(await server().admin.post('/api/providers', ofCreator({ email_addresses: mailboxes(other) })), 201);
      expect(await usersWith(other)).toMatchObject([{ _id: entered.related_user, active: true }]);
      const assigned = await makeProvider({ email_addresses: mailboxes(newEmail()) });
      const moved = await change(assigned._id, { assigned_to: creator });
      const { related_user: user } = must(moved);
      expect(must(await undo(moved)).left).toEqual([]);
      expect(await readProvider(assigned._id)).not.toHaveProperty('related_user');
      expect((await readUser(user))['deleted']).toBe(true);
    });

    it('is created by an invitation for any owner, in one save that can be undone', async () => {
      const email = newEmail();
      const provider = await makeProvider({ email_addresses: mailboxes(email) });
      const response = await invite(provider, { headers: { 'idempotency-key': email } });
      const [user] = await usersWith(email);
      expect(must(response)).toMatchObject({ _id: provider._id, related_user: user?._id, _version: 2 });
      expect(user).toMatchObject({
        first_name: 'Pat',
        userType: 'Provider',
        active: true,
        roles: ['role_provider'],
        teams: (await list('teams', { name: 'Provider' })).map(({ _id }) => _id),
      });
      expect(await mailsTo(email)).toHaveLength(1);
      expect(must(await invite(provider, { headers: { 'idempotency-key': email } }))).toEqual(response.body);
      const history = must(await server().admin.get(`/api/audit-log/get-record-changes-by-module/providers/${provider._id}`));
      expect(history.data).toContainEqual(expect.objectContaining({ field: 'related_user', changeSource: 'provider account invite' }));
      expect(must(await invite(provider._id), 409)).toMatchObject({
        code: 'provider_has_user',
        error: 'This provider has an account already.',
      });
      expect(must(await undo(response)).left).toEqual([]);
      expect(await readProvider(provider._id)).not.toHaveProperty('related_user');
      const free = await makeUser();
      const returning = await makeProvider({ email_addresses: mailboxes(String(free['email'])) });
      expect(must(await invite(returning._id)).related_user).toBe(free._id);
      expect(await mailsTo(String(free['email']))).toEqual([]);
    });

    it('is not created without access or an own e-mail, or by a requester without the permission or edit rights on the provider', async () => {
      const staff = await makeUser({ userType: 'Standard' });
      const ready = { email_addresses: mailboxes(newEmail()) };
      const provider = await makeProvider(ready);
      const refusals = [
        [{}, 'provider_without_email', 'A provider without an e-mail gets no account.'],
        [{ email_addresses: mailboxes(String(staff['email'])) }, 'provider_user_failed', FAILED],
      ] as const;
      const before = await count('users');
      for (const [fields, code, error] of refusals)
        expect(must(await invite((await makeProvider(fields))._id), 422)).toMatchObject({ code, error });
      for (const shut of [{ status: 'Inactive' }, { locker_account_enabled: false }]) {
        const response = must(await invite((await makeProvider({ ...ready, ...shut }))._id), 422);
        expect(response).toMatchObject({
          code: 'provider_may_not_enter',
          error: 'A provider who is inactive, or whose locker account is off, gets no account.',
        });
      }
      for (const providerId of [undefined, null, '', 7, {}, []]) expect(must(await invite(providerId), 422).code).toBe('body_invalid');
      expect(must(await invite('nobody'), 404).code).toBe('record_not_found');
      expect(await count('users')).toBe(before);
      const { client: withoutPermission } = await hire();
      const { client: invites } = await hire({}, ['providers.invite']);
      const readOnly = { access: true, create: false, view: 'All', edit: 'Owner', delete: 'None' };
      const { client: readsProviders } = await hire({ providers: readOnly }, ['providers.invite']);
      expect(must(await invite(provider._id, { as: withoutPermission }), 403).code).toBe('permission_required');
      expect(must(await invite(provider._id, { as: readsProviders }), 403).code).toBe('action_not_allowed');
      expect(await readProvider(provider._id)).toEqual(provider);
      expect(must(await invite(provider._id, { as: invites })).related_user).toEqual(expect.any(String));
    });

    it('is created for a requester who can edit providers and cannot see users', async () => {
      const { client } = await hire();
      const email = newEmail();
      must(await client.post('/api/providers', ofCreator({ email_addresses: mailboxes(email) })), 201);
      expect(await usersWith(email)).toHaveLength(1);
      expect((await client.post('/api/users/create', { first_name: 'No', last_name: 'Body', email: newEmail() })).status).toBe(403);
      expect((await client.get('/api/users/check-email/x@y.test')).status).toBe(403);
    });
  },
  {},
);

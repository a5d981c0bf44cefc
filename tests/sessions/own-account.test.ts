import { expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { describeSessionsOnEachStore } from './describe-sessions.ts';
import { newEmail, PASSWORD, temporaryPasswordIn, visitorOf } from './sessions-environment.ts';

const MINUTES = 60_000;
const NEW_PASSWORD = 'Changed-pass2!';
const PASSWORD_NOTICE = 'Your Muster password was changed';

describeSessionsOnEachStore('The own account', (world) => {
  const open = async () => {
    const user = await world().makeUser();
    const visitor = await world().signIn(user.email);
    return { user, visitor, client: world().clientOf(visitor) };
  };
  const isSignedIn = async (client: ApiClient) => (await client.get('/api/auth/authenticated')).status === 200;
  const codeIn = (mail: string) => /Code: (\d{8})/.exec(mail)?.[1] ?? '';

  it('has an e-mail that no save of the own record changes, whatever the rights', async () => {
    const { user, client } = await open();
    const chief = await world().makeUser({ userType: 'System Admin' });
    const admin = world().clientOf(await world().signIn(chief.email));
    for (const [id, own, email] of [
      [user._id, client, user.email],
      [chief._id, admin, chief.email],
    ] as const) {
      const refused = await own.put(`/api/users/${id}`, { email: newEmail() });
      expect([refused.status, refused.body]).toMatchObject([
        403,
        {
          code: 'field_not_writable',
          details: [{ field: 'email', message: 'Change your own E-mail on your profile page: it needs your password.' }],
        },
      ]);
      expect((await own.put(`/api/users/${id}`, { email, first_name: 'Same' })).status).toBe(200);
      expect((await own.get(`/api/access/explain?module=users&id=${id}&field=email&action=edit`)).body).toMatchObject({
        allowed: false,
        reasons: expect.arrayContaining([expect.objectContaining({ rule: 'own_sign_in', decides: true })]),
      });
      const [field] = (await own.get('/api/ss-modules/own-profile')).body.fields.filter(
        (one: { readonly fieldName: string }) => one.fieldName === 'email',
      );
      expect(field.rights.write).toBe('none');
    }
    const many = { ids: [chief._id], fields: { email: newEmail() } };
    expect((await admin.put('/api/users/update-certain-fields-array', many)).body).toMatchObject({
      updated: [],
      refused: [{ code: 'field_not_writable' }],
    });
    // Administrators change those of others.
    const other = newEmail();
    expect((await admin.put(`/api/users/${user._id}`, { email: other })).body.email).toBe(other);
  });

  it('changes its e-mail with the password and a code that is sent to the new address; the old address is told', async () => {
    const { user, visitor, client } = await open();
    const email = newEmail();
    const wrong = await client.post('/api/users/change-email', { email, password: 'Wrong-pass1!' });
    expect([wrong.status, wrong.body.code, wrong.body.details[0].field]).toEqual([422, 'password_wrong', 'password']);
    expect((await client.post('/api/users/change-email', { email, password: PASSWORD })).body).toEqual({ success: true });
    expect(await world().noticeTo(user.email, 'A new e-mail was requested for your Muster account')).toContain(email);
    const code = codeIn(await world().mailTo(email));
    expect((await client.get('/api/auth/authenticated')).body.user.email).toBe(user.email);
    const other = code === '00000000' ? '00000001' : '00000000';
    expect((await client.post('/api/users/confirm-email', { code: other })).body).toMatchObject({
      code: 'email_code_wrong',
      details: [{ field: 'code' }],
    });
    expect((await client.post('/api/users/confirm-email', { code: ` ${code.slice(0, 4)} ${code.slice(4)}` })).body).toEqual({
      success: true,
    });
    expect(await world().noticeTo(user.email, 'Your Muster e-mail was changed')).toContain(email);
    expect((await client.get('/api/auth/authenticated')).body.user.email).toBe(email);
    expect((await world().refresh(visitor.cookie)).status).toBe(200);
    await world().signIn(email);
    expect((await world().anonymous.post('/api/users/login', { email: user.email, password: PASSWORD })).status).toBe(422);
    expect((await client.post('/api/users/confirm-email', { code })).body.code).toBe('email_change_ended');
  });

  it('does not say whose an e-mail is: the other user gets a notice, and no code', async () => {
    const { user, client } = await open();
    const other = await world().makeUser();
    const response = await client.post('/api/users/change-email', { email: other.email.toUpperCase(), password: PASSWORD });
    expect([response.status, response.body]).toEqual([200, { success: true }]);
    expect(await world().mailTo(other.email)).toContain('It belongs to your account already');
    expect((await client.post('/api/users/confirm-email', { code: '00000000' })).body.code).toBe('email_code_wrong');
    expect((await client.get('/api/auth/authenticated')).body.user.email).toBe(user.email);
  });

  it('refuses its own e-mail or none, and a code that is late, guessed or from before a new password', async () => {
    const { user, client } = await open();
    const request = (email: string) => client.post('/api/users/change-email', { email, password: PASSWORD });
    expect((await request(user.email)).body.details).toMatchObject([{ field: 'email', code: 'unchanged' }]);
    expect((await request('nora')).body.details).toMatchObject([{ field: 'email' }]);
    const confirm = (code: string) => client.post('/api/users/confirm-email', { code });
    const [first, second] = [newEmail(), newEmail()];
    expect((await request(first)).status).toBe(200);
    const code = codeIn(await world().mailTo(first));
    const other = code === '00000000' ? '00000001' : '00000000';
    for (let times = 0; times < 5; times += 1) expect((await confirm(other)).body.code).toBe('email_code_wrong');
    expect((await confirm(code)).body.code).toBe('email_change_ended');
    expect((await request(second)).status).toBe(200);
    const late = codeIn(await world().mailTo(second));
    const changed = await client.post('/api/users/change-password', { currentPassword: PASSWORD, password: NEW_PASSWORD });
    const later = world().clientOf(visitorOf(changed));
    expect((await later.post('/api/users/confirm-email', { code: late })).body.code).toBe('email_change_ended');
    const requestLater = (email: string) => later.post('/api/users/change-email', { email, password: NEW_PASSWORD });
    for (let times = 2; times < 5; times += 1) expect((await requestLater(newEmail())).status).toBe(200);
    const limited = await requestLater(newEmail());
    expect([limited.status, limited.body.code]).toEqual([429, 'too_many_requests']);
  });

  it('changes its password with the present one: other sessions and API tokens end, and the address is told', async () => {
    const { user, client } = await open();
    const elsewhere = world().clientOf(await world().signIn(user.email));
    const token = (await client.post('/api/api-tokens', { name: 'Import', scopes: ['read'], password: PASSWORD })).body.token;
    const program = world().clientOf({ user, token, cookie: undefined });
    expect((await program.post('/api/users/change-password', { currentPassword: PASSWORD, password: NEW_PASSWORD })).status).toBe(403);
    const wrong = await client.post('/api/users/change-password', { currentPassword: NEW_PASSWORD, password: NEW_PASSWORD });
    expect([wrong.status, wrong.body.code, wrong.body.details[0].field]).toEqual([422, 'password_wrong', 'currentPassword']);
    expect((await client.post('/api/users/change-password', { currentPassword: PASSWORD, password: 'weak' })).body.code).toBe(
      'password_invalid',
    );
    const changed = await client.post('/api/users/change-password', { currentPassword: PASSWORD, password: NEW_PASSWORD });
    expect(changed.body).toMatchObject({ status: true, error: null, user: { _id: user._id } });
    expect(await world().noticeTo(user.email, PASSWORD_NOTICE)).toContain('Your API tokens were revoked (1).');
    expect([await isSignedIn(client), await isSignedIn(elsewhere), await isSignedIn(program)]).toEqual([false, false, false]);
    const next = visitorOf(changed);
    expect(await isSignedIn(world().clientOf(next))).toBe(true);
    expect((await world().refresh(next.cookie)).status).toBe(200);
    await world().signIn(user.email, NEW_PASSWORD);
  });

  it('keeps its API tokens with a new password when that is chosen, also in the steps of a forgotten one', async () => {
    const { user, client } = await open();
    const make = async (own: ApiClient) =>
      (await own.post('/api/api-tokens', { name: 'Import', scopes: ['read'], password: PASSWORD })).body.token;
    const program = world().clientOf({ user, token: await make(client), cookie: undefined });
    const changed = await client.post('/api/users/change-password', {
      currentPassword: PASSWORD,
      password: NEW_PASSWORD,
      endApiTokens: false,
    });
    expect(changed.status).toBe(200);
    expect(await isSignedIn(program)).toBe(true);
    const reset = async (body: object) => {
      const before = await world().countMail(user.email);
      await world().anonymous.post('/api/users/password-reset', { email: user.email });
      const password = temporaryPasswordIn(await world().mailTo(user.email, before));
      const { token } = (await world().anonymous.post('/api/users/templogin', { email: user.email, password })).body;
      return world().anonymous.post('/api/users/completeRegistration', { token, password: 'Third-pass3!', ...body });
    };
    expect((await reset({ endApiTokens: false })).status).toBe(200);
    expect(await isSignedIn(program)).toBe(true);
    expect((await reset({})).status).toBe(200);
    expect(await world().noticeTo(user.email, PASSWORD_NOTICE)).toContain('new password');
    expect(await isSignedIn(program)).toBe(false);
    const tokens = await (await world().admin()).get('/api/audit-log?module=apiTokens');
    expect(JSON.stringify(tokens.body.data)).toContain('Import');
  });

  it('counts wrong passwords of a signed-in user as failed sign-ins', async () => {
    const { client } = await open();
    const guess = () => client.post('/api/users/change-password', { currentPassword: 'Wrong-pass1!', password: NEW_PASSWORD });
    for (let times = 0; times < 10; times += 1) expect((await guess()).body.code).toBe('password_wrong');
    expect((await guess()).body.code).toBe('too_many_sign_ins');
    world().advance(2 * MINUTES);
    expect((await client.post('/api/users/change-password', { currentPassword: PASSWORD, password: NEW_PASSWORD })).status).toBe(200);
  });

  it('lists its sessions with device and last use, ends one of them, and all of them', async () => {
    const { user, visitor, client } = await open();
    const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
    const response = await world().anonymous.post('/api/users/login', { email: user.email, password: PASSWORD }, { 'user-agent': agent });
    const other = world().clientOf(visitorOf(response));
    const list = async () => (await client.get('/api/auth/sessions')).body;
    const listed = await list();
    expect(listed.total).toBe(2);
    expect(listed.data).toContainEqual({
      _id: expect.any(String),
      device: 'Chrome on Windows',
      openedAt: expect.any(String),
      lastUsedAt: expect.any(String),
      isCurrent: false,
    });
    expect(listed.data.filter((one: { readonly isCurrent: boolean }) => one.isCurrent)).toHaveLength(1);
    const [foreign] = (await (await open()).client.get('/api/auth/sessions')).body.data;
    expect((await client.delete(`/api/auth/sessions/${foreign._id}`)).status).toBe(404);
    expect((await client.delete('/api/auth/sessions/nothing')).status).toBe(404);
    const { _id } = listed.data.find((one: { readonly isCurrent: boolean }) => !one.isCurrent);
    expect((await client.delete(`/api/auth/sessions/${_id}`)).body).toEqual({ success: true });
    expect(await isSignedIn(other)).toBe(false);
    expect((await list()).total).toBe(1);
    const third = await world().signIn(user.email);
    expect((await client.post('/api/auth/sign-out-everywhere')).body).toEqual({ success: true });
    expect([await isSignedIn(client), await isSignedIn(world().clientOf(third))]).toEqual([false, false]);
    for (const cookie of [visitor.cookie, third.cookie]) expect((await world().refresh(cookie)).status).toBe(401);
    expect(
      (
        await (
          await world()
            .signIn(user.email)
            .then((again) => world().clientOf(again))
        ).get('/api/auth/sessions')
      ).body.total,
    ).toBe(1);
  });
});

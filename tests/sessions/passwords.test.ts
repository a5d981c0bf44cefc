import { expect, it } from 'vitest';
import { describeSessionsOnEachStore } from './describe-sessions.ts';
import { newEmail, PASSWORD, temporaryPasswordIn, visitorOf } from './sessions-environment.ts';

const MINUTES = 60_000;
const HOURS = 60 * MINUTES;
const NOT_SET = 'There was an issue setting new password. Please try again later. Or contact us if this issue persists.';
const WEAK =
  'Not valid, passwords must be at least 8 characters AND contain at least 1 lowercase, 1 uppercase AND also at least one character from the set @#$%^&+=';

describeSessionsOnEachStore('A forgotten password', (world) => {
  const post = (path: string, body: object) => world().anonymous.post(`/api/users/${path}`, body);
  const forget = async (email: string): Promise<string> => {
    const before = await world().countMail(email);
    expect((await post('password-reset', { email })).status).toBe(200);
    return temporaryPasswordIn(await world().mailTo(email, before));
  };
  const verify = async (email: string, password: string): Promise<string> => {
    const response = await post('templogin', { email, password });
    expect(response.status).toBe(200);
    return response.body.token;
  };

  it('is replaced in two steps, with a temporary password sent by e-mail', async () => {
    const user = await world().makeUser();
    const requested = await post('password-reset', { email: user.email });
    expect(requested.body).toEqual({ status: true, message: 'Password reset request was successful.' });
    const mail = await world().mailTo(user.email);
    expect(mail).toContain('http://localhost/new-password');
    expect(mail).toContain('It is good for one hour.');
    const temporary = temporaryPasswordIn(mail);
    // A reset request changes nothing: the current password stays valid, and the temporary one does not sign in.
    await world().signIn(user.email);
    expect((await post('login', { email: user.email, password: temporary })).status).toBe(422);
    const first = await post('templogin', { email: user.email, password: temporary });
    const before = world().server.application.clock.now();
    expect(first.status).toBe(200);
    expect(first.body).toEqual({
      status: true,
      error: null,
      token: expect.any(String),
      user: { _id: user._id, email: user.email, first_name: 'Nora', last_name: 'Quill', userType: 'Standard' },
    });
    const done = await post('completeRegistration', { token: first.body.token, password: 'Changed-pass2!' });
    expect(done.status).toBe(200);
    expect(done.body).toMatchObject({ status: true, error: null, user: { _id: user._id }, teams: [{ name: 'Global' }] });
    expect((await world().clientOf(visitorOf(done)).get('/api/auth/authenticated')).status).toBe(200);
    expect(Date.parse((await (await world().admin()).get(`/api/users/${user._id}`)).body.last_login_date)).toBeGreaterThanOrEqual(before);
    expect((await world().refresh(visitorOf(done).cookie)).status).toBe(200);
    expect((await post('login', { email: user.email, password: PASSWORD })).status).toBe(422);
    await world().signIn(user.email, 'Changed-pass2!');
  });

  it('gets the same response for an unknown e-mail, and sends nothing to users who may not sign in', async () => {
    const inactive = await world().makeUser();
    await (await world().admin()).put(`/api/users/mark-user-inactive/${inactive._id}`);
    const nobody = newEmail();
    const known = await world().makeUser();
    const responses = [
      await post('password-reset', { email: nobody }),
      await post('password-reset', { email: inactive.email }),
      await post('password-reset', { email: known.email }),
    ];
    for (const { status, body } of responses)
      expect([status, body]).toEqual([200, { status: true, message: 'Password reset request was successful.' }]);
    await world().mailTo(known.email);
    expect(await world().countMail(nobody)).toBe(0);
    expect(await world().countMail(inactive.email)).toBe(0);
  });

  it('is not replaced with a wrong, used or expired temporary password, and no user is returned', async () => {
    const user = await world().makeUser();
    const temporary = await forget(user.email);
    const refused = { error: 'Email or temporary password was incorrect', code: 'temporary_sign_in_failed', details: [] };
    for (const body of [
      { email: user.email, password: PASSWORD },
      { email: newEmail(), password: temporary },
      { email: (await world().makeUser()).email, password: temporary },
    ]) {
      const response = await post('templogin', body);
      expect(response.status).toBe(422);
      expect(response.body).toEqual(refused);
    }
    const token = await verify(user.email, temporary);
    expect((await post('completeRegistration', { token, password: 'Changed-pass2!' })).status).toBe(200);
    const used = await post('templogin', { email: user.email, password: temporary });
    expect([used.status, used.body]).toEqual([422, refused]);
    const again = await post('completeRegistration', { token, password: 'Changed-pass3!' });
    expect([again.status, again.body]).toEqual([422, { error: NOT_SET, code: 'password_not_set', details: [] }]);
    const next = await forget(user.email);
    world().advance(61 * MINUTES);
    const old = await post('templogin', { email: user.email, password: next });
    expect([old.status, old.body]).toEqual([422, refused]);
    await world().signIn(user.email, 'Changed-pass2!');
  });

  it('is replaced once when several requests use the temporary password at the same time', async () => {
    const user = await world().makeUser();
    const token = await verify(user.email, await forget(user.email));
    const responses = await Promise.all(
      ['One-pass1!!', 'Two-pass2!!', 'Three-pass3!'].map((password) => post('completeRegistration', { token, password })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    const works = await Promise.all(
      ['One-pass1!!', 'Two-pass2!!', 'Three-pass3!'].map((password) => post('login', { email: user.email, password })),
    );
    expect(works.map(({ status }) => status)).toEqual(responses.map(({ status }) => status));
  });

  it('is replaced only with the latest temporary password', async () => {
    const user = await world().makeUser();
    const first = await forget(user.email);
    const firstToken = await verify(user.email, first);
    const second = await forget(user.email);
    expect((await post('templogin', { email: user.email, password: first })).status).toBe(422);
    expect((await post('completeRegistration', { token: firstToken, password: 'Changed-pass2!' })).body.code).toBe('password_not_set');
    await verify(user.email, second);
  });

  it('gets an error for each rule that the new password violates, and is replaced by a valid one', async () => {
    const user = await world().makeUser();
    const token = await verify(user.email, await forget(user.email));
    const cases: readonly (readonly [string, readonly string[]])[] = [
      ['Ab1!', ['Must be at least 8 characters long']],
      ['abcdefgh', [WEAK]],
      ['ABCDEFG!', [WEAK]],
      ['Abcdefgh', [WEAK]],
      ['abc', ['Must be at least 8 characters long', WEAK]],
      ['Abcdefgh!123456789012', ['Must be at most 20 characters long']],
    ];
    for (const [password, messages] of cases) {
      const { status, body } = await post('completeRegistration', { token, password });
      expect(status).toBe(422);
      expect(body).toMatchObject({ code: 'password_invalid', error: WEAK });
      expect(body.details.map((detail: { readonly field: string; readonly message: string }) => detail.message)).toEqual(messages);
      expect(body.details.every((detail: { readonly field: string }) => detail.field === 'password')).toBe(true);
    }
    expect((await post('completeRegistration', { token, password: '' })).status).toBe(422);
    expect((await post('completeRegistration', { token })).status).toBe(422);
    for (const password of ['Abcdefgh!12345678901']) expect((await post('completeRegistration', { token, password })).status).toBe(200);
  });

  it('issues a token that can only set a password', async () => {
    const user = await world().makeUser();
    const token = await verify(user.email, await forget(user.email));
    const client = world().clientOf({ user, token, cookie: undefined });
    for (const path of [
      '/api/auth/authenticated',
      '/api/users/list',
      '/api/users/user-session',
      '/api/openapi.json',
      `/api/users/${user._id}`,
      '/api/ss-modules/list',
    ])
      expect((await client.get(path)).status).toBe(401);
    expect((await client.put(`/api/users/${user._id}`, { first_name: 'X' })).status).toBe(401);
    // Conversely, a session token does not set a password.
    const visitor = await world().signIn(user.email);
    expect((await post('completeRegistration', { token: visitor.token, password: 'Changed-pass2!' })).status).toBe(401);
    expect((await post('completeRegistration', { password: 'Changed-pass2!' })).status).toBe(401);
    // The token is also accepted in the header; after fifteen minutes it has expired in both places.
    world().advance(16 * MINUTES);
    expect((await client.post('/api/users/completeRegistration', { password: 'Changed-pass2!' })).status).toBe(401);
  });

  it('ends every session of the user when it is replaced, including those that were just renewed', async () => {
    const user = await world().makeUser();
    const visitors = [await world().signIn(user.email), await world().signIn(user.email)];
    const renewed = visitorOf(await world().refresh(visitors[1]?.cookie));
    const token = await verify(user.email, await forget(user.email));
    const done = await post('completeRegistration', { token, password: 'Changed-pass2!' });
    expect(done.status).toBe(200);
    for (const visitor of [...visitors, renewed]) {
      expect((await world().clientOf(visitor).get('/api/auth/authenticated')).status).toBe(401);
      expect((await world().refresh(visitor.cookie)).status).toBe(401);
    }
    expect((await world().clientOf(visitorOf(done)).get('/api/auth/authenticated')).status).toBe(200);
  });

  it('leaves no session that was opened with the old password at the same time', async () => {
    const user = await world().makeUser();
    const token = await verify(user.email, await forget(user.email));
    const [done, ...opened] = await Promise.all([
      post('completeRegistration', { token, password: 'Changed-pass2!' }),
      ...Array.from({ length: 6 }, () => post('login', { email: user.email, password: PASSWORD })),
    ]);
    expect(done.status).toBe(200);
    for (const response of opened.filter(({ status }) => status === 200)) {
      expect((await world().clientOf(visitorOf(response)).get('/api/auth/authenticated')).status).toBe(401);
      expect((await world().refresh(visitorOf(response).cookie)).status).toBe(401);
    }
  });

  it('is e-mailed at most five times in a quarter of an hour', async () => {
    const user = await world().makeUser();
    for (let times = 0; times < 8; times += 1) expect((await post('password-reset', { email: user.email })).status).toBe(200);
    await world().mailTo(user.email, 4);
    expect(await world().countMail(user.email)).toBe(5);
    world().advance(16 * MINUTES);
    await forget(user.email);
  });

  it('invites a new user with a temporary password that is valid for a week', async () => {
    const email = newEmail();
    const made = await (await world().admin()).post('/api/users/create', {
      first_name: 'In',
      last_name: 'Vited',
      email,
      userType: 'Standard',
    });
    expect(made.status).toBe(201);
    const mail = await world().mailTo(email);
    expect(mail).toContain('an account was made for you');
    world().advance(6 * 24 * HOURS);
    const token = await verify(email, temporaryPasswordIn(mail));
    expect((await post('completeRegistration', { token, password: PASSWORD })).status).toBe(200);
    await world().signIn(email);
  });
});

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSessionsEnvironment, newEmail, PASSWORD, temporaryPasswordIn, type SessionsEnvironment } from './sessions-environment.ts';

interface Received {
  readonly to: readonly string[];
  readonly text: string;
}

describe('Over SMTP', () => {
  const received: Received[] = [];
  let refuses = false;
  const refused: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, response) {
      if (refuses) refused.push(address);
      response(refuses ? new Error('No such mailbox') : null);
    },
    onData(stream, session, response) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), text: Buffer.concat(parts).toString('utf8') });
        response();
      });
    },
  });
  let world: SessionsEnvironment | undefined;
  const theWorld = (): SessionsEnvironment => {
    if (world === undefined) throw new Error('The server did not start');
    return world;
  };

  beforeAll(async () => {
    smtp.listen(0, '127.0.0.1');
    await once(smtp.server, 'listening');
    const { port } = smtp.server.address() as AddressInfo;
    world = await createSessionsEnvironment('sqlite', {
      configuration: { smtpUrl: `smtp://127.0.0.1:${port}`, publicUrl: 'https://people.muster.test' },
    });
  });
  afterAll(async () => {
    await world?.stop();
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
  });

  const mailTo = async (email: string): Promise<string> => {
    const find = (): Received | undefined => received.findLast(({ to }) => to.includes(email));
    await expect.poll(find, { message: `An e-mail to ${email}` }).toBeDefined();
    const text = find()?.text ?? '';
    if (!/^Content-Transfer-Encoding: quoted-printable/im.test(text)) return text;
    // Decodes soft line breaks and encoded characters.
    return text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  };

  it('a forgotten password is replaced through a real mail server', async () => {
    const user = await theWorld().makeUser();
    expect((await theWorld().anonymous.post('/api/users/password-reset', { email: user.email })).status).toBe(200);
    const mail = await mailTo(user.email);
    expect(mail).toMatch(/^From: .*muster@people\.muster\.test/m);
    expect(mail).toContain('https://people.muster.test/new-password');
    const first = await theWorld().anonymous.post('/api/users/templogin', { email: user.email, password: temporaryPasswordIn(mail) });
    expect(first.status).toBe(200);
    expect(
      (await theWorld().anonymous.post('/api/users/completeRegistration', { token: first.body.token, password: 'Changed-pass2!' })).status,
    ).toBe(200);
    // With https, the cookie is sent over https only.
    const signedIn = await theWorld().anonymous.post('/api/users/login', { email: user.email, password: 'Changed-pass2!' });
    expect(signedIn.headers.getSetCookie().every((cookie) => /; Secure/.test(cookie))).toBe(true);
  });

  it('a mail server that rejects an invite does not undo the user, and the response has a warning', async () => {
    refuses = true;
    const email = newEmail();
    const made = await (await theWorld().admin()).post('/api/users/create', {
      first_name: 'In',
      last_name: 'Vited',
      email,
      userType: 'Standard',
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      email,
      _warnings: [{ code: 'mail_failed', text: 'The user was created. The e-mail could not be sent. Try again later.' }],
    });
    expect((await theWorld().anonymous.post('/api/users/password-reset', { email })).status).toBe(200);
    // That e-mail is sent after its response; it too must have been rejected before the next one is requested. Notices to other users that
    // the tests before caused may still be sent meanwhile.
    await expect.poll(() => refused.filter((address) => address === email)).toHaveLength(2);
    refuses = false;
    expect((await theWorld().anonymous.post('/api/users/password-reset', { email })).status).toBe(200);
    const first = await theWorld().anonymous.post('/api/users/templogin', { email, password: temporaryPasswordIn(await mailTo(email)) });
    expect(first.status).toBe(200);
    expect(
      (await theWorld().anonymous.post('/api/users/completeRegistration', { token: first.body.token, password: PASSWORD })).status,
    ).toBe(200);
  });

  it('System Admins see what was sent and what failed, without texts that contain a password, and can send the others again', async () => {
    const admin = await theWorld().admin();
    const { mail } = theWorld().server.application;
    await mail.send({ to: ['team@people.muster.test'], subject: 'Open day', text: 'On Monday.' });
    refuses = true;
    await expect(mail.send({ to: ['gone@people.muster.test'], subject: 'Closed', text: 'On Friday.' })).rejects.toMatchObject({
      code: 'mail_failed',
    });
    const list = async (status: string) =>
      ((await admin.get(`/api/mail?pageSize=100&status=${status}`)).body as { data: { _id: string; subject: string; text?: string }[] })
        .data;
    await expect.poll(async () => (await list('failed'))[0]).toMatchObject({ subject: 'Closed', text: 'On Friday.', status: 'failed' });
    const [failed] = await list('failed');
    expect((await admin.post(`/api/mail/${failed?._id}/resend`)).body).toMatchObject({ code: 'mail_failed' });
    refuses = false;
    const before = received.length;
    expect((await admin.post(`/api/mail/${failed?._id}/resend`)).body).toEqual({ success: true });
    expect(received.slice(before).map(({ to }) => to)).toEqual([['gone@people.muster.test']]);
    await expect.poll(async () => (await list('sent')).map(({ subject }) => subject)).toContain('Closed');
    const sent = await list('sent');
    expect(sent.map(({ subject }) => subject)).toContain('Open day');
    expect(JSON.stringify(sent)).not.toMatch(/temporary password/i);
    expect(await list('sent-to-outbox')).toEqual([]);
  });

  it('stopping waits for a pending e-mail', async () => {
    const own = await createSessionsEnvironment('sqlite', {
      configuration: { smtpUrl: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}` },
    });
    const user = await own.makeUser();
    expect((await own.anonymous.post('/api/users/password-reset', { email: user.email })).status).toBe(200);
    await own.stop();
    expect(received.some(({ to }) => to.includes(user.email))).toBe(true);
  });
});

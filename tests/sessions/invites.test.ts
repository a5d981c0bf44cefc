import { expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { MusterError } from '../../engine/errors/index.ts';
import type { MailMessage } from '../../engine/ports/index.ts';
import { createSessions } from '../../engine/sessions/index.ts';
import { describeOnEachStore } from '../api/each-store.ts';

describeOnEachStore('An invite that is sent again', (server) => {
  /** A sessions service whose mail is sent but reported as failed until `recover` is called. */
  const open = () => {
    const sent: MailMessage[] = [];
    let fails = true;
    const { application } = server();
    const send = (message: MailMessage): Promise<void> => {
      sent.push(message);
      return fails ? Promise.reject(new MusterError('mail_failed')) : Promise.resolve();
    };
    const sessions = createSessions({ ...application, mail: { ...application.mail, send }, publicUrl: 'http://localhost' });
    const passwords = () => sent.map(({ text }) => /Temporary password: (\S+)/.exec(text)?.[1]);
    return { sessions, sent, passwords, recover: () => (fails = false) };
  };
  const person = async (fields: object = {}): Promise<{ readonly id: string; readonly email: string }> => {
    const email = `${crypto.randomUUID()}@muster.test`;
    const { record } = await server().application.records.create(SYSTEM_ACTOR, {
      module: 'users',
      fields: { first_name: 'In', last_name: 'Vited', email, active: true, ...fields },
    });
    return { id: record._id, email };
  };

  it('has the same password until it is recorded as sent, and is then not sent again', async () => {
    const { sessions, sent, passwords, recover } = open();
    const { id: userId, email } = await person();
    await expect(sessions.sendInvite({ userId, key: 'one' })).rejects.toMatchObject({ code: 'mail_failed' });
    const { claims } = await sessions.temporarySignIn({ email, password: passwords()[0] ?? '', address: '::1' });
    recover();
    await sessions.sendInvite({ userId, key: 'one' });
    await sessions.sendInvite({ userId, key: 'one' });
    await sessions.sendInvite({ userId, key: 'two' });
    expect(sent.map(({ to, confidential }) => [to, confidential])).toEqual([
      [[email], true],
      [[email], true],
    ]);
    expect(new Set(passwords()).size).toBe(1);
    // A user who signed in with the first e-mail can continue.
    await sessions.completeRegistration({ claims, password: 'Invited-pass1!' });
    await sessions.sendInvite({ userId, key: 'one' });
    expect(sent).toHaveLength(2);
  });

  it('has a different password for each user and key', async () => {
    const { sessions, passwords, recover } = open();
    recover();
    for (const key of ['one', 'two']) await sessions.sendInvite({ userId: (await person()).id, key });
    expect(new Set(passwords()).size).toBe(2);
  });

  it('is not sent to users who are inactive, unknown or already requested a new password', async () => {
    const { sessions, sent, recover } = open();
    recover();
    const { id, email } = await person();
    await sessions.requestPasswordReset({ email, address: '::1' });
    await sessions.stop();
    expect(sent).toHaveLength(1);
    for (const userId of [id, (await person({ active: false })).id, 'nobody']) await sessions.sendInvite({ userId, key: 'one' });
    expect(sent).toHaveLength(1);
  });
});

import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { describePluginRules } from '../../../tests/api/each-store.ts';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import { hireUser } from '../../../tests/support/hire-user.ts';
import { must } from '../../../tests/support/record-helpers.ts';
import { createSetSetting } from '../../../tests/support/set-setting.ts';
import { startImapServer } from './imap-server.ts';
import { writeMail } from './mails.ts';
import { startOauthServer } from './oauth-server.ts';
import { startSmtpServer } from './smtp-server.ts';

const SECRET = 'sending-secret-1';
const TIMEOUT = 8_000 * inject('timeoutFactor');
const [imap, smtp, oauth] = [await startImapServer(), await startSmtpServer(), await startOauthServer()];
afterAll(() => Promise.all([imap.stop(), smtp.stop(), oauth.stop()]));

describePluginRules(
  'Mail accounts',
  (server) => {
    let dan: ApiClient;
    let danAccount = '';
    const setSetting = createSetSetting(server);

    const settings = (address: string) => ({
      gmail_email_address: address,
      gmail_password: SECRET,
      kind: 'IMAP',
      incoming_host: '127.0.0.1',
      incoming_port: imap.port,
      incoming_security: 'None',
      outgoing_host: '127.0.0.1',
      outgoing_port: smtp.port,
      outgoing_security: 'None',
    });
    const send = (client: ApiClient, to: string, more: object = {}) =>
      client.post('/api/messages/send-custom-email', { to, subject: 'News', message: 'Hi.', ...more });
    const read = (id: string) => must(dan.get(`/api/messages/${id}`));
    const whenStatus = (id: string, status: string) =>
      expect.poll(async () => (await read(id)).status, { timeout: 4 * TIMEOUT }).toBe(status);
    const to = (address: string) => smtp.received.filter((mail) => mail.to.includes(address));

    beforeAll(async () => {
      smtp.received.length = 0;
      imap.users.clear();
      imap.addUser('dan@mail.test', { password: SECRET });
      smtp.secrets.set('dan@mail.test', SECRET);
      // Not approved to send from the address of the product.
      ({ client: dan } = await hireUser(server(), 'Dan', { last_name: 'Writes' }));
    });
    afterEach(() => {
      smtp.refusal = undefined;
      imap.lies = false;
      imap.forgets = false;
    });

    it('send after both servers were tested, for their user only', async () => {
      const test = (fields: object) => dan.post('/api/gmail-accounts/test-settings', fields);
      expect(await must(dan.get('/api/messages/senders'))).toEqual({ data: [] });
      expect(await must(test(settings('dan@mail.test')))).toMatchObject({ connected: true, sends: true });
      smtp.secrets.set('dan@mail.test', 'another');
      expect(await must(test(settings('dan@mail.test')), 422)).toMatchObject({
        code: 'mail_sign_in_failed',
        error: expect.stringMatching(/outgoing mail server did not accept.*Bad secret of this user/),
      });
      smtp.secrets.set('dan@mail.test', SECRET);
      const inside = { ...settings('dan@mail.test'), outgoing_host: '10.0.0.5', outgoing_port: 465 };
      expect(await must(test(inside), 422)).toMatchObject({ code: 'mail_server_unreachable' });
      const made = await must(dan.post('/api/gmail-accounts', settings('dan@mail.test')), 201);
      danAccount = made._id;
      expect(made.can_send).toBe(true);
      expect(await must(dan.post(`/api/gmail-accounts/${danAccount}/test`))).toMatchObject({ connected: true, sends: true });
      // A stored password is sent to its own servers only.
      const { gmail_password: _password, ...stored } = { ...settings('dan@mail.test'), account: danAccount };
      await must(test(stored));
      expect(await must(test({ ...stored, outgoing_port: smtp.port + 1 }), 422)).toMatchObject({ code: 'mail_account_incomplete' });
      expect(await must(dan.get('/api/messages/senders'))).toEqual({ data: [{ account: danAccount, address: 'dan@mail.test' }] });
      const { client: eve } = await hireUser(server(), 'Eve', { last_name: 'Writes', sendgrid_approved: true });
      expect(await must(send(eve, 'x@people.test', { account: danAccount }), 422)).toMatchObject({ code: 'sender_account_unusable' });
      expect(await must(eve.get('/api/messages/senders'))).toMatchObject({ data: [{ account: null }] });
      expect(await must(send(dan, 'x@people.test'), 403)).toMatchObject({ code: 'sending_not_approved' });
    });

    it('send once from their address, through the outbox with all its checks', async () => {
      const message = await must(send(dan, 'mei@people.test', { account: danAccount }), 202);
      expect(message).toMatchObject({ status: 'Queued', sentFrom: 'Dan Writes <dan@mail.test>', mail_account: danAccount });
      await whenStatus(message._id, 'Sent');
      const [mail, ...others] = to('mei@people.test');
      expect(others).toEqual([]);
      expect(mail).toMatchObject({ user: 'dan@mail.test', from: 'dan@mail.test' });
      expect(mail?.text).toContain('From: Dan Writes <dan@mail.test>');
      expect(mail?.text).toContain(`Message-ID: <${message.message_id}>`);
      expect(mail?.text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
      await must(dan.post('/api/consents', { channel: 'email', address: 'out@people.test', state: 'Opted out', text: 'Said so' }), 201);
      expect(await must(send(dan, 'out@people.test', { account: danAccount }), 202)).toMatchObject({
        status: 'Not Sent',
        failure: expect.stringContaining('has opted out'),
      });
      const again = await must(dan.post(`/api/messages/${message._id}/resend`), 202);
      expect(again).toMatchObject({ mail_account: danAccount });
      await whenStatus(again._id, 'Sent');
      expect(to('mei@people.test').map(({ user }) => user)).toEqual(['dan@mail.test', 'dan@mail.test']);
    });

    it('show the words of the server in the outbox, and try again while it is busy', async () => {
      smtp.refusal = 'permanent';
      const refused = await must(send(dan, 'refused@people.test', { account: danAccount }), 202);
      await whenStatus(refused._id, 'Failed');
      expect((await read(refused._id)).failure).toContain('No such mailbox here');
      smtp.refusal = 'temporary';
      const waiting = await must(send(dan, 'busy@people.test', { account: danAccount }), 202);
      const failure = async () => String((await read(waiting._id)).failure);
      await expect.poll(failure, { timeout: TIMEOUT }).toContain('Busy, come back later');
      smtp.refusal = undefined;
      await whenStatus(waiting._id, 'Sent');
      expect(to('busy@people.test')).toHaveLength(1);
    });

    it('send with the tokens of a provider, until the approval ends', async () => {
      await setSetting('mail_client_id', 'muster');
      await setSetting('mail_authorization_url', `${oauth.url}/authorize`);
      await setSetting('mail_token_url', `${oauth.url}/token`);
      await must(server().admin.put('/api/plugins/mailbox/secrets/mail_client_secret', { value: 'hush' }));
      const { gmail_password: _password, ...fields } = settings('dan2@mail.test');
      const user = imap.addUser('dan2@mail.test', {});
      const made = await must(dan.post('/api/gmail-accounts/no-password-account', fields), 201);
      expect(made.can_send).toBe(false);
      const { url } = await must(dan.post('/api/gmail-accounts/request-auth-token', { account: made._id }));
      await must(dan.post('/api/gmail-accounts/submit-approval-code', { account: made._id, code: oauth.approve(url) }));
      user.token = oauth.tokens.at(-1) ?? '';
      smtp.secrets.set('dan2@mail.test', user.token);
      const sent = await must(send(dan, 'token@people.test', { account: made._id }), 202);
      await whenStatus(sent._id, 'Sent');
      expect(to('token@people.test')).toMatchObject([{ user: 'dan2@mail.test', from: 'dan2@mail.test' }]);
      smtp.secrets.set('dan2@mail.test', 'revoked');
      const refused = await must(send(dan, 'late@people.test', { account: made._id }), 202);
      await expect.poll(async () => (await read(refused._id)).failure, { timeout: TIMEOUT }).toContain('Bad secret of this user');
      await must(dan.post(`/api/gmail-accounts/${made._id}/disconnect`));
      await whenStatus(refused._id, 'Not Sent');
      expect(to('late@people.test')).toEqual([]);
      expect(await must(dan.post(`/api/messages/${refused._id}/resend`), 422)).toMatchObject({ code: 'sender_account_unusable' });
    });

    it(
      'follow what another mail program deletes and moves, and lose nothing by a server that misbehaves',
      async () => {
        const name = 'gil@mail.test';
        const { client, id } = await hireUser(server(), 'Gil', { last_name: 'Reads' });
        const user = imap.addUser(name, { password: SECRET });
        const deliver = (subject: string) =>
          imap.deliver(name, writeMail({ id: `${subject}@g.test`, from: 'n@people.test', to: name, subject }));
        for (const subject of ['GA', 'GB', 'GC', 'GC']) deliver(subject);
        const made = (await must(client.post('/api/gmail-accounts', settings(name)), 201))._id;
        const sync = async (): Promise<unknown> => {
          const { job } = await must(client.post(`/api/gmail-accounts/sync-account/${made}`), 202);
          const run = async () => (await server().application.queue.get('mailbox/sync-account', [job]))[0];
          await expect.poll(async () => (await run())?.endedAt, { timeout: TIMEOUT }).toBeDefined();
          return (await run())?.result;
        };
        const list = async (): Promise<readonly { readonly _id: string; readonly subject: string; readonly folder: string }[]> =>
          (await must(client.post('/api/mailbox/list', { pageSize: 200 }))).data;
        const find = async (subject: string) => (await list()).find((line) => line.subject === subject);
        const sorted = async () => (await list()).map(({ subject }) => subject).sort();
        await sync();
        expect(await sorted()).toEqual(['GA', 'GB', 'GC']);
        const before = (await find('GB'))?._id;

        imap.remove(name, 'GA@g.test', 'INBOX', 'Projects');
        imap.remove(name, 'GB@g.test');
        // The other copy is still there.
        imap.remove(name, 'GC@g.test');
        await sync();
        await sync();
        expect(await sorted()).toEqual(['GA', 'GC']);
        const folders = (await must(client.get(`/api/email-folders/user/${id}`))).data;
        const projects = folders.find((one: { readonly name: string }) => one.name === 'Projects');
        expect((await find('GA'))?.folder).toBe(projects._id);

        imap.forgets = true;
        expect(await sync()).toMatchObject({ failure: expect.stringContaining('does not list its messages') });
        imap.forgets = false;
        const inbox = user.folders.get('INBOX');
        if (inbox !== undefined)
          Object.assign(inbox, { uidValidity: 555, messages: inbox.messages.map((mail) => ({ ...mail, uid: 1 })), uidNext: 2 });
        imap.lies = true;
        await sync();
        imap.lies = false;
        await sync();
        expect(await sorted()).toEqual(['GA', 'GC']);

        deliver('GB');
        await sync();
        await expect.poll(sorted, { timeout: TIMEOUT }).toContain('GB');
        expect((await find('GB'))?._id).toBe(before);
        // The server reports this one while nothing is requested.
        imap.remove(name, 'GB@g.test');
        await expect.poll(sorted, { timeout: TIMEOUT }).toEqual(['GA', 'GC']);
      },
      3 * TIMEOUT,
    );
  },
  { configuration: { webhookHosts: ['127.0.0.1'] } },
);

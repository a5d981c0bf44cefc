import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { describeOnEachStore } from '../../../tests/api/each-store.ts';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import { hireUser } from '../../../tests/support/hire-user.ts';
import { must } from '../../../tests/support/record-helpers.ts';
import { runJob } from '../../../tests/support/run-job.ts';
import { createSetSetting } from '../../../tests/support/set-setting.ts';
import { startImapServer } from './imap-server.ts';
import { writeBounce, writeMail, writeRichMail } from './mails.ts';
import { startOauthServer } from './oauth-server.ts';

const SECRET = 'mailbox-secret-1';
const TIMEOUT = 8_000 * inject('timeoutFactor');
const imap = await startImapServer();
const oauth = await startOauthServer();
afterAll(async () => {
  await imap.stop();
  await oauth.stop();
});

describeOnEachStore(
  'Mailboxes',
  (server) => {
    let ann: ApiClient;
    let annId = '';
    let bob: ApiClient;
    let bobId = '';
    /** The accounts of Ann and Bob. */
    let annAccount = '';
    const setSetting = createSetSetting(server);

    const hire = (name: string) => hireUser(server(), name, { last_name: 'Reads', sendgrid_approved: true });
    const account = (address: string, more: object = {}) => ({
      gmail_email_address: address,
      gmail_password: SECRET,
      kind: 'IMAP',
      incoming_host: '127.0.0.1',
      incoming_port: imap.port,
      incoming_security: 'None',
      ...more,
    });
    const list = (client: ApiClient, body: object = {}) => must(client.post('/api/mailbox/list', body));
    const subjects = async (client: ApiClient, body: object = {}): Promise<readonly string[]> =>
      (await list(client, { pageSize: 200, ...body })).data.map(({ subject }: { readonly subject: string }) => subject);
    const whenListed = (client: ApiClient, subject: string) => expect.poll(() => subjects(client), { timeout: TIMEOUT }).toContain(subject);
    const findLine = async (client: ApiClient, subject: string) =>
      (await list(client, { pageSize: 200 })).data.find((line: { readonly subject: string }) => line.subject === subject);
    const folderId = async (name: string): Promise<string> =>
      (await must(ann.get(`/api/email-folders/user/${annId}`))).data.find((one: { readonly name: string }) => one.name === name)?._id;
    const syncNow = async (client: ApiClient, id: string): Promise<unknown> => {
      const { job } = await must(client.post(`/api/gmail-accounts/sync-account/${id}`), 202);
      const read = async () => (await server().application.queue.get('mailbox/sync-account', [job]))[0];
      await expect.poll(async () => (await read())?.endedAt, { timeout: TIMEOUT }).toBeDefined();
      return (await read())?.result;
    };
    const makeLead = async (address: string): Promise<string> => {
      const email_addresses = [{ email_address: address, primary: true, opt_out: false, invalid_email: false }];
      return (
        await must(server().admin.post('/api/leads?duplicates=allow', { first_name: 'Mei', last_name: 'Tanaka', email_addresses }), 201)
      )._id;
    };

    beforeAll(async () => {
      ({ client: ann, id: annId } = await hire('Ann'));
      ({ client: bob, id: bobId } = await hire('Bob'));
      imap.users.clear();
      imap.addUser('ann@mail.test', { password: SECRET });
      imap.addUser('bob@mail.test', { password: SECRET });
      imap.deliver('ann@mail.test', writeMail({ id: 'old@x.test', from: 'x@people.test', to: 'ann@mail.test', subject: 'Old' }), 'INBOX', [
        '\\Seen',
      ]);
      annAccount = (await must(ann.post('/api/gmail-accounts', account('ann@mail.test')), 201))._id;
    });
    afterEach(() => {
      imap.hangs = undefined;
      imap.lies = false;
      imap.endsAfter = undefined;
    });

    it('are connected with a password that nobody sees again', async () => {
      await whenListed(ann, 'Old');
      const texts = [
        await must(ann.get(`/api/gmail-accounts/${annAccount}`)),
        await must(server().admin.get(`/api/gmail-accounts/${annAccount}`)),
        await must(server().admin.get(`/api/audit-log/get-record-changes-by-module/mailAccounts/${annAccount}`)),
        await must(server().admin.post('/api/gmail-accounts/search', { searchTerms: {} })),
      ].map((body) => JSON.stringify(body));
      for (const text of texts) {
        expect(text).toContain('ann@mail.test');
        expect(text).not.toContain(SECRET);
        expect(text).not.toContain('credentials":');
      }
      const stored = await server().application.records.get({ kind: 'system' }, { module: 'mailAccounts', id: annAccount });
      expect(stored['credentials']).toContain(SECRET);
      expect((await bob.get(`/api/gmail-accounts/${annAccount}`)).status).toBe(404);
      expect(await must(bob.post('/api/gmail-accounts', account('x@mail.test', { user: annId })), 403)).toMatchObject({
        code: 'mail_account_of_another',
      });
    });

    it('are tested with clear texts, and never at private addresses that the configuration does not name', async () => {
      const test = async (fields: object, status = 422) => {
        const made = await must(bob.post('/api/gmail-accounts', account('bob@mail.test', fields)), 201);
        const response = await must(bob.post(`/api/gmail-accounts/${made._id}/test`), status);
        await must(bob.put(`/api/gmail-accounts/mark-deleted/${made._id}`));
        return response;
      };
      expect(await test({}, 200)).toEqual({ connected: true, folders: 4, sends: false });
      expect(await test({ gmail_password: 'wrong' })).toMatchObject({
        code: 'mail_sign_in_failed',
        error: expect.stringContaining('Invalid credentials'),
      });
      expect(await test({ incoming_port: 1 })).toMatchObject({ code: 'mail_server_unreachable' });
      for (const host of ['10.0.0.5', '169.254.169.254', '[::1]', 'a b'])
        expect(await test({ incoming_host: host, incoming_port: 993 }), host).toMatchObject({ code: 'mail_server_unreachable' });
      expect(await test({ incoming_host: '' })).toMatchObject({ code: 'mail_account_incomplete' });
      expect(await test({ incoming_host: '8.8.8.8', incoming_port: 143 })).toMatchObject({ code: 'mail_server_insecure' });
      imap.hangs = 'greeting';
      await setSetting('mail_timeout_seconds', 1);
      expect(await test({})).toMatchObject({ code: 'mail_server_unreachable' });
      await setSetting('mail_timeout_seconds', 60);
    });

    it('are tested before they are stored, at their own server only, and can be disconnected', async () => {
      const test = (client: ApiClient, fields: object) => client.post('/api/gmail-accounts/test-settings', fields);
      const settings = account('dan@mail.test');
      imap.addUser('dan@mail.test', { password: SECRET });
      const { client: dan } = await hire('Dan');
      expect((await must(test(dan, settings))).folders).toContainEqual({ path: 'INBOX', isInbox: true });
      expect(await must(test(dan, { ...settings, gmail_password: 'wrong' }), 422)).toMatchObject({
        code: 'mail_sign_in_failed',
        error: expect.stringContaining('Invalid credentials'),
      });
      expect((await must(dan.post('/api/gmail-accounts/search', { searchTerms: {} }))).total).toBe(0);
      const leftOut = [{ path: 'Projects' }];
      const made = (await must(dan.post('/api/gmail-accounts', { ...settings, left_out_folders: leftOut }), 201))._id;
      const { gmail_password: _password, ...stored } = { ...settings, account: made };
      await must(test(dan, stored));
      expect(await must(test(dan, { ...stored, incoming_port: imap.port + 1 }), 422)).toMatchObject({ code: 'mail_account_incomplete' });
      expect((await test(bob, stored)).status).toBe(404);
      await syncNow(dan, made);
      const folders = await must(dan.post('/api/email-folders/search', { searchTerms: { mail_account: { equals: made } } }));
      const names = folders.data.map(({ name }: { readonly name: string }) => name);
      expect(names).toContain('Inbox');
      expect(names).not.toContain('Projects');
      await must(dan.post(`/api/gmail-accounts/${made}/disconnect`));
      expect(await must(dan.get(`/api/gmail-accounts/${made}`))).toMatchObject({ status: 'Not Connected' });
      expect(await must(dan.post(`/api/gmail-accounts/sync-account/${made}`), 422)).toMatchObject({ code: 'mail_account_incomplete' });
      const { credentials } = await server().application.records.get({ kind: 'system' }, { module: 'mailAccounts', id: made });
      expect(credentials ?? null).toBeNull();
    });

    it('show a new message at once, sanitized, with its files, linked to the record with its address', async () => {
      const lead = await makeLead('mei@people.test');
      imap.deliver('ann@mail.test', writeRichMail({ id: 'rich@x.test', from: 'mei@people.test', to: 'ann@mail.test' }));
      await whenListed(ann, 'Lebenslauf über');
      const line = await findLine(ann, 'Lebenslauf über');
      expect(line).toMatchObject({ read: false, hasAttachments: true, sender: 'Mei Tanaka <mei@people.test>' });
      const thread = await must(ann.get(`/api/mailbox/threads/${line.message}`));
      expect(thread.messages).toMatchObject([{ remotePictures: 1, records: [{ module: 'leads', id: lead, name: 'Mei Tanaka' }] }]);
      expect(thread.messages[0].html).toContain('src="data:image/png;base64,');
      expect(thread.messages[0].html).not.toMatch(/tracker|script|form|onclick/);
      expect(thread.messages[0].files).toMatchObject([{ name: 'logo.png' }, { name: '_.._cv.txt' }]);
      const { path } = thread.messages[0].files[1];
      expect((await ann.get(path)).status).toBe(200);
      // Whoever may see the lead's messages sees it; what is from nobody known is private.
      expect((await must(bob.get(`/api/messages/${line.message}`))).related_record).toEqual({ module: 'leads', id: lead });
      const old = await findLine(ann, 'Old');
      expect((await bob.get(`/api/messages/${old.message}`)).status).toBe(404);
      expect((await bob.get(`/api/mailbox/threads/${old.message}`)).status).toBe(404);
      expect((await bob.get(`/api/mail-entries/${old._id}`)).status).toBe(404);
    });

    it('have one record for a message in two of them, and an entry in each', async () => {
      const mail = writeMail({ id: 'both@x.test', from: 'y@people.test', to: 'ann@mail.test, bob@mail.test', subject: 'For both' });
      imap.deliver('ann@mail.test', mail);
      imap.deliver('bob@mail.test', mail);
      await must(bob.post('/api/gmail-accounts', account('bob@mail.test')), 201);
      await whenListed(bob, 'For both');
      await whenListed(ann, 'For both');
      const [one, two] = [await findLine(ann, 'For both'), await findLine(bob, 'For both')];
      expect(one.message).toBe(two.message);
      expect(one._id).not.toBe(two._id);
      const { mailbox_users: users } = await must(server().admin.get(`/api/messages/${one.message}`));
      expect([...users].sort()).toEqual([annId, bobId].sort());
      // The same Message-ID with another text is another message: it shows nothing of the first one.
      imap.deliver(
        'bob@mail.test',
        writeMail({ id: 'old@x.test', from: 'x@people.test', to: 'bob@mail.test', subject: 'Old', text: 'Not it' }),
      );
      await whenListed(bob, 'Old');
      expect((await findLine(bob, 'Old')).message).not.toBe((await findLine(ann, 'Old')).message);
    });

    it('put replies into one conversation, in whichever order they come', async () => {
      const reply = (id: string, refs: string) =>
        writeMail({ id, from: 'z@people.test', to: 'ann@mail.test', subject: `Re ${id}`, headers: [`References: ${refs}`] });
      imap.deliver('ann@mail.test', reply('t3@x.test', '<t2@x.test>'));
      await whenListed(ann, 'Re t3@x.test');
      imap.deliver('ann@mail.test', reply('t2@x.test', '<t1@x.test>'));
      imap.deliver('ann@mail.test', writeMail({ id: 't1@x.test', from: 'z@people.test', to: 'ann@mail.test', subject: 'Begin' }));
      await whenListed(ann, 'Begin');
      const { message } = await findLine(ann, 'Begin');
      const read = async () => (await must(ann.get(`/api/mailbox/threads/${message}`))).messages.length;
      await expect.poll(read, { timeout: TIMEOUT }).toBe(3);
    });

    it('have a reply from here in its conversation, once, also when it comes back in the folder of sent messages', async () => {
      const to = 'q@people.test';
      imap.deliver(
        'ann@mail.test',
        writeMail({ id: 'q2@x.test', from: to, to: 'ann@mail.test', subject: 'Q', headers: ['References: <q1@x.test>'] }),
      );
      await whenListed(ann, 'Q');
      const { message } = await findLine(ann, 'Q');
      const body = { to, subject: 'Re: Q', message: 'Yes', inReplyTo: message };
      const sent = await must(ann.post('/api/messages/send-custom-email', body), 202);
      const read = async () =>
        (await must(ann.get(`/api/mailbox/threads/${message}`))).messages.map(({ subject }: { readonly subject: string }) => subject);
      expect(await read()).toEqual(['Q', 'Re: Q']);
      const copy = writeMail({
        id: sent.message_id,
        from: 'ann@mail.test',
        to,
        subject: 'Re: Q',
        headers: ['References: <q1@x.test> <q2@x.test>'],
      });
      imap.deliver('ann@mail.test', copy, 'Sent');
      await syncNow(ann, annAccount);
      await whenListed(ann, 'Re: Q');
      expect(await read()).toEqual(['Q', 'Re: Q']);
      expect(await must(bob.post('/api/messages/send-custom-email', body), 404)).toMatchObject({ code: 'record_not_found' });
    });

    it('are read page by page, searched, marked and moved, here and on their server', async () => {
      const user = imap.users.get('ann@mail.test');
      const first = await list(ann, { pageSize: 2 });
      const second = await list(ann, { pageSize: 200, after: first.next });
      const ids = [...first.data, ...second.data].map(({ _id }) => _id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toEqual((await list(ann, { pageSize: 200 })).data.map(({ _id }: { readonly _id: string }) => _id));
      expect(await must(ann.post('/api/mailbox/list', { after: 'nothing' }), 422)).toMatchObject({ code: 'mail_page_invalid' });
      expect(await subjects(ann, { search: 'both y@people' })).toEqual(['For both']);
      const line = await findLine(ann, 'For both');
      const onServer = (folder: string) => user?.folders.get(folder)?.messages.find(({ source }) => source.includes('<both@x.test>'));
      expect(await must(ann.post('/api/mailbox/mark', { ids: [line._id], read: true }))).toEqual({ changed: 1 });
      await expect.poll(() => onServer('INBOX')?.flags.has('\\Seen'), { timeout: TIMEOUT }).toBe(true);
      expect(await must(bob.post('/api/mailbox/mark', { ids: [line._id], read: false }))).toEqual({ changed: 0 });
      const to = await folderId('Projects');
      expect(await must(ann.post('/api/messages/move-from-folder', { messages: [line.message], to }))).toEqual({ moved: [line.message] });
      await expect.poll(() => onServer('Projects') !== undefined && onServer('INBOX') === undefined, { timeout: TIMEOUT }).toBe(true);
      await syncNow(ann, annAccount);
      expect((await findLine(ann, 'For both')).folder).toBe(to);
      const move = { messages: [line.message], to };
      expect(await must(bob.post('/api/messages/move-from-folder', move), 404)).toMatchObject({ code: 'record_not_found' });
      expect(await must(server().admin.post('/api/messages/move-from-folder', move), 403)).toMatchObject({
        code: 'mail_folder_of_another',
      });
    });

    it('follow rules into folders', async () => {
      const to = await folderId('Projects');
      await must(ann.put(`/api/email-folders/${to}`, { rules: [{ subject: 'invoice', sender: 'shop@' }] }));
      imap.deliver('ann@mail.test', writeMail({ id: 'inv@x.test', from: 'shop@y.test', to: 'ann@mail.test', subject: 'Your Invoice 7' }));
      await whenListed(ann, 'Your Invoice 7');
      expect((await findLine(ann, 'Your Invoice 7')).folder).toBe(to);
    });

    it(
      'go on where they stopped, and double nothing: after lost connections, and with new numbers of the server',
      async () => {
        const { client, id } = await hire('Cleo');
        const user = imap.addUser('cleo@mail.test', { password: SECRET });
        for (let index = 0; index < 130; index += 1)
          imap.deliver(
            'cleo@mail.test',
            writeMail({ id: `n${index}@x.test`, from: 'n@people.test', to: 'cleo@mail.test', subject: `N${index}` }),
          );
        imap.endsAfter = 1;
        const made = (await must(client.post('/api/gmail-accounts', account('cleo@mail.test', { user: id })), 201))._id;
        const state = async () => (await must(client.get(`/api/gmail-accounts/${made}`))).status;
        await expect.poll(state, { timeout: TIMEOUT }).toBe('Failing');
        expect((await subjects(client)).length).toBeLessThan(130);
        await syncNow(client, made);
        imap.endsAfter = undefined;
        await syncNow(client, made);
        const all = await subjects(client);
        expect(all).toHaveLength(130);
        expect(new Set(all).size).toBe(130);
        const inbox = user.folders.get('INBOX');
        if (inbox !== undefined)
          Object.assign(inbox, {
            uidValidity: 999,
            messages: inbox.messages.map((mail, at) => ({ ...mail, uid: at + 500 })),
            uidNext: 700,
          });
        imap.lies = true;
        await syncNow(client, made);
        imap.lies = false;
        await syncNow(client, made);
        expect(await subjects(client)).toHaveLength(130);
        const { total } = await must(
          server().admin.post('/api/messages/search', { searchTerms: { sentFrom: { equals: 'n@people.test' } } }),
        );
        expect(total).toBe(130);
      },
      2 * TIMEOUT,
    );

    it('of a server that hangs are given up after a time, with the reason, and nothing else waits', async () => {
      await setSetting('mail_timeout_seconds', 2);
      const { client } = await hire('Dee');
      imap.addUser('dee@mail.test', { password: SECRET });
      imap.deliver('dee@mail.test', writeMail({ id: 'dee@x.test', from: 'n@people.test', to: 'dee@mail.test', subject: 'Late' }));
      imap.hangs = 'fetch';
      const made = (await must(client.post('/api/gmail-accounts', account('dee@mail.test')), 201))._id;
      const state = async () => (await must(client.get(`/api/gmail-accounts/${made}`))).status;
      await expect.poll(state, { timeout: TIMEOUT }).toBe('Failing');
      expect((await must(client.get(`/api/gmail-accounts/${made}`))).failure).toBeTruthy();
      imap.hangs = undefined;
      await syncNow(client, made);
      expect(await subjects(client)).toEqual(['Late']);
      await setSetting('mail_timeout_seconds', 60);
    });

    it('mark an address as invalid when a message from here to it came back, and by no other report', async () => {
      const lead = await makeLead('gone@people.test');
      const sent = await must(
        ann.post('/api/messages/send-custom-email', {
          to: 'gone@people.test',
          subject: 'News',
          message: 'Hi.',
          module: 'leads',
          record: lead,
        }),
        202,
      );
      const flag = async () => (await must(ann.get(`/api/leads/${lead}`))).email_addresses[0].invalid_email;
      imap.deliver('ann@mail.test', writeBounce({ to: 'ann@mail.test', original: 'forged@x.test', recipient: 'gone@people.test' }));
      await expect.poll(async () => (await subjects(ann)).filter((one) => one === 'Undelivered Mail').length, { timeout: TIMEOUT }).toBe(1);
      expect(await flag()).toBe(false);
      imap.deliver('ann@mail.test', writeBounce({ to: 'ann@mail.test', original: sent.message_id, recipient: 'gone@people.test' }));
      await expect.poll(flag, { timeout: TIMEOUT }).toBe(true);
      expect(await must(ann.get(`/api/messages/${sent._id}`))).toMatchObject({ status: 'Bounced', failure: '550 5.1.1 No such user' });
    });

    it('are approved at a provider, with tokens that are renewed and never shown', async () => {
      expect(await must(ann.post('/api/gmail-accounts/request-auth-token', { account: annAccount }), 422)).toMatchObject({
        code: 'mail_approval_not_set_up',
      });
      await setSetting('mail_client_id', 'muster');
      await setSetting('mail_authorization_url', `${oauth.url}/authorize`);
      await setSetting('mail_token_url', `${oauth.url}/token`);
      await must(server().admin.put('/api/plugins/mailbox/secrets/mail_client_secret', { value: 'hush' }));
      const user = imap.addUser('fay@mail.test', {});
      const { client } = await hire('Fay');
      const { gmail_password: _password, ...fields } = account('fay@mail.test');
      const made = (await must(client.post('/api/gmail-accounts/no-password-account', fields), 201))._id;
      const { url } = await must(client.post('/api/gmail-accounts/request-auth-token', { account: made }));
      expect(new URL(url).searchParams.get('redirect_uri')).toMatch(/\/auth-code$/);
      const submit = (code: string, status = 200) =>
        must(client.post('/api/gmail-accounts/submit-approval-code', { account: made, code }), status);
      expect(await submit('guess', 422)).toMatchObject({ code: 'mail_approval_failed' });
      // One that is cancelled leaves an account that says so, and can be approved again or removed.
      const state = () => must(client.get(`/api/gmail-accounts/${made}`));
      expect(await state()).toMatchObject({ status: 'Waiting for Approval' });
      expect(await must(bob.post(`/api/gmail-accounts/${made}/cancel-approval`), 404)).toMatchObject({ code: 'record_not_found' });
      expect(await must(client.post(`/api/gmail-accounts/${made}/cancel-approval`))).toEqual({ cancelled: true });
      expect(await state()).toMatchObject({ status: 'Not Connected', failure: 'The approval was cancelled.' });
      const system = { kind: 'system' } as const;
      const forgotten = { status: 'Waiting for Approval', approval: JSON.stringify({ verifier: 'v', redirectUrl: 'x', begunAt: 1 }) };
      await server().application.records.update(system, { module: 'mailAccounts', id: made, fields: forgotten });
      await runJob(server(), 'mailbox/watch-accounts');
      expect(await state()).toMatchObject({ status: 'Not Connected', failure: expect.stringContaining('was not completed') });
      expect(await submit(oauth.approve(url), 422)).toMatchObject({ code: 'mail_approval_failed' });
      const verification = await must(client.post('/api/gmail-accounts/send-verification', { account: made }), 202);
      expect(verification).toEqual({ to: 'fay@mail.test', approval: true });
      expect(await state()).toMatchObject({ status: 'Waiting for Approval' });
      const page = (await must(client.post('/api/gmail-accounts/request-auth-token', { account: made }))).url;
      oauth.life = 30;
      expect(await submit(oauth.approve(page))).toEqual({ approved: true });
      await expect.poll(() => oauth.tokens.length, { timeout: TIMEOUT }).toBeGreaterThan(0);
      oauth.life = 3_600;
      const before = oauth.tokens.length;
      // A token that ends within the minute is renewed before it is used.
      imap.deliver('fay@mail.test', writeMail({ id: 'fay@x.test', from: 'n@people.test', to: 'fay@mail.test', subject: 'For Fay' }));
      await must(client.post(`/api/gmail-accounts/${made}/test`), 422);
      expect(oauth.tokens.length).toBeGreaterThan(before - 1);
      user.token = oauth.tokens.at(-1) ?? '';
      await must(client.post(`/api/gmail-accounts/${made}/test`), 200);
      await syncNow(client, made);
      expect(await subjects(client)).toEqual(['For Fay']);
      const shown = JSON.stringify(await must(server().admin.get(`/api/gmail-accounts/${made}`)));
      for (const token of oauth.tokens) expect(shown).not.toContain(token);
    });
  },
  { configuration: { webhookHosts: ['127.0.0.1'] } },
);

import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeOnEachStore } from '../../../tests/api/each-store.ts';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import { hireUser } from '../../../tests/support/hire-user.ts';
import { must } from '../../../tests/support/record-helpers.ts';
import { createSetSetting } from '../../../tests/support/set-setting.ts';
import { upload } from '../../../tests/support/upload.ts';
import { startMailServer } from './mail-server.ts';

const smtp = await startMailServer();
afterAll(() => smtp.stop());

describeOnEachStore(
  'Outgoing e-mail',
  (server) => {
    let ann: ApiClient;
    let bob: ApiClient;
    /** Approved too. */
    let cleo: ApiClient;
    let annId = '';
    const setSetting = createSetSetting(server);

    const hire = (name: string, sendgrid_approved: boolean) => hireUser(server(), name, { last_name: 'Writes', sendgrid_approved });
    const makeLead = async (address: string, fields: object = {}): Promise<string> => {
      const email_addresses = [{ email_address: address, primary: true, opt_out: false, invalid_email: false, ...fields }];
      return (
        await must(server().admin.post('/api/leads?duplicates=allow', { first_name: 'Mei', last_name: 'Tanaka', email_addresses }), 201)
      )._id;
    };
    const makeTemplate = async (fields: object = {}): Promise<string> => {
      const template = { name: 'Hello', type: 'email', description: 'A test.', subject: 'For {{ target.first_name }}', ...fields };
      return (await must(ann.post('/api/templates', { body: 'Hello {{ target.first_name }}', ...template }), 201))._id;
    };
    const send = (to: string, more: object = {}) =>
      ann.post('/api/messages/send-custom-email', { to, subject: 'News', message: 'Hi.', ...more });
    const statusOf = async (id: string) => (await must(ann.get(`/api/messages/${id}`))).status;
    const whenStatus = async (id: string, status: string) => expect.poll(() => statusOf(id), { timeout: 30_000 }).toBe(status);

    beforeAll(async () => {
      smtp.received.length = 0;
      ({ client: ann, id: annId } = await hire('Ann', true));
      ({ client: bob } = await hire('Bob', false));
      ({ client: cleo } = await hire('Cleo', true));
    });
    afterEach(() => {
      smtp.refusal = undefined;
    });

    it('is stored, answered with 202 and sent once, with a link that ends further messages', async () => {
      const lead = await makeLead('mei@people.test');
      const html = '<p>Hi <b>Mei</b><script>alert(1)</script></p>';
      const message = await must(send('mei@people.test', { html, module: 'leads', record: lead }), 202);
      expect(message).toMatchObject({
        status: 'Queued',
        to: ['mei@people.test'],
        subject: 'News',
        messageType: 'Email',
        direction: 'Outbound',
      });
      expect(message).toMatchObject({ related_record: { module: 'leads', id: lead }, sent_by: annId, created_by: annId });
      await whenStatus(message._id, 'Sent');
      const [mail, ...others] = smtp.to('mei@people.test');
      expect(others).toEqual([]);
      expect(mail?.text).toContain(`Message-ID: <${message.message_id}>`);
      expect(mail?.text).toMatch(/^Reply-To: ann@muster\.test/m);
      expect(mail?.text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
      expect(mail?.text).toContain('<p>Hi <b>Mei</b></p>');
      expect(mail?.text).not.toContain('alert(1)');
      expect(mail?.text).toContain('/message-preferences?token=');
    });

    it('names the messages that it replies to', async () => {
      const first = await must(send('thread@people.test'), 202);
      const second = await must(send('thread@people.test', { inReplyTo: first._id }), 202);
      const third = await must(send('thread@people.test', { inReplyTo: second._id }), 202);
      await whenStatus(third._id, 'Sent');
      const mail = smtp.to('thread@people.test').find(({ text }) => text.includes(`Message-ID: <${third.message_id}>`));
      expect(mail?.text).toContain(`In-Reply-To: <${second.message_id}>`);
      expect(mail?.text).toContain(`References: <${first.message_id}> <${second.message_id}>`);
      expect(await must(send('thread@people.test', { inReplyTo: 'nobody' }), 404)).toMatchObject({ code: 'record_not_found' });
    });

    it('comes from verified senders of approved users only', async () => {
      expect(
        await must(bob.post('/api/messages/send-custom-email', { to: 'x@people.test', subject: 'a', message: 'b' }), 403),
      ).toMatchObject({
        code: 'sending_not_approved',
      });
      await setSetting('verified_senders', [{ from_email: 'jobs@muster.test', from_name: 'Jobs' }]);
      expect(await must(ann.get('/api/sendgrid/verified-senders'))).toEqual({
        results: [{ id: 1, from_email: 'jobs@muster.test', from_name: 'Jobs', verified: true }],
      });
      const { _id, sentFrom } = await must(send('verified@people.test'), 202);
      expect(sentFrom).toBe('Ann Writes <jobs@muster.test>');
      await whenStatus(_id, 'Sent');
      expect(smtp.to('verified@people.test')).toMatchObject([{ from: 'jobs@muster.test' }]);
      await setSetting('verified_senders', []);
    });

    it('refuses recipients with line breaks, unknown records and too much', async () => {
      const bad = 'x@people.test\r\nBcc: all@people.test';
      expect(await must(send(bad), 422)).toMatchObject({ code: 'recipient_invalid' });
      expect(await must(send('x@people.test', { module: 'leads', record: 'nobody' }), 404)).toMatchObject({ code: 'record_not_found' });
      const multiple = { to: ['x@people.test', 'none'], subject: 'Half a list', message: 'b' };
      expect(await must(ann.post('/api/messages/send-multiple-email', multiple), 422)).toMatchObject({ code: 'recipient_invalid' });
      expect((await must(ann.post('/api/messages/search', { searchTerms: { subject: 'Half a list' } }))).data).toEqual([]);
      expect(smtp.to('x@people.test')).toEqual([]);
    });

    it('has attachments that its sender may read', async () => {
      const { path } = await must(upload(ann, { name: 'plan.txt', content: 'The plan' }), 201);
      const { _id } = await must(send('files@people.test', { attachments: [path] }), 202);
      await whenStatus(_id, 'Sent');
      expect(smtp.to('files@people.test')[0]?.text).toMatch(/filename=plan\.txt/);
      const other = await must(upload(server().admin, { name: 'secret.txt', content: 'Secret' }), 201);
      expect(await must(send('files@people.test', { attachments: [other.path] }), 404)).toMatchObject({ code: 'file_not_found' });
      const paths = [];
      for (const name of ['a.txt', 'b.txt']) {
        const large = await must(upload(ann, { name, content: 'x'.repeat(11 * 1_048_576) }), 201);
        paths.push(large.path);
      }
      expect(await must(send('files@people.test', { attachments: paths }), 413)).toMatchObject({ code: 'message_too_large' });
      expect(smtp.to('files@people.test')).toHaveLength(1);
    });

    it('that a server refuses has its words, and can be sent again', async () => {
      smtp.refusal = 'permanent';
      const { _id } = await must(send('gone@people.test'), 202);
      await whenStatus(_id, 'Failed');
      expect((await must(ann.get(`/api/messages/${_id}`))).failure).toContain('No such mailbox here');
      expect(await must(bob.post(`/api/messages/${_id}/resend`), 403)).toMatchObject({ code: 'message_of_another' });
      expect(await must(server().admin.post(`/api/messages/${_id}/resend`), 403)).toMatchObject({ code: 'sending_not_approved' });
      smtp.refusal = undefined;
      expect(await must(ann.post(`/api/messages/${_id}/resend`), 202)).toMatchObject({ _id, status: 'Queued' });
      await whenStatus(_id, 'Sent');
      expect(smtp.to('gone@people.test')).toHaveLength(1);
      expect(await must(cleo.post(`/api/messages/${_id}/resend`), 403)).toMatchObject({ code: 'message_of_another' });
      const copy = await must(ann.post(`/api/messages/${_id}/resend`), 202);
      expect(copy._id).not.toBe(_id);
      await whenStatus(copy._id, 'Sent');
    });

    it('waits while a server is busy, and can be cancelled then', async () => {
      smtp.refusal = 'temporary';
      const [waiting, cancelled] = [await must(send('busy@people.test'), 202), await must(send('late@people.test'), 202)];
      const failureOf = async (id: string) => String((await must(ann.get(`/api/messages/${id}`))).failure);
      await expect.poll(() => failureOf(cancelled._id), { timeout: 20_000 }).toContain('Busy, come back later');
      await expect.poll(() => failureOf(waiting._id), { timeout: 20_000 }).toContain('Busy, come back later');
      await expect.poll(() => statusOf(waiting._id)).toBe('Queued');
      expect(await must(ann.post(`/api/messages/${waiting._id}/resend`), 409)).toMatchObject({ code: 'message_waiting' });
      await expect.poll(async () => (await ann.post(`/api/messages/${cancelled._id}/cancel`)).status, { timeout: 20_000 }).toBe(202);
      smtp.refusal = undefined;
      await whenStatus(waiting._id, 'Sent');
      expect(await statusOf(cancelled._id)).toBe('Cancelled');
      expect(smtp.to('late@people.test')).toEqual([]);
      expect(await must(ann.post(`/api/messages/${waiting._id}/cancel`), 409)).toMatchObject({ code: 'message_already_sent' });
    });

    it('cannot be queued or changed by a save', async () => {
      const draft = { subject: 'x', message: 'y', to: ['x@people.test'], messageType: 'Email', direction: 'Outbound' };
      expect(await must(ann.post('/api/messages', { ...draft, status: 'Queued' }), 422)).toMatchObject({ code: 'message_not_queueable' });
      const { _id } = await must(send('fixed@people.test'), 202);
      await whenStatus(_id, 'Sent');
      expect(await must(ann.put(`/api/messages/${_id}`, { to: ['else@people.test'] }), 422)).toMatchObject({
        code: 'message_not_changeable',
      });
    });

    it('fills templates, and reports what has no value before anything is sent', async () => {
      const lead = await makeLead('filled@people.test');
      const template = await makeTemplate({
        body: 'Hello {{ target.first_name }}, from {{ user.first_name }} in {{ target.city | default: "town" }}',
      });
      const preview = await must(ann.post('/api/templates/preview', { template, module: 'leads', record: lead }));
      expect(preview).toMatchObject({
        subject: 'For Mei',
        text: 'Hello Mei, from Ann in town',
        html: null,
        missing: [],
        to: 'filled@people.test',
      });
      const customized = { template, module: 'leads', record: lead };
      const { _id } = await must(ann.post('/api/messages/send-customized-email', customized), 202);
      await whenStatus(_id, 'Sent');
      expect(smtp.to('filled@people.test')[0]?.text).toMatch(/Subject: For Mei[\s\S]*Hello Mei, from Ann in town/);
      const gaps = await makeTemplate({ body: 'You live in {{ target.city }}' });
      expect(await must(ann.post('/api/messages/send-customized-email', { ...customized, template: gaps }), 422)).toMatchObject({
        code: 'template_values_missing',
        missing: ['target.city'],
      });
      const restricted = await makeTemplate({ restrict_to_module: 'accounts' });
      expect(await must(ann.post('/api/messages/send-customized-email', { ...customized, template: restricted }), 422)).toMatchObject({
        code: 'template_for_other_module',
      });
      expect(smtp.to('filled@people.test')).toHaveLength(1);
    });

    it('refuses templates with unknown variables on save, and endless ones when they are filled', async () => {
      const base = { name: 'x', type: 'email', description: 'x' };
      expect(await must(ann.post('/api/templates', { ...base, subject: '{{ target.shoes }}', body: '{{ nobody }}' }), 422)).toMatchObject({
        code: 'template_invalid',
        details: [
          { field: 'subject', code: 'template_unknown_variable', message: 'There is no variable target.shoes.' },
          { field: 'body', code: 'template_unknown_variable' },
        ],
      });
      const lead = await makeLead('loop@people.test');
      const endless = await makeTemplate({ body: '{% for i in (1..100000000) %}x{% endfor %}' });
      expect(
        await must(ann.post('/api/messages/send-customized-email', { template: endless, module: 'leads', record: lead }), 422),
      ).toMatchObject({
        code: 'template_too_large',
      });
      const slow = `{% assign r = (1..1000) %}${'{% for a in r %}'.repeat(4)}${'{% endfor %}'.repeat(4)}`;
      expect(await must(ann.post('/api/templates/preview', { body: slow, module: 'leads', record: lead }), 422)).toMatchObject({
        code: 'template_too_slow',
        field: 'body',
      });
      const silent = await must(server().admin.post('/api/leads?duplicates=allow', { first_name: 'No', last_name: 'Address' }), 201);
      const plain = { template: await makeTemplate(), module: 'leads', record: silent._id };
      expect(await must(ann.post('/api/messages/send-customized-email', plain), 422)).toMatchObject({ code: 'recipient_missing' });
    });

    it('checks a template before it is saved, for those who have templates', async () => {
      const content = { subject: '{{ target.shoes }}', body: 'Dear {{ user.name }}', body_html: '<p>{% if %}</p>' };
      expect(await must(ann.post('/api/templates/check', content))).toEqual({
        problems: [
          {
            field: 'subject',
            code: 'template_unknown_variable',
            message: 'There is no variable target.shoes.',
            variable: 'target.shoes',
          },
          { field: 'body_html', code: 'template_invalid', message: expect.any(String), variable: null },
        ],
      });
      const { client: guest } = await hireUser(server(), 'Guest', { userType: 'Standard', roles: ['role_dashboard'] });
      expect(await must(guest.post('/api/templates/check', content), 403)).toMatchObject({ code: 'module_access_denied' });
    });

    it('previews a template only on records that its reader may see', async () => {
      const lead = { first_name: 'Hid', last_name: 'Den', teams: [] };
      const hidden = await must(server().admin.post('/api/leads?duplicates=allow', lead), 201);
      const preview = { module: 'leads', record: hidden._id, body: 'Hello {{ target.first_name }}' };
      expect(await must(server().admin.post('/api/templates/preview', preview))).toMatchObject({ text: 'Hello Hid' });
      expect(await must(ann.post('/api/templates/preview', preview), 404)).toMatchObject({ code: 'record_not_found' });
    });

    it('has each earlier text of a template in its history, whose restoration is a save', async () => {
      const id = await makeTemplate({ body: `First ${'long '.repeat(2_000)}` });
      const first = await must(ann.get(`/api/templates/${id}`));
      await must(server().admin.put(`/api/templates/${id}`, { body: 'Second' }));
      const history = await must(ann.get(`/api/audit-log/get-record-changes-by-module/templates/${id}?pageSize=1000`));
      expect(history.data.map(({ field, previous_value }: { field: string; previous_value: unknown }) => [field, previous_value])).toEqual([
        ['body', first.body],
        [null, null],
      ]);
      const stale = { body: first.body, _version: first._version };
      expect(await must(server().admin.put(`/api/templates/${id}`, stale), 409)).toMatchObject({ code: 'version_conflict' });
      expect(await must(ann.put(`/api/templates/${id}`, stale), 403)).toMatchObject({ code: 'action_not_allowed' });
      expect(await must(server().admin.put(`/api/templates/${id}`, { ...stale, _version: first._version + 1 }))).toMatchObject({
        body: first.body,
      });
    });

    it('sends text only where the template says so', async () => {
      const lead = await makeLead('plain@people.test');
      const html = { content_type: 'Formatted', body: '', body_html: '<p>Hello <b>{{ target.first_name }}</b></p>' };
      const preview = async (fields: object) =>
        must(ann.post('/api/templates/preview', { template: await makeTemplate({ ...html, ...fields }), module: 'leads', record: lead }));
      expect(await preview({})).toMatchObject({ text: 'Hello Mei', html: '<p>Hello <b>Mei</b></p>' });
      expect(await preview({ send_text_only: true })).toMatchObject({ text: 'Hello Mei', html: null });
    });

    it('ends for a person by one click, by every endpoint, and begins again on the page', async () => {
      const address = 'out@people.test';
      const lead = await makeLead(address);
      await whenStatus((await must(send(address, { module: 'leads', record: lead }), 202))._id, 'Sent');
      const [, url = ''] = /^List-Unsubscribe: <([^>]+)>/m.exec(smtp.to(address)[0]?.text ?? '') ?? [];
      const { pathname, search } = new URL(url);
      const oneClick = await fetch(`${server().url}${pathname}${search}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
      expect(await oneClick.json()).toEqual({ data: [{ channel: 'email', label: 'E-mail', address, receives: false }] });
      const ledger = await must(server().admin.post('/api/consents/search', { searchTerms: { address: { equals: address } } }));
      expect(ledger.data).toMatchObject([
        { channel: 'email', state: 'Opted out', source: 'Unsubscribe link', person: { module: 'leads', id: lead } },
      ]);
      await server().application.outbox.drain();
      expect((await must(ann.get(`/api/leads/${lead}`))).email_addresses).toMatchObject([{ email_address: address, opt_out: true }]);

      const template = await makeTemplate();
      const mail = { to: address, subject: 'a', message: 'b' };
      const responses = [
        await must(send(address), 202),
        await must(ann.post('/api/messages/send-email-from-system', mail), 202),
        await must(ann.post('/api/messages/send-alert-email', { messageRecord: mail }), 202),
        await must(ann.post('/api/messages/send-customized-email', { template, module: 'leads', record: lead }), 202),
        ...(await must(ann.post('/api/messages/send-multiple-email', { ...mail, to: [address.toUpperCase()] }), 202)).data,
      ];
      for (const one of responses) expect(one).toMatchObject({ status: 'Not Sent', failure: expect.stringContaining('has opted out') });
      expect(await must(ann.post(`/api/messages/${responses[0]._id}/resend`), 202)).toMatchObject({ status: 'Not Sent' });
      await server().application.outbox.drain();
      expect(smtp.received.filter(({ to }) => to.some((one) => one.toLowerCase() === address))).toHaveLength(1);

      const multipart = new FormData();
      multipart.set('List-Unsubscribe', 'One-Click');
      const choose = async (init: object) => (await fetch(`${server().url}${pathname}${search}`, { method: 'POST', ...init })).json();
      expect(await choose({ body: multipart })).toMatchObject({ data: [{ receives: false }] });
      const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email: true }) };
      expect(await choose(json)).toMatchObject({ data: [{ receives: true }] });
      await whenStatus((await must(send(address), 202))._id, 'Sent');
    });

    it('does not reach an address that one of many records flags', async () => {
      const address = 'shared@people.test';
      const entry = { email_address: address, primary: true, opt_out: false, invalid_email: false };
      const records = Array.from({ length: 1_200 }, (_, index) => ({
        first_name: 'Many',
        last_name: `Person ${index}`,
        email_addresses: [{ ...entry, invalid_email: index === 1_150 }],
      }));
      await server().application.records.createMany(
        { kind: 'system' },
        { module: 'contacts', records, allowDuplicates: true, quiet: true },
      );
      expect(await must(send(address), 202)).toMatchObject({ status: 'Not Sent', failure: `${address} is marked as invalid.` });
      expect(await must(send('other@people.test'), 202)).toMatchObject({ status: 'Queued' });
    });

    it('is not sent when its recipient opts out before its time', async () => {
      smtp.refusal = 'temporary';
      const { _id } = await must(send('meanwhile@people.test'), 202);
      await expect.poll(async () => (await must(ann.get(`/api/messages/${_id}`))).failure, { timeout: 20_000 }).toBeTruthy();
      await must(
        ann.post('/api/consents', { channel: 'email', address: 'Meanwhile@People.test', state: 'Opted out', text: 'Said so' }),
        201,
      );
      await whenStatus(_id, 'Not Sent');
      expect(smtp.to('meanwhile@people.test')).toEqual([]);
    });

    it('the ledger is only added to', async () => {
      const entry = { channel: 'email', address: 'ledger@people.test', state: 'Opted out', text: 'By phone' };
      const { _id } = await must(ann.post('/api/consents', entry), 201);
      expect(await must(server().admin.put(`/api/consents/${_id}`, { state: 'Opted in' }), 422)).toMatchObject({
        code: 'consent_not_changeable',
      });
      expect(await must(server().admin.put(`/api/consents/mark-deleted/${_id}`), 422)).toMatchObject({ code: 'consent_not_changeable' });
      expect(await must(ann.post('/api/consents', { ...entry, state: 'Opted in', text: '' }), 422)).toMatchObject({
        code: 'consent_text_missing',
      });
      expect(await must(ann.post('/api/consents', { ...entry, address: 'nobody' }), 422)).toMatchObject({
        code: 'consent_address_invalid',
      });
    });

    it('is accepted in the form of the mail service, one message for each recipient', async () => {
      const process = (body: object) => ann.post('/api/messages/process-sendgrid-email', body);
      const to = (...emails: readonly string[]) => ({ to: emails.map((email) => ({ email })) });
      const content = [
        { type: 'text/plain', value: 'Plain' },
        { type: 'text/html', value: '<b>Rich</b><script>1</script>' },
      ];
      const personalizations = [to('s1@people.test', 's2@people.test'), { ...to('s3@people.test'), subject: 'Only yours' }];
      const { data } = await must(process({ personalizations, subject: 'For all', content }), 202);
      expect(data).toMatchObject([
        { to: ['s1@people.test'], subject: 'For all', message: 'Plain', html: '<b>Rich</b>', sent_by: annId },
        { to: ['s2@people.test'], subject: 'For all' },
        { to: ['s3@people.test'], subject: 'Only yours' },
      ]);
      await whenStatus(data[2]._id, 'Sent');
      const record = await makeLead('s4@people.test');
      const filled = { personalizations: [to('s4@people.test')], template_id: await makeTemplate(), module: 'leads', record };
      expect((await must(process(filled), 202)).data).toMatchObject([{ subject: 'For Mei', message: 'Hello Mei' }]);
      const stranger = { personalizations, subject: 'x', content, from: { email: 'boss@elsewhere.test' } };
      expect(await must(process(stranger), 422)).toMatchObject({ code: 'sender_account_unusable' });
      expect(await must(process({ personalizations: [to('none')], content }), 422)).toMatchObject({ code: 'recipient_invalid' });
      expect(await must(bob.post('/api/messages/process-sendgrid-email', { personalizations, content }), 403)).toMatchObject({
        code: 'sending_not_approved',
      });
    });

    it('answers templates in the form of the mail service', async () => {
      const id = await makeTemplate({ name: 'Mail service' });
      expect(await must(ann.get(`/api/sendgrid/template-by-id/${id}`))).toMatchObject({ id, name: 'Mail service' });
      expect((await must(ann.get('/api/sendgrid/get-all-templates'))).templates.length).toBeGreaterThan(0);
      expect(await must(ann.post('/api/sendgrid/search', { search: 'Mail service' }))).toMatchObject({ total: 1, data: [{ id }] });
      const sms = await must(ann.post('/api/templates', { name: 's', type: 'sms', description: 's', body: 'Hi' }), 201);
      expect(await must(ann.get(`/api/sendgrid/template-by-id/${sms._id}`), 422)).toMatchObject({ code: 'template_not_for_email' });
    });
  },
  { configuration: { smtpUrl: smtp.url } },
);

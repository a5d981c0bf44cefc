import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describePluginRules } from '../../../tests/api/each-store.ts';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import { hireUser } from '../../../tests/support/hire-user.ts';
import { must } from '../../../tests/support/record-helpers.ts';
import { runJob } from '../../../tests/support/run-job.ts';
import { createSetSetting } from '../../../tests/support/set-setting.ts';
import { signWebhook } from '../server/services/webhook-signature.ts';
import { DOT_PNG, upload } from '../../../tests/support/upload.ts';
import { CARRIER, startCarrierServer } from './carrier-server.ts';

const PUBLIC_URL = 'https://muster.test';
const OFFICE = '2125550100';
const HOUR = 3_600_000;
const carrier = await startCarrierServer();
afterAll(() => carrier.stop());

describePluginRules(
  'Text messages',
  (server) => {
    let ann: ApiClient;
    let bob: ApiClient;
    let annId = '';
    const setSetting = createSetSetting(server);

    const hire = (name: string) => hireUser(server(), name, { last_name: 'Writes' });
    const makeLead = async (mobile_phone: string, fields: object = {}): Promise<string> => {
      const lead = { first_name: 'Mei', last_name: 'Tanaka', mobile_phone, ...fields };
      return (await must(server().admin.post('/api/leads?duplicates=allow', lead), 201))._id;
    };
    const send = (to: string, more: object = {}) => ann.post('/api/sms/send-sms', { to, message: 'Hi Mei', ...more });
    const read = (id: string) => must(ann.get(`/api/sms/${id}`));
    const whenStatus = async (id: string, status: string) =>
      expect.poll(async () => (await read(id)).status, { timeout: 30_000 }).toBe(status);
    const post = (path: string, fields: { readonly [name: string]: string }, token: string = CARRIER.token): Promise<Response> =>
      fetch(`${server().url}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-twilio-signature': signWebhook(token, `${PUBLIC_URL}${path}`, fields),
        },
        body: new URLSearchParams(fields).toString(),
      });
    const receive = async (sid: string, from: string, text: string): Promise<void> => {
      const response = await post('/api/sms/inbound', { MessageSid: sid, From: from, To: `+1${OFFICE}`, Body: text, NumMedia: '0' });
      expect(response.status).toBe(200);
    };
    const connect = (isConnected: boolean) => setSetting('sms_account', isConnected ? CARRIER.account : '');

    beforeAll(async () => {
      ({ client: ann, id: annId } = await hire('Ann'));
      ({ client: bob } = await hire('Bob'));
      await must(server().admin.post('/api/sms-settings', { user: annId, phone_number: OFFICE, active: true }), 201);
      await must(
        server().admin.post('/api/sms-signatures', { name: 'Short', signature: 'Ann, Muster', user: annId, isDefault: true }),
        201,
      );
      await must(server().admin.put('/api/plugins/messages/secrets/sms_token', { value: CARRIER.token }));
      await setSetting('sms_address', carrier.url);
      await setSetting('sms_hours', { from: 0, until: 24 });
    });
    afterEach(() => {
      carrier.mode = 'accept';
    });

    it('stay inside the product without a carrier, and look as if they were sent', async () => {
      const lead = await makeLead('4045550101');
      const sms = await must(send('(404) 555-0101', { module: 'leads', record: lead }), 202);
      expect(sms).toMatchObject({ status: 'Queued', direction: 'Outbound', to: '4045550101', sentFrom: OFFICE, segments: 1 });
      expect(sms).toMatchObject({ message: 'Hi Mei\nAnn, Muster', related_record: { module: 'leads', id: lead }, sent_by: annId });
      await whenStatus(sms._id, 'Sent');
      expect(await read(sms._id)).toMatchObject({ is_simulated: true });
      expect(carrier.accepted).toEqual([]);
    });

    it('are sent once by the carrier, which reports what became of them', async () => {
      await connect(true);
      const { _id } = await must(send('404-555-0102'), 202);
      await whenStatus(_id, 'Sent');
      const [sent, ...others] = carrier.to('+14045550102');
      expect(others).toEqual([]);
      expect(sent).toMatchObject({ from: `+1${OFFICE}`, body: 'Hi Mei\nAnn, Muster' });
      expect(sent?.fields.get('StatusCallback')).toBe(`${PUBLIC_URL}/api/sms/status?message=${_id}`);
      const path = `/api/sms/status?message=${_id}`;
      const report = { MessageSid: sent?.sid ?? '', MessageStatus: 'delivered' };
      expect((await post(path, report, 'another-token')).status).toBe(403);
      expect((await read(_id)).status).toBe('Sent');
      expect((await post(path, report)).status).toBe(200);
      expect(await read(_id)).toMatchObject({ status: 'Delivered', carrier_id: sent?.sid, is_simulated: false });
      // Reports arrive in any order.
      expect((await post(path, { ...report, MessageStatus: 'failed', ErrorCode: '30003' })).status).toBe(200);
      expect((await read(_id)).status).toBe('Delivered');
    });

    it('have recipients that are numbers, a text of at most ten parts, and a sender', async () => {
      expect(await must(send('4045550103\r\n4045550104'), 422)).toMatchObject({ code: 'number_invalid' });
      expect(await must(send('911'), 422)).toMatchObject({ code: 'number_invalid' });
      expect(await must(send('4045550103', { message: '’'.repeat(671) }), 422)).toMatchObject({ code: 'sms_too_long' });
      expect(await must(send('4045550103', { message: 'x'.repeat(10_001) }), 422)).toMatchObject({ code: 'body_invalid' });
      expect(await must(send('4045550103', { module: 'leads', record: 'nobody' }), 404)).toMatchObject({ code: 'record_not_found' });
      const multiple = { to: ['4045550103', 'none'], message: 'Half a list' };
      expect(await must(ann.post('/api/sms/send-multiple-sms', multiple), 422)).toMatchObject({ code: 'number_invalid' });
      await setSetting('sms-campaign-numbers', []);
      expect(await must(bob.post('/api/sms/send-sms', { to: '4045550103', message: 'Hi' }), 422)).toMatchObject({
        code: 'sms_number_missing',
      });
      expect(await must(bob.post('/api/sms/send-sms', { to: '4045550103', message: ' ' }), 422)).toMatchObject({ code: 'sms_empty' });
      expect((await must(ann.post('/api/sms/search', { searchTerms: { to: { equals: '4045550103' } } }))).total).toBe(0);
      expect(carrier.to('+14045550103')).toEqual([]);
    });

    it('are queued and changed by the endpoints alone', async () => {
      const draft = { direction: 'Outbound', to: '4045550105', message: 'x' };
      expect(await must(ann.post('/api/sms', { ...draft, status: 'Queued' }), 422)).toMatchObject({ code: 'sms_not_queueable' });
      const { _id } = await must(send('4045550105'), 202);
      await whenStatus(_id, 'Sent');
      expect(await must(ann.put(`/api/sms/${_id}`, { to: '4045550106' }), 422)).toMatchObject({ code: 'message_not_changeable' });
    });

    it('have the words of a carrier that refuses them, and can be sent again by their sender', async () => {
      carrier.mode = 'refuse';
      const { _id } = await must(send('4045550107'), 202);
      await whenStatus(_id, 'Failed');
      expect((await read(_id)).failure).toBe('The number takes no text messages');
      expect(await must(bob.post(`/api/sms/${_id}/resend`), 403)).toMatchObject({ code: 'message_of_another' });
      carrier.mode = 'accept';
      await must(ann.post(`/api/sms/${_id}/resend`), 202);
      await whenStatus(_id, 'Sent');
      expect(await must(ann.post(`/api/sms/${_id}/resend`), 409)).toMatchObject({ code: 'message_already_sent' });
      expect(carrier.to('+14045550107')).toHaveLength(1);
    });

    it('are not sent twice when the response of the carrier is lost', async () => {
      carrier.mode = 'lost';
      const { _id } = await must(send('4045550108'), 202);
      await expect.poll(() => carrier.to('+14045550108').length, { timeout: 20_000 }).toBe(1);
      await whenStatus(_id, 'Sent');
      expect(carrier.to('+14045550108')).toHaveLength(1);
      expect((await read(_id)).carrier_id).toBe(carrier.to('+14045550108')[0]?.sid);
    });

    it('are not sent twice when the process ends while it sends: the carrier says what it has', async () => {
      const before = new Date(Date.now() - HOUR).toISOString();
      const lost = (to: string) => ({
        ...{ direction: 'Outbound', status: 'Sending', sentFrom: OFFICE, to, message: 'Lost', sent_by: annId },
        ...{ send_after: before, createdAt: before, updatedAt: before },
      });
      carrier.accept(new URLSearchParams({ To: '+14045550109', From: `+1${OFFICE}`, Body: 'Lost' }));
      const records = [lost('4045550109'), lost('4045550110')];
      const { done } = await server().application.records.createMany({ kind: 'system' }, { module: 'sms', records, quiet: true });
      expect(done).toHaveLength(2);
      await runJob(server(), 'messages/recover');
      const statuses = async () =>
        (await must(ann.post('/api/sms/search', { searchTerms: { message: { equals: 'Lost' } } }))).data.map(
          ({ status }: { readonly status: string }) => status,
        );
      await expect.poll(statuses, { timeout: 30_000 }).toEqual(['Sent', 'Sent']);
      expect((await must(ann.get('/api/sms/conversations'))).data).toContainEqual(expect.objectContaining({ number: '4045550110' }));
      expect(carrier.to('+14045550109')).toHaveLength(1);
      expect(carrier.to('+14045550110')).toHaveLength(1);
    });

    it('wait for the morning of their recipient, and can be cancelled until then', async () => {
      // It is the night in the whole hour before this one, and after it, wherever the recipient lives.
      const hour = Number(new Intl.DateTimeFormat('en-US', { timeZone: 'Pacific/Honolulu', hour: 'numeric', hourCycle: 'h23' }).format());
      await setSetting('sms_hours', hour < 12 ? { from: 22, until: 23 } : { from: 1, until: 2 });
      const lead = await makeLead('4045550111', { current_address: { street: '1 Road', city: 'Hilo', state: 'HI', zip: '96720' } });
      const { _id, status, send_after } = await must(send('4045550111', { module: 'leads', record: lead }), 202);
      expect(status).toBe('Queued');
      expect(Date.parse(send_after)).toBeGreaterThan(Date.now());
      expect(
        new Intl.DateTimeFormat('en-US', { timeZone: 'Pacific/Honolulu', hour: 'numeric', hourCycle: 'h23' }).format(new Date(send_after)),
      ).toBe(hour < 12 ? '22' : '01');
      expect(await must(ann.post(`/api/sms/${_id}/cancel`), 202)).toMatchObject({ status: 'Cancelled' });
      expect(carrier.to('+14045550111')).toEqual([]);
      await setSetting('sms_hours', { from: 0, until: 24 });
    });

    it('that are received are stored once, for everyone with the number, and their owner is notified', async () => {
      const number = '4045550112';
      const lead = await makeLead(number);
      const contact = await must(
        server().admin.post('/api/contacts?duplicates=allow', { first_name: 'M', last_name: 'T', mobile_phone: number }),
        201,
      );
      const fields = { MessageSid: 'SM-in-1', From: `+1${number}`, To: `+1${OFFICE}`, Body: 'Any time after 3 pm', NumMedia: '0' };
      const refused = await post('/api/sms/inbound', fields, 'wrong-token');
      expect([refused.status, ((await refused.json()) as { readonly code: string }).code]).toEqual([403, 'sms_signature_invalid']);
      const terms = { person_number: { equals: number } };
      expect((await must(ann.post('/api/sms/search', { searchTerms: terms }))).total).toBe(0);
      await Promise.all([
        receive('SM-in-1', `+1${number}`, 'Any time after 3 pm'),
        receive('SM-in-1', `+1${number}`, 'Any time after 3 pm'),
      ]);
      const { data } = await must(ann.post('/api/sms/search', { searchTerms: terms }));
      expect(data).toMatchObject([
        {
          ...{ direction: 'Inbound', status: 'Received - Not Read', message: 'Any time after 3 pm', assigned_to: annId },
          related_record: { module: 'leads', id: lead },
          related_records: [
            { module: 'leads', id: lead },
            { module: 'contacts', id: contact._id },
          ],
        },
      ]);
      const bell = async () => (await must(ann.get('/api/notifications'))).data.map(({ kind }: { readonly kind: string }) => kind);
      await expect.poll(bell, { timeout: 20_000 }).toContain('text_received');
      const mine = async () =>
        (await must(ann.get('/api/sms/conversations?mine=true'))).data.find((one: { readonly number: string }) => one.number === number);
      expect(await mine()).toMatchObject({
        unread: 1,
        person: { module: 'leads', id: lead, name: 'Mei Tanaka' },
        last: { direction: 'Inbound' },
      });
      expect(await must(bob.post('/api/sms/mark-read', { number }))).toEqual({ read: 0 });
      expect(await must(ann.post('/api/sms/mark-read', { number }))).toEqual({ read: 1 });
      expect(await mine()).toMatchObject({ unread: 0, last: { status: 'Received - Read' } });
    });

    it('end for a person by one word, by every endpoint, and begin again by another', async () => {
      const number = '4045550113';
      const lead = await makeLead(number);
      const failed = await (async () => {
        carrier.mode = 'refuse';
        const { _id } = await must(send(number), 202);
        await whenStatus(_id, 'Failed');
        carrier.mode = 'accept';
        return _id as string;
      })();
      await receive('SM-in-stop', `+1${number}`, 'Opt-out.');
      const ledger = await must(server().admin.post('/api/consents/search', { searchTerms: { address: { equals: number } } }));
      expect(ledger.data).toMatchObject([
        { channel: 'sms', state: 'Opted out', source: 'Text message', text: 'OPT-OUT.', person: { module: 'leads', id: lead } },
      ]);
      const sms = { message: 'Hi', module: 'leads', record: lead };
      const responses = [
        await must(send(`+1 (404) 555-0113`), 202),
        ...(await must(ann.post('/api/sms/send-multiple-sms', { to: [number, `+1${number}`], ...sms }), 202)).data,
        await must(ann.post(`/api/sms/${failed}/resend`), 202),
      ];
      expect(responses).toHaveLength(3);
      for (const one of responses) expect(one).toMatchObject({ status: 'Not Sent', failure: expect.stringContaining('has opted out') });
      expect(await must(ann.post('/api/sms/preview', { module: 'leads', record: lead }))).toMatchObject({
        to: number,
        refusal: expect.stringContaining('has opted out'),
      });
      await must(
        server().admin.put(`/api/sms-settings/${(await must(ann.get(`/api/sms-settings/by-user/${annId}`)))._id}`, {
          auto_reply: true,
          auto_reply_message: 'Back on Monday',
        }),
      );
      await receive('SM-in-more', `+1${number}`, 'Why do you still write?');
      await server().application.outbox.drain();
      const automatic = { person_number: { equals: number }, automatic_reply: { equals: 'message' } };
      const replies = async () => (await must(ann.post('/api/sms/search', { searchTerms: automatic }))).data;
      await expect.poll(async () => (await replies()).length, { timeout: 20_000 }).toBe(1);
      expect(await replies()).toMatchObject([{ status: 'Not Sent' }]);
      expect(carrier.to(`+1${number}`)).toEqual([]);

      await receive('SM-in-start', `+1${number}`, 'unstop');
      await whenStatus((await must(send(number), 202))._id, 'Sent');
      await receive('SM-in-help', `+1${number}`, 'HELP');
      await expect
        .poll(() => carrier.to(`+1${number}`).map(({ body }) => body), { timeout: 30_000 })
        .toEqual(['Hi Mei\nAnn, Muster', expect.stringContaining('Reply STOP')]);
    });

    it('have pictures that their sender may read, which the carrier fetches by links', async () => {
      const { path } = await must(upload(ann, { name: 'dot.png', content: DOT_PNG }), 201);
      const { path: text } = await must(upload(ann, { name: 'plan.txt', content: 'The plan' }), 201);
      const { path: other } = await must(upload(server().admin, { name: 'other.png', content: DOT_PNG }), 201);
      expect(await must(send('4045550115', { attachments: [text] }), 422)).toMatchObject({ code: 'sms_pictures_invalid' });
      expect(await must(send('4045550115', { attachments: [other] }), 404)).toMatchObject({ code: 'file_not_found' });
      const { _id, picture } = await must(send('4045550115', { attachments: [path] }), 202);
      expect(picture).toBe(path);
      await whenStatus(_id, 'Sent');
      const { pathname, search } = new URL(carrier.to('+14045550115')[0]?.fields.get('MediaUrl') ?? '');
      const fetched = await fetch(`${server().url}${pathname}${search}`);
      expect([fetched.headers.get('content-type'), new Uint8Array(await fetched.arrayBuffer())]).toEqual(['image/png', DOT_PNG]);
      expect((await fetch(`${server().url}${pathname.replace(/picture$/, 'picture_2')}${search}`)).status).toBe(403);
    });

    it('that are received have their pictures as files, and nothing of a private network', async () => {
      const sid = 'SM-in-mms';
      const media = { NumMedia: '2', MediaUrl0: `${carrier.url}/media/1`, MediaUrl1: `${carrier.url}/media/2` };
      const fields = { MessageSid: sid, From: '+14045550116', To: `+1${OFFICE}`, Body: '', ...media };
      expect((await post('/api/sms/inbound', fields)).status).toBe(200);
      const stored = async () => (await must(ann.post('/api/sms/search', { searchTerms: { carrier_id: { equals: sid } } }))).data[0];
      await expect.poll(async () => (await stored()).picture, { timeout: 30_000 }).toMatch(/^\/api\/files\//);
      const { picture, picture_2 } = await stored();
      expect(picture_2).toBeUndefined();
      expect((await ann.get(picture)).status).toBe(200);
    });

    it('are not sent when their recipient opts out before their time', async () => {
      carrier.mode = 'busy';
      const { _id } = await must(send('4045550114'), 202);
      await expect.poll(async () => (await read(_id)).failure, { timeout: 20_000 }).toBe('Busy, come back later');
      await receive('SM-in-late', '+14045550114', 'STOP');
      await whenStatus(_id, 'Not Sent');
      expect(carrier.to('+14045550114')).toEqual([]);
    });
  },
  { configuration: { publicUrl: PUBLIC_URL, webhookHosts: ['127.0.0.1'] } },
);

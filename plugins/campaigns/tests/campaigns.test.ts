import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeOnEachStore } from '../../../tests/api/each-store.ts';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import { hireUser } from '../../../tests/support/hire-user.ts';
import { must } from '../../../tests/support/record-helpers.ts';
import { runJob } from '../../../tests/support/run-job.ts';
import { createSetSetting } from '../../../tests/support/set-setting.ts';
import { CARRIER, startCarrierServer } from '../../messages/tests/carrier-server.ts';
import { startMailServer } from '../../messages/tests/mail-server.ts';

const OFFICE = '2125550100';
const SYSTEM = { kind: 'system' } as const;
const [smtp, carrier] = await Promise.all([startMailServer(), startCarrierServer()]);
afterAll(() => Promise.all([smtp.stop(), carrier.stop()]));

interface Recipient {
  readonly _id: string;
  readonly name: string;
  readonly status: string;
  readonly failure?: string;
  readonly step: number;
  readonly due_at?: string;
}

describeOnEachStore(
  'Campaigns',
  (server) => {
    let ann: ApiClient;
    let bob: ApiClient;
    let annId = '';
    let template = '';
    let smsTemplate = '';
    const setSetting = createSetSetting(server);

    const makeLead = async (last_name: string, fields: object = {}): Promise<string> => {
      const email_addresses = [
        { email_address: `${last_name.toLowerCase()}@people.test`, primary: true, opt_out: false, invalid_email: false },
      ];
      const lead = { first_name: 'Mei', last_name, email_addresses, ...fields };
      return (await must(server().admin.post('/api/leads?duplicates=allow', lead), 201))._id;
    };
    const makeView = async (last: string, client = ann): Promise<string> =>
      (
        await must(
          client.post('/api/saved-views', { module: 'leads', name: `Of ${last}`, filter: { last_name: { startsWith: last } } }),
          201,
        )
      )._id;
    const makeCampaign = async (fields: object): Promise<string> => {
      const steps = [{ days: 0, template }];
      return (await must(ann.post('/api/campaigns', { name: 'News', campaign_type: 'Email', steps, assigned_to: annId, ...fields }), 201))
        ._id;
    };
    const makeViewed = async (last: string, fields: object = {}): Promise<string> =>
      makeCampaign({ audience: 'Fixed view', audience_module: 'leads', audience_view: await makeView(last), ...fields });
    const act = (id: string, action: string, client = ann) => client.post(`/api/campaigns/${id}/${action}`);
    const read = (id: string) => must(ann.get(`/api/campaigns/${id}`));
    const listRecipients = async (campaign: string): Promise<Recipient[]> =>
      (
        await must(
          ann.post('/api/campaign-recipients/search', { searchTerms: { campaign }, sortField: 'name', sortOrder: 'asc', pageSize: 100 }),
        )
      ).data;
    const statuses = async (campaign: string) => (await listRecipients(campaign)).map(({ name, status }) => `${name}: ${status}`);
    const whenEntered = (id: string) => expect.poll(async () => (await read(id)).entered_at ?? '', { timeout: 30_000 }).not.toBe('');
    const dispatch = () => runJob(server(), 'campaigns/dispatch');
    const whenStatuses = (id: string, expected: readonly string[]) =>
      expect.poll(() => statuses(id), { timeout: 30_000 }).toEqual(expected);
    const start = async (id: string): Promise<void> => {
      await must(act(id, 'start'));
      await whenEntered(id);
      await dispatch();
    };
    /** The next step of everyone in a campaign is due now. */
    const makeDue = async (campaign: string): Promise<void> => {
      for (const { _id, due_at } of await listRecipients(campaign))
        if (due_at !== undefined)
          await server().application.records.update(SYSTEM, {
            module: 'campaignRecipients',
            id: _id,
            fields: { due_at: new Date(Date.now() - 1_000).toISOString() },
          });
    };
    const optOut = (channel: string, address: string) =>
      must(server().admin.post('/api/consents', { channel, address, state: 'Opted out', source: 'Staff', text: 'No more.' }), 201);

    beforeAll(async () => {
      smtp.received.length = 0;
      carrier.accepted.length = 0;
      ({ client: ann, id: annId } = await hireUser(server(), 'Ann', { sendgrid_approved: true }));
      ({ client: bob } = await hireUser(server(), 'Bob'));
      await setSetting('postal_address', '1 Main Street, Mobile');
      await setSetting('sms_hours', { from: 0, until: 24 });
      const body = 'Hello {{ target.last_name }}';
      const make = async (fields: object): Promise<string> =>
        (await must(ann.post('/api/templates', { description: 'A test.', body, ...fields }), 201))._id;
      template = await make({ name: 'Mail', type: 'email', subject: 'For {{ target.last_name }}', use_for_auto_job_campaigns: true });
      smsTemplate = await make({ name: 'Text', type: 'sms' });
      await must(server().admin.post('/api/sms-settings', { user: annId, phone_number: OFFICE, active: true }), 201);
      await must(server().admin.put('/api/plugins/messages/secrets/sms_token', { value: CARRIER.token }));
      await setSetting('sms_address', carrier.url);
      await setSetting('sms_account', CARRIER.account);
    });
    afterEach(() => {
      smtp.refusal = undefined;
    });

    it('reach everyone in a view once, except those who opted out, with postal address and one-click unsubscribe', async () => {
      const [lead] = [await makeLead('RoundA'), await makeLead('RoundB'), await makeLead('RoundC')];
      await makeLead('RoundD', { email_addresses: [] });
      await makeLead('RoundE', {
        email_addresses: [{ email_address: 'rounda@people.test', primary: true, opt_out: false, invalid_email: false }],
      });
      await optOut('email', 'roundb@people.test');
      const campaign = await makeViewed('Round');
      expect(await must(ann.get(`/api/campaigns/${campaign}/audience`))).toMatchObject({ total: 5, checked: 5, reachable: 2 });
      expect((await must(bob.post(`/api/campaigns/${campaign}/start`), 403)).code).toBe('action_not_allowed');
      await start(campaign);
      await dispatch();
      await whenStatuses(campaign, [
        'Mei RoundA: Sent',
        'Mei RoundB: Suppressed',
        'Mei RoundC: Sent',
        'Mei RoundD: Suppressed',
        'Mei RoundE: Suppressed',
      ]);
      const [mail, ...others] = smtp.to('rounda@people.test');
      expect(others).toEqual([]);
      expect(mail?.text).toMatch(/List-Unsubscribe-Post: List-Unsubscribe=One-Click/);
      expect(mail?.text).toContain('1 Main Street, Mobile');
      expect(mail?.text).toContain('Hello RoundA');
      expect(smtp.to('roundb@people.test')).toEqual([]);
      await dispatch();
      expect(await read(campaign)).toMatchObject({ status: 'Sent', recipients_count: 5, delivered_count: 2 });
      expect((await must(ann.post(`/api/campaigns/${campaign}/start`), 409)).code).toBe('campaign_state');
      // It was in the view, and was not chosen.
      const ofLead = await must(ann.get(`/api/campaigns/leads/${lead}/campaigns?pageSize=10`));
      expect(ofLead).toMatchObject({ total: 1, data: [{ _id: campaign }], pageNumber: 0, pageSize: 10 });
      expect((await must(ann.get('/api/campaigns/leads/nobody/campaigns'), 404)).code).toBe('record_not_found');
    });

    it('go on with the next step after its days, until a reply or an opt-out ends them', async () => {
      for (const name of ['StepA', 'StepB', 'StepC']) await makeLead(name);
      const campaign = await makeViewed('Step', {
        steps: [
          { days: 0, template },
          { days: 3, template, subject_a: 'Again' },
        ],
      });
      await start(campaign);
      await whenStatuses(campaign, ['Mei StepA: Sent', 'Mei StepB: Sent', 'Mei StepC: Sent']);
      const [first] = await listRecipients(campaign);
      expect(Date.parse(first?.due_at ?? '') - Date.now()).toBeGreaterThan(2.9 * 86_400_000);
      const reply = {
        messageType: 'Email',
        direction: 'Inbound',
        subject: 'Re',
        message: 'Yes',
        to: ['ann@muster.test'],
        status: 'Received - Not Read',
      };
      const at = new Date(Date.now() + 1_000).toISOString();
      await server().application.records.create(SYSTEM, {
        module: 'messages',
        fields: { ...reply, sentFrom: 'Mei <StepB@people.test>', sent_at: at },
      });
      await server().application.records.create(SYSTEM, {
        module: 'messages',
        fields: { ...reply, subject: 'Away', sentFrom: 'stepa@people.test', sent_at: at, is_automatic: true },
      });
      await optOut('email', 'stepc@people.test');
      await whenStatuses(campaign, ['Mei StepA: Sent', 'Mei StepB: Replied', 'Mei StepC: Opted out']);
      await makeDue(campaign);
      await dispatch();
      await expect.poll(() => smtp.to('stepa@people.test').length, { timeout: 20_000 }).toBe(2);
      expect(smtp.to('stepa@people.test')[1]?.text).toContain('Subject: Again');
      expect([smtp.to('stepb@people.test').length, smtp.to('stepc@people.test').length]).toEqual([1, 1]);
    });

    it('send nothing twice after a lost run, and show the words of the server', async () => {
      await makeLead('LostA');
      const campaign = await makeViewed('Lost');
      smtp.refusal = 'permanent';
      await start(campaign);
      await expect.poll(async () => (await listRecipients(campaign))[0]?.status, { timeout: 30_000 }).toBe('Failed');
      const [recipient] = await listRecipients(campaign);
      expect(recipient?.failure).toContain('No such mailbox here');
      smtp.refusal = undefined;
      // As if the process had ended after it stored the message, and before it noted the step.
      const before = { status: 'Waiting', step: 0, due_at: new Date(Date.now() - 1_000).toISOString() };
      await server().application.records.update(SYSTEM, { module: 'campaignRecipients', id: recipient?._id ?? '', fields: before });
      await server().application.records.update(SYSTEM, { module: 'campaigns', id: campaign, fields: { status: 'Sending' } });
      await dispatch();
      await expect.poll(async () => (await listRecipients(campaign))[0]?.step, { timeout: 20_000 }).toBe(1);
      const { total } = await must(ann.post('/api/messages/search', { searchTerms: { campaign_recipient: recipient?._id } }));
      expect(total).toBe(1);
      expect(smtp.to('losta@people.test')).toEqual([]);
    });

    it('wait for the limit of a domain, and are paused, resumed and stopped', async () => {
      for (const name of ['LimitA', 'LimitB'])
        await makeLead(name, {
          email_addresses: [{ email_address: `${name}@full.test`, primary: true, opt_out: false, invalid_email: false }],
        });
      await setSetting('campaign_domain_limit', 1);
      const campaign = await makeViewed('Limit');
      await start(campaign);
      await expect
        .poll(async () => (await statuses(campaign)).map((one) => one.split(': ')[1]).sort(), { timeout: 20_000 })
        .toEqual(['Sent', 'Waiting']);
      await must(act(campaign, 'pause'));
      await setSetting('campaign_domain_limit', 500);
      await dispatch();
      expect(smtp.received.filter(({ to }) => to.some((one) => one.endsWith('@full.test')))).toHaveLength(1);
      expect((await must(act(campaign, 'pause'), 409)).code).toBe('campaign_state');
      await must(act(campaign, 'resume'));
      await dispatch();
      await whenStatuses(campaign, ['Mei LimitA: Sent', 'Mei LimitB: Sent']);
    });

    it('let people enter a live view later, and compare two subjects', async () => {
      for (let at = 0; at < 8; at += 1) await makeLead(`Live${at}`);
      const steps = [{ days: 0, template, subject_a: 'One', subject_b: 'Two', share_b: 50 }];
      const campaign = await makeViewed('Live', { audience: 'Live view', steps });
      await start(campaign);
      await makeLead('LiveLate');
      await server().application.records.update(SYSTEM, {
        module: 'campaigns',
        id: campaign,
        fields: { entered_at: new Date(Date.now() - 3_600_000).toISOString() },
      });
      await dispatch();
      await expect.poll(async () => (await listRecipients(campaign)).length, { timeout: 20_000 }).toBe(9);
      await dispatch();
      await expect.poll(async () => (await must(ann.get(`/api/campaigns/${campaign}/results`))).statuses.Sent, { timeout: 30_000 }).toBe(9);
      const { variants, total } = await must(ann.get(`/api/campaigns/${campaign}/results`));
      expect(total).toBe(9);
      const sentBy = (subject: string) => smtp.received.filter(({ text }) => text.includes(`Subject: ${subject}`)).length;
      const sums: { readonly variant: string; readonly sent: number }[] = variants;
      expect(sums.reduce((sum, { sent }) => sum + sent, 0)).toBe(9);
      expect(sums.find(({ variant }) => variant === 'B')?.sent ?? 0).toBe(sentBy('Two'));
      await must(act(campaign, 'stop'));
      expect((await read(campaign)).status).toBe('Cancelled');
    });

    it('count who opens and clicks where a setting allows it, and send nobody to an address that the message does not have', async () => {
      await makeLead('Track');
      const html = '<p>Hi <a href="https://example.test/a?b=1&amp;c=2">News</a> <a href="https://other.test/unsubscribe">End it</a></p>';
      const fields = { description: 'x', type: 'email', subject: 'News', body: 'See https://example.test/a', content_type: 'Formatted' };
      const formatted = (await must(ann.post('/api/templates', { ...fields, name: 'Formatted', body_html: html }), 201))._id;
      const send = async (): Promise<{ readonly campaign: string; readonly text: string }> => {
        const campaign = await makeViewed('Track', { steps: [{ days: 0, template: formatted }] });
        await start(campaign);
        await whenStatuses(campaign, ['Mei Track: Sent']);
        return { campaign, text: smtp.to('track@people.test').at(-1)?.text ?? '' };
      };
      expect((await send()).text).not.toMatch(/message-(clicks|opens)/);
      await setSetting('track_mail', true);
      const { campaign, text } = await send();
      const [clicks, opens] = [
        [...text.matchAll(/\/api\/message-clicks\?token=[\w.-]+/g)],
        /\/api\/message-opens\?token=[\w.-]+/.exec(text),
      ];
      expect(clicks).toHaveLength(1);
      expect(text).toContain('href="https://other.test/unsubscribe"');
      expect(text).toMatch(/See https:\/\/example\.test\/a/);
      const visit = (path: string) => fetch(new URL(path, server().url), { redirect: 'manual' });
      const [click = '', open = ''] = [clicks[0]?.[0], opens?.[0]];
      for (const path of [click, open, open, `${click}&url=https://evil.test&link=1`]) await visit(path);
      const response = await visit(click);
      expect([response.status, response.headers.get('location')]).toEqual([302, 'https://example.test/a?b=1&c=2']);
      const picture = await visit(open);
      expect(picture.headers.get('content-type')).toBe('image/gif');
      expect(picture.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      // A token of the picture is none of a link, and nobody can change one.
      for (const token of [open.split('=')[1] ?? '', `${click.split('=')[1] ?? ''}x`])
        expect((await visit(`/api/message-clicks?token=${token}`)).status).toBe((await visit('/api/message-clicks?token=x')).status);
      const results = () => must(ann.get(`/api/campaigns/${campaign}/results`));
      await expect.poll(async () => (await results()).clicks, { timeout: 20_000 }).toBe(3);
      await expect.poll(results, { timeout: 20_000 }).toMatchObject({ opens: 3, clicks: 3, opened: 1, clicked: 1 });
      const counted = [{ open_count: 3, click_count: 3, status: 'Sent' }];
      await expect.poll(() => listRecipients(campaign), { timeout: 20_000 }).toMatchObject(counted);
      await setSetting('track_mail', false);
      expect((await visit(click)).status).toBe(302);
      expect((await results()).clicks).toBe(3);
    });

    it('go out by text message once, and end with STOP', async () => {
      await makeLead('Phone', { mobile_phone: '4045550171' });
      const campaign = await makeViewed('Phone', {
        campaign_type: 'SMS',
        steps: [
          { days: 0, template: smsTemplate },
          { days: 1, template: smsTemplate },
        ],
      });
      await start(campaign);
      await whenStatuses(campaign, ['Mei Phone: Sent']);
      const fields = {
        direction: 'Inbound',
        sentFrom: '4045550171',
        to: OFFICE,
        message: 'STOP',
        status: 'Received - Not Read',
        carrier_id: 'SM-stop-1',
      };
      await server().application.records.create(SYSTEM, { module: 'sms', fields });
      await expect.poll(async () => (await listRecipients(campaign))[0]?.due_at ?? '', { timeout: 20_000 }).toBe('');
      await dispatch();
      expect(carrier.to('+14045550171')).toHaveLength(1);
    });

    it('begin with everything that they need, and are changed by their actions alone', async () => {
      await makeLead('Check');
      const refusal = async (fields: object) => (await must(act(await makeViewed('Check', fields), 'start'), 422)).code;
      expect(await refusal({ steps: [] })).toBe('campaign_steps_missing');
      expect(await refusal({ steps: [{ days: 0, template: smsTemplate }] })).toBe('campaign_template_invalid');
      expect(await refusal({ campaign_type: 'Voice' })).toBe('campaign_type_not_sent');
      expect(await refusal({ audience: 'Leads' })).toBe('campaign_audience_missing');
      expect(await refusal({ audience_view: await makeView('Check', bob) })).toBe('campaign_audience_missing');
      await setSetting('postal_address', '');
      expect(await refusal({})).toBe('postal_address_missing');
      await setSetting('postal_address', '1 Main Street, Mobile');
      const campaign = await makeViewed('Check');
      expect((await must(ann.put(`/api/campaigns/${campaign}`, { status: 'Sending' }), 422)).code).toBe('campaign_status_by_action');
      await must(act(campaign, 'start'));
      expect((await must(ann.put(`/api/campaigns/${campaign}`, { steps: [] }), 422)).code).toBe('campaign_not_changeable');
      await must(act(campaign, 'stop'));
    });

    it('send a test to oneself', async () => {
      await makeLead('Tested');
      const campaign = await makeViewed('Tested');
      expect(await must(ann.post(`/api/campaigns/${campaign}/test`, { step: 1 }), 202)).toEqual({
        to: 'ann@muster.test',
        status: 'Queued',
      });
      await expect.poll(() => smtp.to('ann@muster.test').length, { timeout: 20_000 }).toBe(1);
      expect(smtp.to('ann@muster.test')[0]?.text).toContain('Hello Tested');
      expect(smtp.to('tested@people.test')).toEqual([]);
      expect((await must(ann.post(`/api/campaigns/${campaign}/test`, { step: 2 }), 422)).code).toBe('campaign_steps_missing');
      const wrong = await makeViewed('Tested', { steps: [{ days: 0, template: smsTemplate }] });
      expect((await must(ann.post(`/api/campaigns/${wrong}/test`, { step: 1 }), 422)).code).toBe('template_for_other_channel');
      const text = await makeViewed('Tested', { campaign_type: 'SMS', steps: [{ days: 0, template: smsTemplate }] });
      expect((await must(ann.post(`/api/campaigns/${text}/test`, { step: 1 }), 422)).code).toBe('campaign_test_address_missing');
    });

    it('enter a large audience in pages, each person once although two runs enter it', async () => {
      const records = Array.from({ length: 1_200 }, (_, at) => ({ first_name: 'Mei', last_name: `Large${at}` }));
      expect((await server().application.records.createMany(SYSTEM, { module: 'leads', records, quiet: true })).done).toHaveLength(1_200);
      const campaign = await makeViewed('Large');
      await must(act(campaign, 'start'));
      await must(act(campaign, 'pause'));
      await must(act(campaign, 'resume'));
      const results = async () => (await must(ann.get(`/api/campaigns/${campaign}/results`))).statuses.Suppressed;
      await whenEntered(campaign);
      await expect.poll(results, { timeout: 30_000 }).toBe(1_200);
      // Nothing can be sent to these people, so that it ends by itself.
      await dispatch();
      expect(await read(campaign)).toMatchObject({ status: 'Sent', recipients_count: 1_200, delivered_count: 0 });
    });

    it('get the records of workflows, whose steps begin then', async () => {
      const campaign = await makeCampaign({ name: 'Welcome', audience: 'Added' });
      const workflow = {
        name: 'Welcome',
        module: 'leads',
        active: true,
        appliesTo: 'new',
        conditions: [{ id: 'c1', type: 'rule', rule: { '==': [{ var: 'record.last_name' }, 'Entering'] } }],
        alerts: [],
        actions: [{ id: 's1', type: 'plugin', action: 'campaigns/add-to-campaign', input: { campaign } }],
      };
      await must(server().admin.post('/api/workflows', workflow), 201);
      await must(act(campaign, 'start'));
      await makeLead('Entering');
      await expect.poll(() => statuses(campaign), { timeout: 30_000 }).toHaveLength(1);
      await dispatch();
      await whenStatuses(campaign, ['Mei Entering: Sent']);
      expect((await read(campaign)).status).toBe('Sending');
      expect(smtp.to('entering@people.test')).toHaveLength(1);
    });

    it('are made for a job and its leads', async () => {
      const job = (await must(server().admin.post('/api/jobs', { custom_job_title: 'School nurse', assigned_to: annId }), 201))._id;
      const lead = await makeLead('Matched');
      const body = { leads: [lead], template };
      expect(await must(ann.post(`/api/jobs/${job}/create-email-campaign`, body), 201)).toMatchObject({
        status: 'Draft',
        campaign_type: 'Email',
      });
      expect((await must(ann.post(`/api/jobs/${job}/create-sms-campaign`, body), 422)).code).toBe('campaign_template_invalid');
      expect((await must(ann.post(`/api/jobs/${job}/auto-generate-campaigns`), 422)).code).toBe('place_unknown');
      expect((await must(ann.post(`/api/jobs/${job}/create-sms-campaign`, { leads: [lead] }), 422)).code).toBe('campaign_template_missing');
      expect((await must(ann.get(`/api/campaigns/jobs/${job}/campaigns`))).total).toBe(1);
      expect((await must(ann.get(`/api/campaigns/leads/${lead}/campaigns`))).total).toBe(1);
    });
  },
  { configuration: { smtpUrl: smtp.url, webhookHosts: ['127.0.0.1'] } },
);

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '#engine/model';
import { describeOnEachStore } from '../../../tests/api/each-store.ts';
import { runsOf, settle } from '../../../tests/automation/workflow-fixture.ts';
import { TEST_ADMIN } from '../../../tests/support/start-server.ts';
import { must } from '../../../tests/support/record-helpers.ts';
import { startMailServer } from './mail-server.ts';

const smtp = await startMailServer();
afterAll(() => smtp.stop());

const alert = (id: string, more: JsonObject): JsonObject => ({
  ...{ id, name: 'Welcome', alertType: 'email', sourceType: 'normal', recipients: [{ field: 'email_addresses' }] },
  ...more,
});

describeOnEachStore(
  'Alerts of workflows',
  (server) => {
    /** Publishes a workflow that runs when a lead with the title is created. */
    const makeWorkflow = async (title: string, alerts: readonly JsonObject[], actions: readonly JsonObject[] = []): Promise<void> => {
      const conditions = [{ id: 'c1', type: 'rule', rule: { '==': [{ var: 'record.title' }, title] } }];
      const workflow = {
        name: title,
        module: 'leads',
        active: true,
        appliesTo: 'new',
        conditions,
        alerts: [...alerts],
        actions: [...actions],
      };
      await must(server().admin.post('/api/workflows', workflow), 201);
    };
    const makeLead = async (title: string, email_address: string, flags: JsonObject = {}): Promise<string> => {
      const email_addresses = [{ email_address, primary: true, opt_out: false, invalid_email: false, ...flags }];
      const lead = { first_name: 'Mei', last_name: 'Tanaka', title, email_addresses, assigned_to: await findAdmin() };
      const { _id } = await must(server().admin.post('/api/leads?duplicates=allow', lead), 201);
      await settle(server());
      return _id as string;
    };
    const findAdmin = async (): Promise<string> =>
      (await must(server().admin.post('/api/users/search', { searchTerms: { email: TEST_ADMIN.email } }))).data[0]._id as string;
    const messagesAbout = async (id: string): Promise<readonly JsonObject[]> => {
      const searchTerms = { related_record: { equals: { module: 'leads', id } } };
      return (await must(server().admin.post('/api/messages/search', { searchTerms }))).data as readonly JsonObject[];
    };
    const lastStepOf = async (id: string) => (await runsOf(server(), id)).at(-1)?.steps.at(-1);

    beforeAll(async () => {
      smtp.received.length = 0;
      const template = { name: 'Welcome', type: 'email', description: 'A test.', subject: 'Hello {{ target.first_name }}' };
      const body = 'You work as {{ target.title }} in {{ target.city }}.';
      const { _id } = await must(server().admin.post('/api/templates', { ...template, body }), 201);
      const short = { ...template, name: 'Short', body: 'You work as {{ target.title }}.' };
      const { _id: shortId } = await must(server().admin.post('/api/templates', short), 201);
      await makeWorkflow('Nurse', [alert('a1', { subject: 'Welcome {{ first_name }}', message: 'Good to have you.' })]);
      await makeWorkflow('Tutor', [alert('a1', { sourceType: 'template', campaignTemplate: shortId })]);
      await makeWorkflow('Coach', [alert('a1', { sourceType: 'template', campaignTemplate: _id })]);
      const input = { message: 'Welcome {{ target.first_name }}.' };
      await makeWorkflow('Aide', [], [{ id: 's1', type: 'plugin', action: 'messages/send-sms', input }]);
      await makeWorkflow('Guest', [
        alert('a1', { alertType: 'invite', subject: 'Interview', message: 'Please come.', recipients: [{ owner: true }] }),
      ]);
    });

    it('are messages of the outbox, with a link that ends further ones', async () => {
      const lead = await makeLead('Nurse', 'nurse@people.test');
      await expect.poll(async () => (await messagesAbout(lead))[0]?.['status'], { timeout: 30_000 }).toBe('Sent');
      expect(await messagesAbout(lead)).toMatchObject([
        { subject: 'Welcome Mei', to: ['nurse@people.test'], assigned_to: await findAdmin() },
      ]);
      expect(smtp.to('nurse@people.test')).toHaveLength(1);
      expect(smtp.to('nurse@people.test')[0]?.text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
      expect(await lastStepOf(lead)).toMatchObject({ result: { sent: ['nurse@people.test'], skipped: [] } });
    });

    it('do not leave to who opted out in the ledger, on another record too, and the run says so', async () => {
      await must(
        server().admin.post('/api/consents', { channel: 'email', address: 'out@people.test', state: 'Opted out', text: 'By phone' }),
        201,
      );
      await makeLead('Other', 'flagged@people.test', { opt_out: true });
      for (const address of ['out@people.test', 'flagged@people.test']) {
        const lead = await makeLead('Nurse', address);
        expect((await lastStepOf(lead))?.result).toMatchObject({
          ...{ sent: [], skipped: [{ recipient: address, reason: 'refused', text: `${address} has opted out.` }] },
        });
        expect(await messagesAbout(lead)).toMatchObject([{ status: 'Not Sent', failure: `${address} has opted out.` }]);
        expect(smtp.to(address)).toEqual([]);
      }
    });

    it('are made from a template; a variable without a value is named, and nothing leaves', async () => {
      const lead = await makeLead('Tutor', 'tutor@people.test');
      await expect.poll(() => smtp.to('tutor@people.test').length, { timeout: 30_000 }).toBe(1);
      expect(await messagesAbout(lead)).toMatchObject([
        { subject: 'Hello Mei', message: 'You work as Tutor.', template: expect.any(String) as string },
      ]);
      const coach = await makeLead('Coach', 'coach@people.test');
      expect((await runsOf(server(), coach)).at(-1)).toMatchObject({
        ...{ status: 'failed', error: { code: 'template_values_missing' } },
      });
      expect(smtp.to('coach@people.test')).toEqual([]);
    });

    it('are text messages too, by an action: in the hours of the recipient, and not to who opted out', async () => {
      const text = async (mobile_phone: string) => {
        const lead = { first_name: 'Mei', last_name: 'Tanaka', title: 'Aide', mobile_phone };
        const { _id } = await must(server().admin.post('/api/leads?duplicates=allow', lead), 201);
        await settle(server());
        return (await lastStepOf(_id))?.result;
      };
      expect(await text('3125550111')).toMatchObject({ result: { to: '3125550111', status: 'Queued' } });
      const { data } = await must(server().admin.post('/api/sms/search', { searchTerms: { to: { equals: '3125550111' } } }));
      expect(data).toMatchObject([{ message: 'Welcome Mei.', direction: 'Outbound' }]);
      const optOut = { channel: 'sms', address: '3125550112', state: 'Opted out', text: 'By phone' };
      await must(server().admin.post('/api/consents', optOut), 201);
      expect(await text('3125550112')).toMatchObject({ result: { status: 'Not Sent', reason: '3125550112 has opted out.' } });
    });

    it('invite users with a calendar entry, and without a link', async () => {
      const lead = await makeLead('Guest', 'guest@people.test');
      await expect.poll(() => smtp.to(TEST_ADMIN.email).length, { timeout: 30_000 }).toBe(1);
      const text = smtp.to(TEST_ADMIN.email)[0]?.text ?? '';
      expect(text).toContain('text/calendar');
      expect(text).not.toContain('List-Unsubscribe');
      expect(await messagesAbout(lead)).toMatchObject([{ subject: 'Interview', is_system: true }]);
    });
  },
  { configuration: { smtpUrl: smtp.url } },
);

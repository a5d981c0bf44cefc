import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestClock } from '../../../engine/testing/test-clock.ts';
import { waitUntil } from '../../../engine/testing/wait-until.ts';
import { describePluginRules } from '../../../tests/api/each-store.ts';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import { must } from '../../../tests/support/record-helpers.ts';
import { runJob } from '../../../tests/support/run-job.ts';
import { TEST_ADMIN } from '../../../tests/support/start-server.ts';
import { createCredentialFixtures, ITEMS } from './credential-fixtures.ts';

const clock = createTestClock('2027-05-10T15:00:00.000Z');

describePluginRules(
  'Credentials that expire',
  (server) => {
    let admin: ApiClient;
    afterAll(clock.reset);
    beforeAll(() => {
      admin = server().admin;
    });
    const { read, makeProvider, makeChecklist, uploadPdf, change } = createCredentialFixtures(server, () => admin);
    const at = async (day: string) => {
      clock.set(`${day}T15:00:00.000Z`);
      admin = await server().signIn(TEST_ADMIN.email, TEST_ADMIN.password);
    };
    const remind = async () => {
      await runJob(server(), 'credentialing/plan-reminders');
      await waitUntil(async () => (await server().application.queue.health()).every(({ waiting, running }) => waiting + running === 0), {
        timeout: 30_000,
        what: 'The end of the runs that send reminders',
      });
    };
    const messagesOf = async (module: 'messages' | 'sms', provider: string) =>
      (
        await must(
          admin.post(`/api/${module}/search`, {
            searchTerms: { related_record: { equals: { module: 'providers', id: provider } } },
            pageSize: 50,
          }),
        )
      ).data as { readonly subject: string; readonly status: string }[];
    const subjectsOf = async (provider: string) => (await messagesOf('messages', provider)).map(({ subject }) => subject);
    const notified = async (item: string) =>
      ((await must(admin.get('/api/notifications?pageSize=50'))).data as { readonly kind: string }[]).filter(
        (one) => one.kind === 'item_expires' && JSON.stringify(one).includes(item),
      ).length;

    it('are announced once for each day of the setting, also when the clock is set back, and to nobody who has opted out', async () => {
      const owner = (await must(admin.get('/api/auth/authenticated'))).user._id as string;
      const provider = await makeProvider({ mobile_phone: '4045550142' });
      const quiet = await makeProvider();
      const item = { label: 'License', status: 'Approved', requires_exp_date: true, expiration_date: '2027-09-01', assigned_to: owner };
      const one = await makeChecklist(provider._id, [item, { label: 'Open', expiration_date: '2027-09-01' }]);
      await makeChecklist(quiet._id, [item]);
      const address = (quiet['email_addresses'] as { readonly email_address: string }[])[0]?.email_address;
      await must(admin.post('/api/consents', { channel: 'email', address, state: 'Opted out', source: 'Staff' }), 201);
      await remind();
      expect(await subjectsOf(provider._id)).toEqual([]);
      await at('2027-06-10');
      await remind();
      await remind();
      expect(await subjectsOf(provider._id)).toEqual(['License expires on 2027-09-01']);
      expect(await messagesOf('sms', provider._id)).toHaveLength(1);
      expect((await messagesOf('messages', quiet._id)).map(({ status }) => status)).toEqual(['Not Sent']);
      expect(await notified(one.items[0]?._id ?? '')).toBe(1);
      await at('2027-07-10');
      await remind();
      await at('2027-06-11');
      await remind();
      expect(await subjectsOf(provider._id)).toHaveLength(2);
      await at('2027-09-01');
      await remind();
      expect(await subjectsOf(provider._id)).toHaveLength(3);
      expect(await subjectsOf(provider._id)).toContain('License expires today');
    });

    it('are requested once for all that is due on a day', async () => {
      await at('2027-08-01');
      const provider = await makeProvider();
      await makeChecklist(provider._id, [
        { label: 'Badge', due_date: '2027-08-06' },
        { label: 'Photo', due_date: '2027-08-06' },
        { label: 'Later', due_date: '2027-10-01' },
        { label: 'Done', due_date: '2027-08-06', status: 'Waived' },
      ]);
      await remind();
      await remind();
      expect(await subjectsOf(provider._id)).toEqual(['Badge and Photo are due on 2027-08-06']);
    });

    it('are open again after their day, and the record is no longer cleared', async () => {
      const provider = (await makeProvider())._id;
      const { record, items } = await makeChecklist(provider, [
        { label: 'License', status: 'Approved', requires_exp_date: true, expiration_date: '2027-09-03', document_type: 'License' },
      ]);
      await must(admin.put(`/api/credentialing/${record._id}`, { credentialing_status: 'Cleared to Start', locked: true }));
      const expire = () => runJob(server(), 'credentialing/expire');
      const path = `${ITEMS}/${items[0]?._id}`;
      await at('2027-09-03');
      await expire();
      expect(await read(path)).toMatchObject({ status: 'Approved', completed: true });
      await at('2027-09-04');
      await expire();
      expect(await read(path)).toMatchObject({ status: 'Expired', completed: false });
      expect(await read(`/api/credentialing/${record._id}`)).toMatchObject({ credentialing_status: 'Expired Items', locked: false });
      await must(change(items[0]?._id ?? '', { document: await uploadPdf(admin), status: 'Submitted' }));
      expect((await read(path))['expiration_date'] ?? null).toBeNull();
      await must(change(items[0]?._id ?? '', { status: 'Approved' }));
      expect(await read(path)).toMatchObject({ status: 'Approved', expiration_date: '2029-09-04' });
    });
  },
  { background: 'manual', clock },
);

import { expect, it } from 'vitest';
import { describePluginRules } from '../../../tests/api/each-store.ts';
import type { ApiClient, TestResponse } from '../../../tests/support/api-client.ts';
import { createRecordHelpers, type CreatedRecord } from '../../../tests/support/record-helpers.ts';

const PASSWORD = 'Hand-in1!';
const PATH = '/api/credentialing-required-items';

describePluginRules(
  'A required item',
  (server) => {
    const admin = (): ApiClient => server().admin;
    const { make, read } = createRecordHelpers(admin);
    const must = (response: TestResponse, status = 200): TestResponse['body'] => {
      expect(response.status, JSON.stringify(response.body)).toBe(status);
      return response.body;
    };
    let people = 0;
    /** A provider with a login and a checklist. */
    const hire = async (): Promise<{ readonly client: ApiClient; readonly checklist: string }> => {
      people += 1;
      const email = `hands.in.${people}@muster.test`;
      const user = await make('/api/users/register', {
        first_name: 'Pat',
        last_name: `Vider ${people}`,
        email,
        password: PASSWORD,
        userType: 'Provider',
        roles: ['role_provider'],
        active: true,
      });
      const provider = await make('/api/providers', {
        first_name: 'Pat',
        last_name: `Vider ${people}`,
        provider_type: 'W2',
        related_user: user._id,
      });
      const checklist = await make('/api/credentialing', { providers_credentialing: provider._id });
      return { client: await server().signIn(email, PASSWORD), checklist: checklist._id };
    };
    const makeItem = (checklist: string, fields: object = {}): Promise<CreatedRecord> =>
      make(PATH, { label: 'Tuberculosis test', relatedCredentialingRecord: checklist, provider_assigned: true, ...fields });

    it('is submitted when its provider hands something in, and what was to be corrected is removed', async () => {
      const { client, checklist } = await hire();
      const item = await makeItem(checklist);
      expect(must(await admin().put(`${PATH}/${item._id}`, { status: 'Needs Correction' }), 422).details).toMatchObject([
        { field: 'review_note' },
      ]);
      must(await admin().put(`${PATH}/${item._id}`, { status: 'Needs Correction', review_note: 'The bottom is cut off.' }));
      expect((await client.get(`${PATH}/${item._id}`)).body).toMatchObject({ review_note: 'The bottom is cut off.' });
      const saved = await client.put(`${PATH}/${item._id}`, { provider_response: 'Taken again.' });
      must(saved);
      const stored = await read(`${PATH}/${item._id}`);
      expect(stored).toMatchObject({
        status: 'Submitted',
        provider_response: 'Taken again.',
        completionDetails: { approvalStatus: 'Submitted' },
      });
      expect(stored['review_note'] ?? null).toBeNull();
      must(await client.post(`/api/batches/${saved.headers.get('x-batch-id')}/undo`));
      expect(await read(`${PATH}/${item._id}`)).toMatchObject({ status: 'Needs Correction', review_note: 'The bottom is cut off.' });
      // The effects of these saves see the item as it is now.
      await server().application.outbox.drain();
      const owner = (await admin().get('/api/auth/authenticated')).body.user._id as string;
      must(await admin().put(`${PATH}/${item._id}`, { review_note: 'Again, please.', assigned_to: owner }));
      must(await client.put(`${PATH}/${item._id}`, { provider_response: 'Taken a third time.' }));
      await server().application.outbox.drain();
      expect((await admin().get('/api/notifications')).body.data).toMatchObject([
        { kind: 'approval_requested', text: `Pat Vider ${people} asks you to approve the required item ${stored['name'] as string}` },
      ]);
      must(await admin().put(`${PATH}/${item._id}`, { status: 'Approved' }));
      await server().application.outbox.drain();
      expect((await admin().get('/api/notifications')).body.data).toEqual([]);
    });

    it('accepts from its provider only what they hand in, on their own checklist, until it is approved or locked', async () => {
      const [{ client, checklist }, other] = [await hire(), await hire()];
      const item = await makeItem(checklist);
      for (const fields of [
        { status: 'Approved' },
        { label: 'Nothing' },
        { completed: true },
        { due_date: '2030-01-01' },
        { review_note: 'Fine.' },
      ])
        expect((await client.put(`${PATH}/${item._id}`, fields)).status, JSON.stringify(fields)).toBe(403);
      expect((await other.client.put(`${PATH}/${item._id}`, { provider_response: 'Mine' })).body.code).toBe('record_not_found');
      const ofStaff = await makeItem(checklist, { provider_assigned: false });
      expect((await client.put(`${PATH}/${ofStaff._id}`, { provider_response: 'Done' })).body.code).toBe('record_not_found');
      for (const closed of [{ status: 'Approved' }, { status: 'Waived' }, { locked: true }]) {
        const { _id } = await makeItem(checklist, closed);
        expect((await client.put(`${PATH}/${_id}`, { provider_response: 'Late' })).status, JSON.stringify(closed)).not.toBe(200);
      }
      expect(await read(`${PATH}/${item._id}`)).toMatchObject({ status: 'Open', label: 'Tuberculosis test' });
    });

    it('is not submitted by staff, nor by a provider who removes what they wrote', async () => {
      const { client, checklist } = await hire();
      const item = await makeItem(checklist);
      must(await admin().put(`${PATH}/${item._id}`, { provider_response: 'By phone: comes on Friday.' }));
      must(await client.put(`${PATH}/${item._id}`, { provider_response: null }));
      expect((await read(`${PATH}/${item._id}`))['status']).toBe('Open');
    });

    it('is work of providers alone: their first page has its figures, the one of the staff does not', async () => {
      const { client } = await hire();
      const workOf = async (one: ApiClient): Promise<readonly string[]> =>
        (await one.get('/api/shell')).body.modules
          .filter(({ workItems }: { workItems?: object }) => workItems !== undefined)
          .map(({ name }: { name: string }) => name)
          .sort();
      expect(await workOf(client)).toEqual(['credentialingRequiredItems', 'tasks']);
      expect(await workOf(admin())).toEqual(['tasks']);
    });
  },
  {},
);

import { expect, it } from 'vitest';
import { describeOnEachStore } from '../../../tests/api/each-store.ts';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import { createRecordHelpers, type CreatedRecord } from '../../../tests/support/record-helpers.ts';

describeOnEachStore(
  'Activities',
  (server) => {
    const admin = (): ApiClient => server().admin;
    const { make, read } = createRecordHelpers(admin);
    const merges = async (link: object): Promise<readonly CreatedRecord[]> =>
      (await admin().post('/api/activities/search', { searchTerms: { activityType: 'Merge', ...link } })).body.data;

    it('are logged for a merge, which moves values and references of an account', async () => {
      const to = await make('/api/accounts', { name: 'Peachford Schools' });
      const from = await make('/api/accounts', { name: 'Peachford School District', website: 'https://peachford.example' });
      const contact = await make('/api/contacts', { first_name: 'Con', last_name: 'Tact', accounts_contacts: from._id });
      const merged = await admin().post('/api/merge/', { _moduleName: 'accounts', fromRecordId: from._id, toRecordId: to._id });
      expect(merged.status, JSON.stringify(merged.body)).toBe(200);
      expect(merged.body).toMatchObject({ success: true, merged: [from._id], record: { _id: to._id } });
      expect(await read(`/api/accounts/${to._id}`)).toMatchObject({ website: 'https://peachford.example' });
      expect(await read(`/api/contacts/${contact._id}`)).toMatchObject({ accounts_contacts: to._id });
      expect((await read(`/api/accounts/${from._id}`)).deleted).toBe(true);
      expect(await merges({ account: to._id })).toMatchObject([
        { name: 'Merged 1 duplicate', relatedRecord: { module: 'accounts', id: to._id }, relatedModule: 'accounts' },
      ]);
      await admin().post(`/api/batches/${merged.headers.get('x-batch-id')}/undo`, {});
      expect(await merges({ account: to._id })).toEqual([]);
      expect((await read(`/api/accounts/${from._id}`)).deleted).toBe(false);
    });

    it('without a date get the current date', async () => {
      const before = Date.now();
      const { activity_date: stamped } = await make('/api/activities', { name: 'Called', activityType: 'Call' });
      expect(Date.parse(String(stamped))).toBeGreaterThanOrEqual(before - 1);
      expect(
        await make('/api/activities', { name: 'Called then', activityType: 'Call', activity_date: '2026-01-05T10:00:00.000Z' }),
      ).toMatchObject({ activity_date: '2026-01-05T10:00:00.000Z' });
    });

    it('are returned for one record, unread ones only, and for several records in one timeline', async () => {
      const [account, other] = [await make('/api/accounts', { name: 'Lined' }), await make('/api/accounts', { name: 'Unlined' })];
      const lead = await make('/api/leads', { first_name: 'Ada', last_name: 'Line' });
      const activity = (name: string, fields: object): Promise<CreatedRecord> =>
        make('/api/activities', { name, activityType: 'Note', ...fields });
      await activity('By the record', { relatedRecord: { module: 'accounts', id: account._id }, viewed: true });
      await activity('By the list', {
        relatedRecords: [
          { module: 'accounts', id: other._id },
          { module: 'accounts', id: account._id },
        ],
      });
      await activity('By the link', { account: account._id });
      await activity('Of a lead', { lead: lead._id });
      const about = (module: string, { _id: id }: CreatedRecord): object => ({ module, id });
      const names = async (call: string, body: object): Promise<readonly unknown[]> =>
        ((await admin().post(`/api/activities/${call}`, body)).body.data as readonly CreatedRecord[]).map(({ name }) => name);
      expect(await names('get-related-activity', about('accounts', account))).toEqual(['By the link', 'By the list', 'By the record']);
      expect(await names('unread-related', about('accounts', account))).toEqual(['By the link', 'By the list']);
      expect(
        await names('get-combined-activities', {
          records: [about('accounts', account), about('leads', lead)],
          pageSize: 3,
          sortField: 'name',
          sortOrder: 'asc',
        }),
      ).toEqual(['By the link', 'By the list', 'By the record']);
      const last = await admin().post('/api/activities/get-combined-activities', {
        records: [about('accounts', account), about('leads', lead)],
        pageSize: 3,
        pageNumber: 1,
      });
      expect(last.body).toMatchObject({ total: 4, pageNumber: 1, pageSize: 3, data: [{ name: 'By the record' }] });
      for (const body of [{}, { module: 'accounts' }, { module: 'accounts', id: '' }, { ...about('leads', lead), records: [] }])
        expect((await admin().post('/api/activities/unread-related', body)).body.code, JSON.stringify(body)).toBe('body_invalid');
      expect((await admin().post('/api/activities/get-related-activity', { module: 'reports', id: 'x' })).body.code).toBe('filter_invalid');
      expect((await admin().post('/api/activities/get-combined-activities', { records: [] })).body.code).toBe('body_invalid');
    });

    it('are not visible in the timeline beyond what a search returns', async () => {
      const account = await make('/api/accounts', { name: 'Seen by few' });
      const owner = { access: true, create: false, mass_update: false, export: false, view: 'Owner', edit: 'None', delete: 'None' };
      const role = (await admin().post('/api/roles', { name: 'Own line', module_access: { activities: owner }, field_access: {} })).body
        ._id as string;
      const made = await admin().post('/api/users/register', {
        email: 'line@muster.test',
        password: 'Own-line-1!',
        first_name: 'O',
        last_name: 'Line',
        userType: 'Standard',
        roles: [role],
      });
      for (const assigned_to of [made.body._id, null])
        await make('/api/activities', { name: 'Line', activityType: 'Note', account: account._id, assigned_to });
      const reader = await server().signIn('line@muster.test', 'Own-line-1!');
      expect((await reader.post('/api/activities/get-related-activity', { module: 'accounts', id: account._id })).body).toMatchObject({
        total: 1,
        data: [{ assigned_to: made.body._id }],
      });
      await admin().put(`/api/roles/${role}`, { module_access: { accounts: owner } });
      expect((await reader.post('/api/activities/unread-related', { module: 'accounts', id: account._id })).body.code).toBe(
        'module_access_denied',
      );
    });

    it('are not created for modules without a timeline', async () => {
      const to = await make('/api/clients', { name: 'Speech Group' });
      const from = await make('/api/clients', { name: 'Speech Group, again' });
      const before = (await merges({})).length;
      const merged = await admin().post('/api/merge/records', { _moduleName: 'clients', primaryId: to._id, duplicateIds: [from._id] });
      expect(merged.status, JSON.stringify(merged.body)).toBe(200);
      expect((await merges({})).length).toBe(before);
    });

    it('are merged once per idempotency key, and an invalid merge is rejected', async () => {
      const to = await make('/api/accounts', { name: 'Once' });
      const from = await make('/api/accounts', { name: 'Once more' });
      const body = { _moduleName: 'accounts', primaryId: to._id, duplicateIds: [from._id] };
      const call = (sent: unknown = body) => admin().post('/api/merge/records', sent, { 'idempotency-key': 'merge-once' });
      const first = await call();
      expect((await call()).headers.get('x-batch-id')).toBe(first.headers.get('x-batch-id'));
      expect(await merges({ account: to._id })).toHaveLength(1);
      expect((await call({ ...body, fields: { name: 'Other' } })).body.code).toBe('idempotency_conflict');
      expect((await admin().post('/api/merge', { _moduleName: 'nothing', fromRecordId: from._id, toRecordId: to._id })).status).toBe(404);
      expect((await admin().post('/api/merge', { fromRecordId: from._id, toRecordId: to._id })).body.code).toBe('body_invalid');
      expect((await admin().post('/api/merge', { _moduleName: 'accounts', fromRecordId: to._id, toRecordId: to._id })).body.code).toBe(
        'body_invalid',
      );
    });
  },
  {},
);

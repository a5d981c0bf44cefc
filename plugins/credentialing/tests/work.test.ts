import { expect, it } from 'vitest';
import { describePluginRules } from '../../../tests/api/each-store.ts';
import { hireUser } from '../../../tests/support/hire-user.ts';
import { must } from '../../../tests/support/record-helpers.ts';
import { createCredentialFixtures, ITEMS } from './credential-fixtures.ts';

describePluginRules(
  'Work on credentials',
  (server) => {
    const admin = () => server().admin;
    const fixtures = createCredentialFixtures(server);
    const {
      make,
      read,
      makeAccount,
      makeSetup,
      makeProvider,
      makePlacement,
      build,
      itemsOf,
      change,
      makeChecklist,
      hireProvider,
      uploadPdf,
      setSetting,
    } = fixtures;

    it('approves and returns many items, with the dates and the reason, and counts by category', async () => {
      const provider = (await makeProvider())._id;
      const { record, items } = await makeChecklist(provider, [
        { label: 'A', category: 'Training', field_type: 'Todo Item' },
        { label: 'B', category: 'Training', field_type: 'Todo Item' },
        { label: 'C', category: 'Identity', requires_exp_date: true, document_type: 'Identification' },
        { label: 'D', category: 'Identity', isOptional: true },
        { label: 'E', requires_exp_date: true },
      ]);
      const ids = items.map(({ _id }) => _id);
      const approved = await must(admin().post(`${ITEMS}/approve`, { ids: [ids[0], ids[2], ids[4]] }));
      expect(approved).toMatchObject({ success: false, updated: [ids[0], ids[2]], refused: [{ _id: ids[4], code: 'expiration_missing' }] });
      const returned = await must(admin().post(`${ITEMS}/reject`, { ids: [ids[1]], reason: 'The bottom is cut off.' }));
      expect(returned.success).toBe(true);
      await must(admin().post(`${ITEMS}/reject`, { ids: [ids[1]], reason: '  ' }), 422);
      const today = new Date().toISOString().slice(0, 4);
      expect(await read(`${ITEMS}/${ids[2]}`)).toMatchObject({
        status: 'Approved',
        completed: true,
        expiration_date: expect.stringContaining(String(Number(today) + 5)),
        completionDetails: { approvalStatus: 'Approved', decidedBy: expect.any(String), expirationDate: expect.any(String) },
      });
      expect(await read(`${ITEMS}/${ids[1]}`)).toMatchObject({
        status: 'Needs Correction',
        completed: false,
        review_note: 'The bottom is cut off.',
        completionDetails: { approvalStatus: 'Needs Correction', notes: 'The bottom is cut off.' },
      });
      const list = await must(admin().get(`/api/credentialing/${record._id}/checklist`));
      expect(list).toMatchObject({ done: 2, total: 4, percent: 50, locked: false });
      expect(list.categories).toMatchObject([
        { category: 'Training', percent: 50, items: [{ state: 'approved' }, { state: 'rejected' }] },
        {
          category: 'Identity',
          percent: 100,
          total: 1,
          items: [
            { state: 'approved', counts: true },
            { state: 'open', counts: false },
          ],
        },
        { category: null, percent: 0, items: [{ label: 'E', state: 'open' }] },
      ]);
      await must(admin().post(`/api/batches/${approved.batchId}/undo`));
      expect(await read(`${ITEMS}/${ids[0]}`)).toMatchObject({ status: 'Open' });
      expect(await must(admin().put(`/api/credentialing/${record._id}`, { credentialing_status: 'Cleared to Start' }), 422)).toMatchObject({
        code: 'credentialing_items_open',
        error: 'Not cleared yet. Still open: A, B, C and 1 more.',
      });
    });

    it('lists what waits for review, the oldest first, for those who may see it, and who is not ready by start date', async () => {
      const account = (await makeAccount())._id;
      const setup = await makeSetup(account, [{ label: 'Badge', field_type: 'Todo Item' }]);
      const provider = (await makeProvider())._id;
      const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
      const later = (await makePlacement(account, provider, { planned_start_date: day(60) }))._id;
      const sooner = (await makePlacement(account, provider, { planned_start_date: day(50), end_date: day(400) }))._id;
      const record = await must(build(sooner), 201);
      expect(record.credentialingSetup_credentialing).toBe(setup._id);
      const [badge] = await itemsOf(record._id);
      const { items } = await makeChecklist(provider, [{ label: 'Later', field_type: 'Todo Item' }]);
      for (const id of [badge?._id, items[0]?._id]) await must(change(id ?? '', { status: 'Submitted', expiration_date: null }));
      const queue = async (body: object = {}, by = admin()) => must(by.post(`${ITEMS}/review-queue`, body));
      const { data, total } = await queue({ pageSize: 200 });
      const own = (data as { readonly _id: string }[]).filter(({ _id }) => [badge?._id, items[0]?._id].includes(_id));
      expect(own).toMatchObject([
        { _id: badge?._id, label: 'Badge', provider: { _id: provider }, record: { _id: record._id }, account: { _id: account } },
        { _id: items[0]?._id, account: null },
      ]);
      expect((await queue({ pageSize: 1, pageNumber: total - 1 })).data).toMatchObject([{ _id: items[0]?._id }]);
      const stranger = await hireUser(server(), 'Quinn', { roles: [] });
      await must(stranger.client.post(`${ITEMS}/review-queue`, {}), 403);

      const ready = await must(admin().get(`/api/credentialing/not-ready?until=${day(70)}&pageSize=200`));
      const rows = (ready.data as { readonly placement: { readonly _id: string } }[]).filter(({ placement }) =>
        [later, sooner].includes(placement._id),
      );
      expect(rows).toMatchObject([
        {
          placement: { _id: sooner },
          start_date: day(50),
          percent: 0,
          reasons: [{ item: badge?._id, label: 'Badge', state: 'submitted' }],
          more: 0,
        },
        { placement: { _id: later }, record: null, reasons: [{ item: null, state: 'no_record' }] },
      ]);
      expect(await must(admin().put(`/api/placements/${sooner}`, { confirmed_start_date: day(50) }), 422)).toMatchObject({
        code: 'credentialing_items_open',
        error: 'The start cannot be confirmed. Still open: Badge.',
      });
      const warned = await must(change(badge?._id ?? '', { status: 'Approved', requires_exp_date: true, expiration_date: day(100) }));
      expect(warned._warnings).toMatchObject([{ code: 'expires_in_assignment' }]);
      await must(admin().put(`/api/placements/${sooner}`, { confirmed_start_date: day(50) }));
    });

    it('hands one upload in for every item that needs it, and nothing on a locked record', async () => {
      const { client, provider } = await hireProvider();
      const license = { label: 'License', document_type: 'License' };
      const one = await makeChecklist(provider._id, [license]);
      const two = await makeChecklist(provider._id, [
        { label: 'State license', document_type: 'License' },
        { label: 'LICENSE' },
        { label: 'Diploma' },
        { label: 'License', locked: true },
      ]);
      const locked = await makeChecklist(provider._id, [license]);
      await must(admin().put(`/api/credentialing/${locked.record._id}`, { locked: true }));
      const document = await uploadPdf(client);
      await must(client.put(`${ITEMS}/${one.items[0]?._id}`, { document }));
      expect((await itemsOf(two.record._id)).map(({ status, document: path = null }) => [status, path])).toEqual([
        ['Submitted', document],
        ['Submitted', document],
        ['Open', null],
        ['Open', null],
      ]);
      expect((await itemsOf(locked.record._id))[0]).toMatchObject({ status: 'Open' });
      expect(await must(client.put(`${ITEMS}/${locked.items[0]?._id}`, { document }), 422)).toMatchObject({ code: 'credentialing_locked' });
    });

    it('has items that apply while their conditions on other items hold', async () => {
      const { client, provider } = await hireProvider();
      const account = (await makeAccount())._id;
      const setup = await makeSetup(account, [{ label: 'Driver?', field_type: 'Dropdown', field_options: ['Yes', 'No'] }]);
      const [question] = (await must(admin().post(`${ITEMS}/search`, { searchTerms: { relatedCredentialingSetup: setup._id } }))).data;
      const depends = (relatedRequiredItemId: string, more: object) => ({
        relatedCredentialingSetup: setup._id,
        conditions: [{ relatedRequiredItemId, ...more }],
      });
      const car = await make(ITEMS, {
        label: 'Car',
        order: 2,
        ...depends(question._id, { comparisonOperator: 'Equals', comparisonValue: 'Yes' }),
      });
      await make(ITEMS, { label: 'Insurance', order: 3, ...depends(car._id, { comparisonOperator: 'Not Completed' }) });
      const placement = await makePlacement(account, provider._id);
      const { _id: record } = await must(build(placement._id), 201);
      const applicable = async () => (await itemsOf(record)).filter((item) => item['not_applicable'] !== true).map(({ label }) => label);
      const items = await itemsOf(record);
      expect(await applicable()).toEqual(['Driver?']);
      expect((await must(client.post(`${ITEMS}/search`, {}))).data).toHaveLength(1);
      await must(client.put(`${ITEMS}/${items[0]?._id}`, { provider_response: 'yes' }));
      expect(await applicable()).toEqual(['Driver?', 'Car', 'Insurance']);
      await must(change(items[1]?._id ?? '', { status: 'Waived' }));
      expect(await applicable()).toEqual(['Driver?', 'Car']);
      await must(change(items[0]?._id ?? '', { provider_response: 'no' }));
      expect(await applicable()).toEqual(['Driver?']);
      expect(await must(change(items[1]?._id ?? '', { conditions: [{ relatedRequiredItemId: items[1]?._id }] }), 422)).toMatchObject({
        code: 'condition_invalid',
      });
    });

    it('counts the messages that are not read, and marks them read for the caller alone', async () => {
      const { client, id, provider } = await hireProvider();
      const { items } = await makeChecklist(provider._id, [{ label: 'Badge' }]);
      const item = items[0]?._id ?? '';
      const path = '/api/credentialing-required-item-messages';
      const write = async (by = client) =>
        (await must(by.post(path, { required_item: item, message: 'Is a copy enough?' }), 201))._id as string;
      const [first] = [await write(), await write()];
      const own = await write(admin());
      expect(await read(`${ITEMS}/${item}`)).toMatchObject({ unreadMessageCount: 2 });
      const counts = async (by = admin()) => (await must(by.post(`${ITEMS}/unread-counts`, { ids: [item] }))).counts[item];
      expect([await counts(), await counts(client)]).toEqual([2, 1]);
      expect(await must(admin().put(`${path}/markMessagesViewedBy`, { ids: [first, own], viewer: id }))).toEqual({
        success: true,
        updated: [first],
      });
      expect([await counts(), await counts(client)]).toEqual([1, 1]);
      expect(await read(`${ITEMS}/${item}`)).toMatchObject({ unreadMessageCount: 1 });
      await must(client.put(`${path}/markMessagesViewedBy`, { ids: [own] }));
      expect(await counts(client)).toBe(0);
    });

    it('names the items that a sub needs', async () => {
      await setSetting('sub_required_items', [{ status: 'Offered', items: ['Background check', 'License'] }]);
      const account = (await makeAccount())._id;
      const lead = await make('/api/leads', { first_name: 'Needs', last_name: `Items ${account}` });
      const job = await make('/api/jobs', { custom_job_title: `Job ${account}`, zip: '30030', accounts_jobs: account });
      const sub = await make('/api/subs', { leads_subs: lead._id, accounts_subs: account, jobs_subs: job._id });
      const provider = await makeProvider({ leads_providers: lead._id });
      const { items } = await makeChecklist(provider._id, [{ label: 'license', field_type: 'Todo Item' }]);
      const offer = () => admin().put(`/api/subs/${sub._id}`, { status: 'Offered' });
      expect(await must(offer(), 422)).toMatchObject({
        code: 'sub_items_missing',
        error: 'Offered needs: Background check (missing), License (open).',
      });
      await must(change(items[0]?._id ?? '', { status: 'Approved' }));
      await makeChecklist(provider._id, [{ label: 'Background check', status: 'Waived' }]);
      await must(offer());
      await setSetting('sub_required_items', []);
    });
  },
  { background: 'manual' },
);

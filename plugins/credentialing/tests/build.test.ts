import { SYSTEM_ACTOR } from '#engine';
import { expect, it } from 'vitest';
import { describeOnEachStore } from '../../../tests/api/each-store.ts';
import { openLive } from '../../../tests/support/open-live.ts';
import { must, type CreatedRecord } from '../../../tests/support/record-helpers.ts';
import { BUILD_SOURCE } from '../shared/build.ts';
import { createCredentialFixtures, ITEMS } from './credential-fixtures.ts';

const UPLOAD = { field_type: 'Uploaded Document' };

describeOnEachStore(
  'Building a credentialing record',
  (server) => {
    const admin = () => server().admin;
    const { make, read, makeAccount, makeSetup, makeProvider, makePlacement, build, itemsOf, change, uploadPdf, setSetting } =
      createCredentialFixtures(server);
    const recordsOf = async (placement: string): Promise<readonly CreatedRecord[]> =>
      (await must(admin().post('/api/credentialing/search', { searchTerms: { placements_credentialing: placement } }))).data;

    it('copies the setup with what was completed before, documents that have not expired and agreements, in one batch', async () => {
      const account = (await makeAccount())._id;
      const document = await make('/api/interactive-documents', {
        name: 'Handbook',
        status: 'Active',
        recipient_roles: ['Participant 1', 'Sender (Prefill)'],
        file: await uploadPdf(),
        doc_data: { pages: [{ width: 200, height: 200, inputs: [] }] },
      });
      const setup = await makeSetup(account, [
        { label: 'Start day', field_type: 'Date', category: 'Training' },
        { label: 'License', ...UPLOAD, requires_exp_date: true, document_type: 'License' },
        { label: 'Handbook', field_type: 'Muster Sign Document', relatedAgreement: { module: 'interactiveDocuments', id: document._id } },
        { label: 'For contractors', field_type: 'Todo Item', provider_type: ['1099'] },
        { label: 'Diploma', ...UPLOAD },
      ]);
      const provider = await makeProvider();
      const earlier = await make('/api/credentialing', { providers_credentialing: provider._id });
      for (const item of [
        { label: 'start  DAY', field_type: 'Date', response_date: '2026-01-02' },
        { label: 'Diploma', ...UPLOAD },
      ]) {
        const { _id } = await make(ITEMS, { relatedCredentialingRecord: earlier._id, ...item });
        await must(change(_id, { completed: true }));
      }
      const path = await uploadPdf();
      const papers = { category: 'License', status: 'Active', path, providers_documents: provider._id };
      await make('/api/documents', { name: 'Old license', ...papers, exp_date: '2020-01-01' });
      await make('/api/documents', { name: 'License of 2031', ...papers, exp_date: '2031-01-01' });
      const placement = await makePlacement(account, provider._id, { planned_start_date: '2030-08-01' });

      const live = await openLive(server().url, admin().token);
      const response = await build(placement._id);
      expect(response.body).toMatchObject({
        _created: true,
        _text: 'Credentialing record created for placement.',
        credentialing_status: 'In Process - Core',
        locked: false,
        hire_type: 'Rehire',
        due_date: '2030-08-01',
        credentialingSetup_credentialing: setup._id,
        providers_credentialing: provider._id,
        related_account: account,
      });
      expect(response.status).toBe(201);
      await live.next('event', ({ data }) => data['step'] === 'done');
      expect(
        live.received.flatMap((one) => (one.type === 'event' && one.name === 'credentialing-progress-event' ? [one.data['text']] : [])),
      ).toEqual([
        'Processing credentialing for sub...',
        'Building required items for credentialing...',
        'Building agreements for credentialing...',
        'Credentialing record created for placement.',
      ]);
      live.close();
      const record = response.body as CreatedRecord;
      const items = await itemsOf(record._id);
      expect(items.map(({ label, status, completed = false }) => [label, status, completed])).toEqual([
        ['Start day', 'Approved', true],
        ['License', 'Submitted', false],
        ['Handbook', 'Open', false],
        ['Diploma', 'Open', false],
      ]);
      expect(items[0]).toMatchObject({ response_date: '2026-01-02', completionDetails: { approvalStatus: 'Approved' } });
      expect(items[1]).toMatchObject({
        document: path,
        expiration_date: '2031-01-01',
        completionDetails: { approvalStatus: 'Submitted', documentLink: { link: path } },
      });
      const agreement = items[2]?.['relatedAgreement'] as { readonly module: string; readonly id: string };
      expect(agreement.module).toBe('interactiveDocumentInstances');
      expect(await read(`/api/interactive-document-instances/${agreement.id}`)).toMatchObject({
        status: 'Approved',
        completeInOrder: true,
        interactive_document: document._id,
        relatedCredentialingRecordId: record._id,
        doc_data: { pages: [{ width: 200 }] },
        recipients: [
          {
            recipientType: 'Participant 1',
            fromType: 'providers',
            recipientId: provider._id,
            email: (provider['email_addresses'] as readonly { readonly email_address: string }[])[0]?.email_address,
          },
          { recipientType: 'Sender (Prefill)', fromType: 'users', email: expect.stringContaining('@') },
        ],
      });
      const again = await build(placement._id);
      expect([again.status, again.body._id, again.body._created]).toEqual([200, record._id, false]);

      await must(admin().post(`/api/batches/${response.headers.get('x-batch-id')}/undo`));
      expect([await recordsOf(placement._id), await itemsOf(record._id)]).toEqual([[], []]);
      expect((await admin().get(`/api/interactive-document-instances/${agreement.id}`)).body.deleted).toBe(true);
      expect((await must(build(placement._id), 201))._id).not.toBe(record._id);
    });

    it('uses the setup of the account, else the general one, managed for managed accounts', async () => {
      const account = await makeAccount();
      const general = await makeSetup('', [], { account_specific: null, provider_type: ['1099'], core_or_managed: 'Managed' });
      const provider = await makeProvider({ provider_type: '1099' });
      const placement = () => makePlacement(account._id, provider._id);
      const find = (account_specific: string | null) =>
        admin().post('/api/credentialing-setups/search-for-one', { provider_type: '1099', core_or_managed: 'Managed', account_specific });
      await setSetting('managed_accounts', [String(account['name'])]);
      expect((await must(find(account._id)))._id).toBe(general._id);
      const first = await must(build((await placement())._id), 201);
      expect(first.credentialingSetup_credentialing).toBe(general._id);
      const own = await makeSetup(account._id, [], { core_or_managed: 'Managed' });
      expect((await must(find(account._id)))._id).toBe(own._id);
      expect((await must(find(null)))._id).toBe(general._id);
      expect((await must(build((await placement())._id), 201)).credentialingSetup_credentialing).toBe(own._id);
      await setSetting('managed_accounts', []);
      await must(admin().put(`/api/credentialing-setups/${general._id}`, { active: false }));
    });

    it('says what is missing, and leaves nothing', async () => {
      const account = (await makeAccount())._id;
      await makeSetup(account, [{ label: 'Badge' }], { provider_type: ['1099'], core_or_managed: 'Managed' });
      const placement = await makePlacement(account, (await makeProvider())._id);
      await setSetting('managed_accounts', [account]);
      expect(await must(build(placement._id), 422)).toMatchObject({
        code: 'credentialing_setup_missing',
        error: 'No credentialing setup found for this provider type',
      });
      const bare = await make('/api/placements', { name: 'Without provider' });
      expect(await must(build(bare._id), 422)).toMatchObject({
        code: 'credentialing_not_created',
        error: 'Failed to create credentialing record.',
      });
      await must(build('unknown'), 404);
      expect(await recordsOf(placement._id)).toEqual([]);
      await setSetting('managed_accounts', []);
    });

    it('makes one record of many requests at once, with each of 60 items once', async () => {
      const account = (await makeAccount())._id;
      const setup = await makeSetup(account, []);
      const items = Array.from({ length: 60 }, (_, at) => ({ label: `Item ${at}`, order: at + 1, relatedCredentialingSetup: setup._id }));
      await must(admin().post(`${ITEMS}/saveMultiple`, { items }));
      const provider = (await makeProvider())._id;
      const placement = (await makePlacement(account, provider))._id;
      const responses = await Promise.all(Array.from({ length: 5 }, () => build(placement)));
      expect(new Set(responses.map(({ body }) => body._id)).size).toBe(1);
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 201]);
      const [record] = await recordsOf(placement);
      expect(await itemsOf(record?._id ?? '')).toHaveLength(60);
      const { records } = server().application;
      const input = {
        module: 'credentialing',
        changeSource: BUILD_SOURCE,
        fields: { name: 'Second', placements_credentialing: placement },
      };
      await expect(records.create(SYSTEM_ACTOR, input)).rejects.toMatchObject({ code: 'credentialing_exists', status: 409 });
      const next = (await makePlacement(account, provider))._id;
      expect(await itemsOf((await must(build(next), 201))._id)).toHaveLength(60);
    });

    it('follows when a sub with a placement becomes Hired, in the batch of that save', async () => {
      const account = (await makeAccount())._id;
      await makeSetup(account, [{ label: 'Badge' }]);
      const lead = await make('/api/leads', { first_name: 'Sub', last_name: `Hired ${account}` });
      const job = await make('/api/jobs', { custom_job_title: `Job ${account}`, zip: '30030', accounts_jobs: account });
      const sub = await make('/api/subs', { leads_subs: lead._id, accounts_subs: account, jobs_subs: job._id });
      const placement = await makePlacement(account, (await makeProvider())._id, { subs_placements: sub._id });
      const hired = await admin().put(`/api/subs/${sub._id}`, { status: 'Hired' });
      await must(Promise.resolve(hired));
      await server().application.outbox.drain();
      const [record] = await recordsOf(placement._id);
      expect((await itemsOf(record?._id ?? '')).map(({ label }) => label)).toEqual(['Badge']);
      await must(admin().post(`/api/batches/${hired.headers.get('x-batch-id')}/undo`));
      expect(await recordsOf(placement._id)).toEqual([]);

      // Without a setup the sub is Hired, and who hired is notified.
      const other = await make('/api/subs', { leads_subs: lead._id, accounts_subs: account, jobs_subs: job._id });
      const contractor = await makeProvider({ provider_type: '1099' });
      await makePlacement((await makeAccount())._id, contractor._id, { subs_placements: other._id });
      await must(admin().put(`/api/subs/${other._id}`, { status: 'Hired' }));
      await server().application.outbox.drain();
      expect((await must(admin().get('/api/notifications'))).data).toMatchObject([{ kind: 'credentialing_not_built' }]);
    });
  },
  { background: 'manual' },
);

import { expect, it } from 'vitest';
import type { TestResponse, ApiClient } from '../support/api-client.ts';
import { describeRules } from './each-store.ts';

describeRules(
  'Generated names',
  (server) => {
    const admin = (): ApiClient => server().admin;
    const must = (response: TestResponse, status: number): TestResponse['body'] => {
      expect(response.status, JSON.stringify(response.body)).toBe(status);
      return response.body;
    };
    const user = (first_name: string) => ({ email: `${first_name}@names.test`, first_name, last_name: 'Test', userType: 'Standard' });
    const make = async (path: string, fields: object) => must(await admin().post(path, fields), 201);
    const problems = async (path: string, fields: object): Promise<readonly string[]> =>
      must(await admin().post(path, fields), 422).details.map((one: { field: string; code: string }) => `${one.field} ${one.code}`);

    it('name a sub by its lead, else by its job, and follow changes of both until a user enters a name', async () => {
      const [ann, bea] = [
        await make('/api/leads', { first_name: 'Ann', last_name: 'Lee' }),
        await make('/api/leads', { first_name: 'Bea', last_name: 'Moss' }),
      ];
      const account = await make('/api/accounts', { name: 'Oak County Schools' });
      const job = await make('/api/jobs', { custom_job_title: 'School nurse', zip: '30301', accounts_jobs: account._id });
      const needed = { jobs_subs: job._id, accounts_subs: account._id };
      const sub = await make('/api/subs', { leads_subs: ann._id, ...needed });
      expect(sub.name).toBe('Ann Lee');
      expect((await admin().post('/api/subs/search', { searchTerms: { name: { contains: 'ann lee' } } })).body.total).toBe(1);
      const moved = must(await admin().put(`/api/subs/${sub._id}`, { leads_subs: bea._id }), 200);
      expect(moved.name).toBe('Bea Moss');
      expect(must(await admin().put(`/api/subs/${sub._id}`, { leads_subs: null }), 200).name).toBe('School nurse');
      const typed = must(await admin().put(`/api/subs/${sub._id}`, { name: 'The night shift' }), 200);
      expect(must(await admin().put(`/api/subs/${sub._id}`, { leads_subs: ann._id, _version: typed._version }), 200).name).toBe(
        'The night shift',
      );
      expect(must(await admin().put(`/api/subs/${sub._id}`, { name: null }), 200).name).toBe('Ann Lee');
      expect((await make('/api/subs', { name: 'By hand', leads_subs: ann._id, ...needed })).name).toBe('By hand');
      expect((await make('/api/subs', needed)).name).toBe('School nurse');
      expect(await problems('/api/subs', { leads_subs: 'nobody', ...needed })).toEqual(['leads_subs record_not_found']);
    });

    it('name a placement by provider and account, an activity by its type and its related record', async () => {
      const provider = await make('/api/providers', { first_name: 'Cy', last_name: 'Dunn', status: 'Active' });
      const account = await make('/api/accounts', { name: 'Elm Schools' });
      expect((await make('/api/placements', { providers_placements: provider._id, accounts_placements: account._id })).name).toBe(
        'Cy Dunn – Elm Schools',
      );
      expect((await make('/api/activities', { activityType: 'Call', relatedRecord: { module: 'accounts', id: account._id } })).name).toBe(
        'Call – Elm Schools',
      );
      expect((await make('/api/activities', {})).name).toBe('Note');
    });

    it('name fields by their labels, never by their names in the API', async () => {
      await make('/api/ss-modules', {
        ...{ name: 'renewals', label: 'Renewals', labelSingular: 'Renewal', name_template: '{field} – {comment}' },
        fields: [
          { fieldName: 'watched', label: 'Watched', inputType: 'Module' },
          { fieldName: 'field', label: 'Field', inputType: 'TextField', fieldsOf: 'watched' },
          { fieldName: 'comment', label: 'Comment', inputType: 'TextField' },
        ],
      });
      const renewal = await make('/api/renewals', { watched: 'documents', field: 'exp_date', comment: 'Yearly' });
      expect(renewal.name).toBe('Expires – Yearly');
    });

    it('are not required, neither in the form nor in the OpenAPI document', async () => {
      const { body: view } = await admin().get('/api/ss-modules/by-name/subs');
      expect(view.fields.find((field: { fieldName: string }) => field.fieldName === 'name')).toMatchObject({ required: false });
      const { body: document } = await admin().get('/api/openapi.json');
      for (const module of ['subs', 'leads', 'activities'])
        expect(document.components.schemas[`${module}.create`].required ?? []).not.toContain('name');
      expect(document.components.schemas['accounts.create'].required).toContain('name');
    });

    it('give a person with a name alone a first and last name, and other records the field that names them', async () => {
      const fields = { first_name: 'Ann Mary', last_name: 'Lee', name: 'Ann Mary Lee' };
      expect(await make('/api/leads', { name: 'Ann Mary Lee' })).toMatchObject(fields);
      expect(await make('/api/contacts', { name: 'Lee' })).toMatchObject({ last_name: 'Lee', name: 'Lee' });
      expect(await make('/api/tasks', { name: 'Call back' })).toMatchObject({ subject: 'Call back', name: 'Call back' });
      expect(await make('/api/voiceshots', { title: 'Open day' })).toMatchObject({ title: 'Open day', name: 'Open day' });
      const { body: document } = await admin().get('/api/openapi.json');
      for (const [module, field] of [
        ['leads', 'last_name'],
        ['tasks', 'subject'],
      ] as const)
        expect(document.components.schemas[`${module}.create`].required ?? []).not.toContain(field);
    });

    it('are required of every module, and nothing is that the specification does not require', async () => {
      for (const path of ['credentialing', 'wallets', 'store-coins', 'commissions'])
        expect(await problems(`/api/${path}`, {}), path).toContain('name required');
      expect(await make('/api/store-items', { name: 'Mug' })).toMatchObject({ price: 0 });
      expect(await make('/api/commissions', { name: 'May' })).toMatchObject({ name: 'May' });
      const [bob, cy] = [await make('/api/users', user('bob')), await make('/api/users', user('cy'))];
      expect((await make('/api/muster-messages', { groupUsersIds: [bob._id, cy._id] })).name).toBe('bob Test, cy Test');
    });

    it('add no problem of their own when their sources are invalid; all problems are reported at once', async () => {
      expect(await problems('/api/leads', { first_name: 'Ann' })).toEqual(['last_name required']);
      expect(await problems('/api/leads', {})).toEqual(['last_name required']);
      expect(
        await problems('/api/leads', { last_name: 5, nothing: 1, mobile_phone: 'x', current_address: { street: 5, zip: '12' } }),
      ).toEqual([
        'last_name wrong_type',
        'nothing unknown_field',
        expect.stringContaining('mobile_phone'),
        'current_address.street wrong_type',
      ]);
      expect(await problems('/api/leads', { mobile_phone: 'x', current_address: { zip: '12' }, assigned_to: 'nobody' })).toEqual([
        expect.stringContaining('mobile_phone'),
        'last_name required',
        'current_address.zip not_a_zip',
        'assigned_to record_not_found',
      ]);
      expect((await make('/api/leads', { last_name: 'Zip', current_address: { zip: '30301-1234' } })).current_address).toEqual({
        zip: '30301-1234',
      });
    });
    // The engine generates the names; without plugins, no rule requires further fields.
  },
  { plugins: [] },
);

import { beforeAll, describe, expect, it } from 'vitest';
import { GLOBAL_TEAM_ID } from '#engine/model/definitions';
import type { TestResponse, ApiClient } from '../support/api-client.ts';
import { createRecordHelpers } from '../support/record-helpers.ts';
import { describeOnEachStore } from './each-store.ts';

const PASSWORD = 'Visible-1!';
const ALL = { access: true, create: true, mass_update: true, export: true, view: 'All', edit: 'All', delete: 'All' };

describeOnEachStore(
  'A relation',
  (server) => {
    const admin = (): ApiClient => server().admin;
    const { make, read } = createRecordHelpers(admin);
    const must = (response: TestResponse, status = 200): TestResponse['body'] => {
      expect(response.status, JSON.stringify(response.body)).toBe(status);
      return response.body;
    };
    let people = 0;
    const signUp = async (userType: string, roles: readonly string[], teams: readonly string[] = []) => {
      people += 1;
      const email = `points${people}@muster.test`;
      const { _id: id } = await make('/api/users/register', {
        email,
        password: PASSWORD,
        first_name: 'Pia',
        last_name: `Points ${people}`,
        userType,
        roles,
        teams,
        active: true,
      });
      return { id, client: await server().signIn(email, PASSWORD) };
    };
    const roleWith = async (name: string, module_access: object): Promise<string> =>
      (await make('/api/roles', { name, module_access, field_access: {} }))._id;
    /** Expects the same error as for an id that does not exist, and only for this field. */
    const expectMissing = (body: TestResponse['body'], field: string): void => {
      expect(body).toMatchObject({ code: 'validation_failed', details: [{ field, code: 'record_not_found' }] });
      expect(body.details).toHaveLength(1);
    };

    describe('can refer to records that the user sees', () => {
      let writer: ApiClient;
      let hidden: string;
      let shown: string;
      beforeAll(async () => {
        const [mine, theirs] = [(await make('/api/teams', { name: 'North' }))._id, (await make('/api/teams', { name: 'South' }))._id];
        writer = (await signUp('Standard', [await roleWith('Writer', { contacts: ALL, accounts: ALL, tasks: ALL })], [mine])).client;
        hidden = (await make('/api/accounts', { name: 'Not visible', teams: [theirs] }))._id;
        shown = (await make('/api/accounts', { name: 'Visible', teams: [mine] }))._id;
      });

      it('through every endpoint, with the same error for invisible and unknown records', async () => {
        const contact = must(await writer.post('/api/contacts', { last_name: 'Pointing', accounts_contacts: shown }), 201);
        const fields = { accounts_contacts: hidden };
        const calls = [
          await writer.post('/api/contacts', { last_name: 'New', ...fields }),
          await writer.put(`/api/contacts/${contact._id}`, fields),
          await writer.put(`/api/contacts/update-certain-fields/${contact._id}`, { fields }),
          await writer.put(`/api/generic-modules/${contact._id}`, { moduleOptions: { name: 'contacts' }, fields }),
        ];
        for (const refused of calls) expectMissing(must(refused, 422), 'accounts_contacts');
        const unknown = must(
          await writer.put(`/api/contacts/${contact._id}`, { accounts_contacts: '01a44758-b460-7301-bd3a-4aaa8972fce6' }),
          422,
        );
        expect(calls[1]?.body).toEqual(unknown);
        const many = must(await writer.put('/api/contacts/update-certain-fields-array', { ids: [contact._id], fields }));
        expect(many).toMatchObject({ updated: [], refused: [{ _id: contact._id, code: 'validation_failed', details: unknown.details }] });
        expect(await read(`/api/contacts/${contact._id}`)).toMatchObject({ accounts_contacts: shown, _version: 1 });
        expect(must(await admin().post('/api/contacts/search', { searchTerms: { last_name: 'New' } })).total).toBe(0);
      });

      it('in every kind of relation', async () => {
        const about = { module: 'accounts', id: hidden };
        expectMissing(must(await writer.post('/api/tasks', { subject: 'Look at it', related_record: about }), 422), 'related_record');
        must(await writer.post('/api/tasks', { subject: 'Look at it', related_record: { ...about, id: shown } }), 201);
        // Records of a module without access are invisible.
        const lead = await make('/api/leads', { first_name: 'Lea', last_name: 'Hidden' });
        expectMissing(
          must(await writer.post('/api/tasks', { subject: 'Call her', related_record: { module: 'leads', id: lead._id } }), 422),
          'related_record',
        );
      });

      it('or to users and teams, whose names all of the staff can see', async () => {
        const other = await signUp('Standard', []);
        const team = await make('/api/teams', { name: 'East' });
        must(await writer.post('/api/contacts', { last_name: 'Handed over', assigned_to: other.id }), 201);
        // They are members of neither: a record is put in a team by its members.
        const { details } = must(await writer.post('/api/contacts', { last_name: 'Handed over', teams: [team._id] }), 422);
        expect(details).toMatchObject([{ field: 'teams', code: 'team_not_allowed' }]);
      });

      it('or to records that it referred to before, when the record is updated, reverted or merged', async () => {
        const pointing = await make('/api/contacts', { last_name: 'Of old', accounts_contacts: hidden });
        must(await writer.put(`/api/contacts/${pointing._id}`, { accounts_contacts: hidden, first_name: 'Ann' }));
        const cleared = await writer.put(`/api/contacts/${pointing._id}`, { accounts_contacts: null });
        must(cleared);
        expect(must(await writer.post(`/api/batches/${cleared.headers.get('x-batch-id')}/undo`, {})).left).toEqual([]);
        expect(await read(`/api/contacts/${pointing._id}`)).toMatchObject({ accounts_contacts: hidden });
        const primary = await make('/api/contacts', { last_name: 'Kept', accounts_contacts: shown });
        const merge = (primaryId: string, duplicateIds: readonly string[], fields: object) =>
          writer.post('/api/merge/records', { _moduleName: 'contacts', primaryId, duplicateIds, fields });
        expectMissing(
          must(await merge(primary._id, [(await make('/api/contacts', { last_name: 'Bare' }))._id], { accounts_contacts: hidden }), 422),
          'accounts_contacts',
        );
        must(await merge(primary._id, [pointing._id], { accounts_contacts: hidden }));
        expect(await read(`/api/contacts/${primary._id}`)).toMatchObject({ accounts_contacts: hidden });
        const empty = await make('/api/contacts', { last_name: 'Empty' });
        must(await merge(empty._id, [primary._id], {}));
        expect(await read(`/api/contacts/${empty._id}`)).toMatchObject({ accounts_contacts: hidden });
      });

      it('and is moved by a merge wherever it is, while only records that the user may see are counted', async () => {
        const [mine, theirs] = [(await make('/api/teams', { name: 'Own' }))._id, (await make('/api/teams', { name: 'Other' }))._id];
        const { client: merger } = await signUp('Standard', [await roleWith('Merger', { contacts: ALL, accounts: ALL })], [mine]);
        const [primary, twin] = [
          (await make('/api/accounts', { name: 'Primary school', teams: [mine] }))._id,
          (await make('/api/accounts', { name: 'Twin academy', teams: [mine] }))._id,
        ];
        const pointing = [
          `/api/contacts/${(await make('/api/contacts', { last_name: 'Seen', accounts_contacts: twin, teams: [mine] }))._id}`,
          `/api/contacts/${(await make('/api/contacts', { last_name: 'Unseen', accounts_contacts: twin, teams: [theirs] }))._id}`,
          `/api/jobs/${(await make('/api/jobs', { custom_job_title: 'Unseen', accounts_jobs: twin }))._id}`,
        ];
        const body = must(
          await merger.post('/api/merge/records', { _moduleName: 'accounts', primaryId: primary, duplicateIds: [twin], fields: {} }),
        );
        expect(body.moved).toEqual([{ module: 'contacts', field: 'accounts_contacts', count: 1 }]);
        const now = await Promise.all(pointing.map((path) => read(path)));
        expect(now.map((record) => record['accounts_contacts'] ?? record['accounts_jobs'])).toEqual([primary, primary, primary]);
      });

      it('and for a System Admin to any existing record', async () => {
        must(await admin().post('/api/contacts', { last_name: 'Free', accounts_contacts: hidden, teams: [GLOBAL_TEAM_ID] }), 201);
      });
    });

    it("can refer, in a provider's message about an item, only to an item assigned to the provider", async () => {
      const [mine, other] = [await signUp('Provider', ['role_provider']), await signUp('Provider', ['role_provider'])];
      const itemOf = async (user: string, fields: object = {}): Promise<string> => {
        const provider = await make('/api/providers', { last_name: 'Writes', related_user: user });
        const relatedCredentialingRecord = (await make('/api/credentialing', { providers_credentialing: provider._id }))._id;
        return (await make('/api/credentialing-required-items', { label: 'License', relatedCredentialingRecord, ...fields }))._id;
      };
      const [own, others] = [await itemOf(mine.id), await itemOf(other.id)];
      const { relatedCredentialingRecord } = await read(`/api/credentialing-required-items/${own}`);
      const staffs = (
        await make('/api/credentialing-required-items', { label: 'Check', relatedCredentialingRecord, provider_assigned: false })
      )._id;
      const write = (required_item: string, more: object = {}) =>
        mine.client.post('/api/credentialing-required-item-messages', { required_item, message: 'Sent it', ...more });
      const { _id: written } = must(await write(own), 201);
      expect(must(await mine.client.get(`/api/credentialing-required-item-messages/${written}`))).toMatchObject({
        message: 'Sent it',
        required_item: own,
      });
      for (const item of [others, staffs]) expectMissing(must(await write(item), 422), 'required_item');
      expectMissing(must(await write(own, { viewedBy: [other.id] }), 422), 'viewedBy');
      expect((await write(own, { staff_only: true })).status).toBe(403);
      expect((await mine.client.put(`/api/credentialing-required-item-messages/${written}`, { message: 'Not so' })).status).toBe(403);
      expect(
        must(
          await admin().post('/api/credentialing-required-item-messages/search', {
            searchTerms: { required_item: { in: [others, staffs] } },
          }),
        ).total,
      ).toBe(0);
    });
  },
  {},
);

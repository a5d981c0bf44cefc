import { beforeAll, expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '#engine';
import { describeOnEachStore } from '../../../tests/api/each-store.ts';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import { createSignedInUser } from '../../../tests/support/create-signed-in-user.ts';
import { createRecordHelpers, must } from '../../../tests/support/record-helpers.ts';
import { migrateOwners } from '../server/migrate-owners.ts';
import { ALL, fillBarrels, publishBarrels } from './barrels.ts';

const OWN = { ...ALL, edit: 'Owner', delete: 'Owner' };
const RIGHTS = { barrels: ALL, reports: OWN, reportCharts: OWN };

describeOnEachStore(
  'Sharing of reports',
  (server) => {
    const admin = (): ApiClient => server().admin;
    const { make } = createRecordHelpers(admin);
    const roles: { [name: string]: string } = {};
    let [owner, reader, stranger]: ApiClient[] = [];
    const client = (one: ApiClient | undefined): ApiClient => {
      if (one === undefined) throw new Error('no client');
      return one;
    };
    const report = async (fields: object): Promise<string> =>
      (await must(client(owner).post('/api/reports', { name: 'Barrels', related_module: 'barrels', group_by: ['stage'], ...fields }), 201))
        ._id as string;
    const chart = async (of: string, who = client(owner)): Promise<string> =>
      (await must(who.post('/api/report-charts', { name: 'Drawn', report: of, chart_type: 'bar' }), 201))._id as string;
    /** The status of each way to a report and its chart. */
    const waysOf = async (who: ApiClient, id: string, drawn: string): Promise<readonly number[]> =>
      Promise.all(
        [
          who.get(`/api/reports/${id}`),
          who.post(`/api/reports/${id}/data`, {}),
          who.get(`/api/reports/${id}/export`),
          who.get(`/api/report-charts/${drawn}`),
          who.post(`/api/report-charts/${drawn}/data`, {}),
          who.get(`/api/report-charts/${drawn}/export`),
        ].map(async (call) => (await call).status),
      );
    const listed = async (who: ApiClient, path: string, text: object): Promise<number> =>
      (await must(who.post(`${path}/search`, { searchTerms: text }))).total as number;

    beforeAll(async () => {
      await publishBarrels(server());
      await fillBarrels(admin(), (await make('/api/teams', { name: 'Coopers' }))._id);
      for (const name of ['Makers', 'Tasters', 'Drinkers']) roles[name] = (await make('/api/roles', { name, module_access: RIGHTS }))._id;
      owner = await createSignedInUser(server(), 'maker@muster.test', ['Makers', 'Tasters']);
      reader = await createSignedInUser(server(), 'taster@muster.test', ['Tasters']);
      stranger = await createSignedInUser(server(), 'drinker@muster.test', ['Drinkers']);
    });

    it('keeps a new report private to its owner on every path, and admins see it', async () => {
      const id = await report({ name: 'Mine alone' });
      const drawn = await chart(id);
      const none = Array.from({ length: 6 }, () => 404);
      const all = Array.from({ length: 6 }, () => 200);
      expect(await waysOf(client(owner), id, drawn)).toEqual(all);
      expect(await waysOf(admin(), id, drawn)).toEqual(all);
      for (const who of [reader, stranger]) {
        expect(await waysOf(client(who), id, drawn)).toEqual(none);
        expect(await listed(client(who), '/api/reports', { name: 'Mine alone' })).toBe(0);
        expect(await listed(client(who), '/api/report-charts', { report: id })).toBe(0);
        const found = await must(client(who).post('/api/reports/search', { search: 'Mine alone' }));
        expect(JSON.stringify(found)).not.toContain(id);
      }
      // Neither the history nor a related search tells of it.
      expect((await client(stranger).get(`/api/reports/${id}/history`)).status).not.toBe(200);
      const related = { report: { related: { name: { startsWith: 'Mine' } } } };
      expect(await listed(client(stranger), '/api/report-charts', related)).toBe(0);
    });

    it('shows it to the roles that it is shared with, or to everyone, who do not change it', async () => {
      const id = await report({ shared_roles: [roles['Tasters']] });
      const drawn = await chart(id);
      expect(await waysOf(client(reader), id, drawn)).toEqual(Array.from({ length: 6 }, () => 200));
      expect(await waysOf(client(stranger), id, drawn)).toEqual(Array.from({ length: 6 }, () => 404));
      expect((await client(reader).put(`/api/reports/${id}`, { name: 'Other' })).status).toBe(403);
      expect((await client(reader).put(`/api/report-charts/${drawn}`, { name: 'Other' })).status).toBe(403);
      const added = await client(reader).post('/api/report-charts', { name: 'More', report: id, chart_type: 'bar' });
      expect([added.status, added.body.code]).toEqual([403, 'report_not_own']);
      await must(client(owner).put(`/api/reports/${id}`, { shared: true, shared_roles: [] }));
      expect(await waysOf(client(stranger), id, drawn)).toEqual(Array.from({ length: 6 }, () => 200));
      await must(client(owner).put(`/api/reports/${id}`, { shared: false }));
      expect(await waysOf(client(reader), id, drawn)).toEqual(Array.from({ length: 6 }, () => 404));
    });

    it('takes only roles of the user, and keeps those that an admin added', async () => {
      const id = await report({});
      const refused = await client(owner).put(`/api/reports/${id}`, { shared_roles: [roles['Drinkers']] });
      expect([refused.status, refused.body.code]).toEqual([422, 'report_not_shareable']);
      expect(refused.body.details).toMatchObject([{ field: 'shared_roles' }]);
      await must(admin().put(`/api/reports/${id}`, { shared_roles: [roles['Drinkers']] }));
      await must(client(owner).put(`/api/reports/${id}`, { shared_roles: [roles['Drinkers'], roles['Tasters']] }));
      expect((await client(stranger).get(`/api/reports/${id}`)).status).toBe(200);
    });

    it('lets its charts go with it to another owner', async () => {
      const id = await report({});
      const drawn = await chart(id, admin());
      const [one, other] = await Promise.all(
        [owner, reader].map(async (who) => (await client(who).get('/api/shell')).body.user._id as string),
      );
      expect((await must(admin().get(`/api/report-charts/${drawn}`))).assigned_to).toBe(one);
      await must(admin().put(`/api/reports/${id}`, { assigned_to: other }));
      expect(await waysOf(client(owner), id, drawn)).toEqual(Array.from({ length: 6 }, () => 404));
      await must(client(reader).put(`/api/report-charts/${drawn}`, { name: 'Taken over' }));
    });

    it('was open to everyone before: reports without an owner stay visible', async () => {
      const { records } = server().application;
      const fields = { name: 'Older', related_module: 'barrels' };
      const { record: older } = await records.create(SYSTEM_ACTOR, { module: 'reports', fields });
      expect((await client(reader).get(`/api/reports/${older._id}`)).status).toBe(404);
      for (let run = 0; run < 2; run += 1) await migrateOwners({ records, actor: SYSTEM_ACTOR });
      expect((await client(reader).get(`/api/reports/${older._id}`)).status).toBe(200);
    });
  },
  {},
);

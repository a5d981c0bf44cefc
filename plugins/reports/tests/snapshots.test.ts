import { beforeAll, expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '#engine';
import { addDays, toText } from '#engine/model';
import type { ModuleDefinition } from '#engine/model/definitions';
import { describeOnEachStore } from '../../../tests/api/each-store.ts';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import { createSignedInUser } from '../../../tests/support/create-signed-in-user.ts';
import { createRecordHelpers, must } from '../../../tests/support/record-helpers.ts';
import { runJob } from '../../../tests/support/run-job.ts';
import type { TrendResponse } from '../shared/contract.ts';
import { ALL, fillBarrels, publishBarrels } from './barrels.ts';

const OWN = { ...ALL, edit: 'Owner', delete: 'Owner' };
const RIGHTS = { barrels: ALL, kegs: ALL, reports: OWN, reportCharts: OWN };
const MODULE = 'reportSnapshots';
const KEGS: ModuleDefinition = { id: 'kegs', name: 'kegs', label: 'Kegs', labelSingular: 'Keg', kind: 'plain', fields: [] };

describeOnEachStore(
  'Snapshots of reports',
  (server) => {
    const admin = (): ApiClient => server().admin;
    const { make } = createRecordHelpers(admin);
    let [owner, peer, teamMember]: ApiClient[] = [];
    let [ownerId, role] = ['', ''];
    const of = (one: ApiClient | undefined): ApiClient => {
      if (one === undefined) throw new Error('no client');
      return one;
    };
    const report = async (fields: object = {}): Promise<string> =>
      (
        await must(
          of(owner).post('/api/reports', {
            name: 'Stages',
            related_module: 'barrels',
            group_by: ['stage'],
            aggregates: [{ function: 'count' }, { function: 'sum', fieldName: 'litres' }],
            daily_snapshots: true,
            shared_roles: [role],
            ...fields,
          }),
          201,
        )
      )._id as string;
    const take = async () => (await runJob(server(), 'reports/take-snapshots')).result as { stored: number; skipped: number };
    const snapshotsOf = async (id: string) =>
      (await server().application.records.find(SYSTEM_ACTOR, { module: MODULE, filter: { report: { equals: id } }, limit: 10 })).data;
    /** Makes the snapshots of today those of an earlier day, as if that day had passed. */
    const moveBack = async (id: string, days: number): Promise<string> => {
      const [snapshot] = await snapshotsOf(id);
      const day = addDays(toText(snapshot?.['day']), -days);
      await server().application.records.update(SYSTEM_ACTOR, {
        module: MODULE,
        id: String(snapshot?._id),
        fields: { day, snapshot_key: `${id} ${day}` },
      });
      return day;
    };
    const trendOf = (who: ApiClient, id: string, query = ''): Promise<TrendResponse> =>
      must(who.get(`/api/reports/${id}/trend${query}`)) as Promise<TrendResponse>;
    const remove = (id: string) => must(admin().put(`/api/reports/mark-deleted/${id}`, {}));

    beforeAll(async () => {
      await publishBarrels(server());
      await server().application.registry.publish({ author: undefined, changes: [{ kind: 'module', id: 'kegs', definition: KEGS }] });
      const team = (await make('/api/teams', { name: 'Coopers' }))._id;
      await fillBarrels(admin(), team);
      role = (await make('/api/roles', { name: 'Cellar', module_access: RIGHTS }))._id;
      owner = await createSignedInUser(server(), 'trend.owner@muster.test', ['Cellar']);
      peer = await createSignedInUser(server(), 'trend.peer@muster.test', ['Cellar']);
      teamMember = await createSignedInUser(server(), 'trend.team@muster.test', ['Cellar']);
      ownerId = (await must(owner.get('/api/shell'))).user._id as string;
      const memberId = (await must(teamMember.get('/api/shell'))).user._id as string;
      await must(admin().put(`/api/users/${memberId}`, { teams: [team] }));
    });

    it('are stored once a day, and show how the figures changed', async () => {
      const id = await report();
      expect(await trendOf(of(owner), id)).toMatchObject({ figures: null, days: 0, hidden: 0, isStored: true });
      expect((await take()).stored).toBe(1);
      expect((await take()).stored).toBe(0);
      const first = await moveBack(id, 1);
      const added = await must(admin().post('/api/barrels', { name: 'Fir', stage: 'Open', litres: 30 }), 201);
      expect((await take()).stored).toBe(1);
      expect(await snapshotsOf(id)).toHaveLength(2);

      const all = await trendOf(of(owner), id);
      expect(all).toMatchObject({ days: 2, hidden: 0, since: first, measure: 'count', group: 'Stage' });
      expect(all.measures.map(({ name }) => name)).toEqual(['count', 'sum_litres']);
      expect(all.figures?.steps.map(({ unit, groups }) => [unit, groups.map(({ key }) => key)])).toEqual([
        ['day', [first, addDays(first, 1)]],
      ]);
      // Cedar is of a team that the owner does not belong to.
      expect(all.figures?.rows.map(({ values }) => values['count'])).toEqual([3, 4]);
      const split = await trendOf(of(owner), id, '?split=true&measure=sum_litres');
      expect(split.figures?.steps[1]?.groups.map(({ label }) => label)).toContain('Open');
      const open = split.figures?.steps[1]?.groups.findIndex(({ label }) => label === 'Open');
      expect(split.figures?.rows.filter(({ at }) => at[1] === open).map(({ values }) => values['sum_litres'])).toEqual([150, 180]);
      // Only today.
      expect((await trendOf(of(owner), id, '?days=0')).days).toBe(1);
      await must(admin().put(`/api/barrels/mark-deleted/${added['_id']}`, {}));
      await remove(id);
    });

    it('are shown to their owner and to those who see all these records, and to nobody else', async () => {
      const id = await report({ name: 'Seen' });
      await take();
      expect((await trendOf(of(owner), id)).days).toBe(1);
      expect((await trendOf(admin(), id)).days).toBe(1);
      // Each sees barrels of their own that others do not, the member of the team those of the team too.
      for (const other of [peer, teamMember]) expect(await trendOf(of(other), id)).toMatchObject({ days: 0, hidden: 1, figures: null });
      const stranger = await createSignedInUser(server(), 'trend.stranger@muster.test', []);
      expect((await stranger.get(`/api/reports/${id}/trend`)).status).toBe(403);
      await must(of(owner).put(`/api/reports/${id}`, { shared_roles: [] }));
      expect((await of(peer).get(`/api/reports/${id}/trend`)).status).toBe(404);
      // Nobody reads or writes the stored figures themselves; an admin sees that they exist.
      expect((await of(owner).post('/api/report-snapshots/search', {})).status).toBe(403);
      const { data } = await must(admin().post('/api/report-snapshots/search', { searchTerms: { report: id } }));
      expect(data).toHaveLength(1);
      expect(data[0]).not.toHaveProperty('figures');
      expect(data[0]).not.toHaveProperty('definition_key');
      await remove(id);
    });

    it('of a module without teams are shown to everyone who sees the report', async () => {
      await must(admin().post('/api/kegs', { name: 'Oak' }), 201);
      const id = await report({ name: 'Kegs', related_module: 'kegs', group_by: [], aggregates: [{ function: 'count' }] });
      await take();
      for (const who of [owner, peer, teamMember, admin()])
        expect((await trendOf(of(who), id)).figures?.rows).toMatchObject([{ values: { count: 1 } }]);
      await remove(id);
    });

    it('of a filter with the user are shown to this user alone', async () => {
      const id = await report({ name: 'Mine', search_terms: { assigned_to: { equals: { $: 'me' } } } });
      await take();
      expect((await trendOf(of(owner), id)).days).toBe(1);
      expect(await trendOf(of(peer), id)).toMatchObject({ days: 0, hidden: 1 });
      await remove(id);
    });

    it('of before a change of the report are not mixed with those after it, and a new name of the report changes nothing', async () => {
      const id = await report({ name: 'Changed' });
      await take();
      await must(of(owner).put(`/api/reports/${id}`, { search_terms: { cellar: 'North' } }));
      expect(await trendOf(of(owner), id)).toMatchObject({ days: 0, hidden: 1 });
      await must(of(owner).put(`/api/reports/${id}`, { search_terms: {}, name: 'Renamed' }));
      expect(await trendOf(of(owner), id)).toMatchObject({ days: 1, hidden: 0 });
      await remove(id);
    });

    it('are not stored for an owner who left, for lists, or without being asked for', async () => {
      const list = await report({ name: 'List', group_by: [], aggregates: [], columns: ['name'] });
      const unasked = await report({ name: 'Unasked', daily_snapshots: false });
      const left = await report({ name: 'Left' });
      await must(admin().put(`/api/users/${ownerId}`, { active: false }));
      expect(await take()).toEqual({ stored: 0, skipped: 2 });
      await must(admin().put(`/api/users/${ownerId}`, { active: true }));
      expect((await take()).stored).toBe(1);
      expect([await snapshotsOf(list), await snapshotsOf(unasked), await snapshotsOf(left)].map(({ length }) => length)).toEqual([0, 0, 1]);
      for (const id of [list, unasked, left]) await remove(id);
    });

    it('are deleted after the days of the setting', async () => {
      const id = await report({ name: 'Old' });
      await take();
      await moveBack(id, 800);
      await take();
      expect((await snapshotsOf(id)).map(({ day }) => day)).toHaveLength(1);
      expect((await trendOf(of(owner), id)).days).toBe(1);
      await remove(id);
    });

    it('refuse days that are no number, and more days than a trend has', async () => {
      const id = await report({ name: 'Days' });
      for (const days of ['many', '-1', '', '732']) {
        const { status, body } = await admin().get(`/api/reports/${id}/trend?days=${days}`);
        expect([status, body.code, body.details?.[0]?.field], days).toEqual([422, 'parameter_invalid', 'days']);
      }
      await remove(id);
    });
  },
  {},
);

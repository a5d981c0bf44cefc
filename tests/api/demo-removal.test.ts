import { beforeAll, expect, inject, it } from 'vitest';
import { GLOBAL_TEAM_ID } from '#engine/model/definitions';
import type { DemoDataView } from '#engine/model/wire';
import { DEMO_PASSWORD, replaceFirstSeed } from '../../engine/application/index.ts';
import { readMeta, writeSeedState } from '../../migrations/index.ts';
import { describeOnEachStore } from './each-store.ts';

/** Number of leads; all else is in proportion. */
const SIZE = 40;

describeOnEachStore(
  'The removal of the demo data',
  (server) => {
    const admin = () => server().admin;
    const total = async (path: string): Promise<number> =>
      (await admin().post(`/api/${path}/search`, { pageSize: 1 })).body.total as number;
    const describe = async (): Promise<DemoDataView> => (await admin().get('/api/demo-data')).body as DemoDataView;

    beforeAll(async () => {
      const { application } = server();
      expect(await describe()).toEqual({ total: 0, modules: [], removal: null });
      expect((await admin().post('/api/demo-data/remove', {})).body).toMatchObject({ code: 'demo_data_missing' });
      const meta = await readMeta(application.store);
      if (meta !== undefined) await writeSeedState(application.store, meta, 'pending');
      await replaceFirstSeed(application, SIZE, () => undefined);
    });

    it('counts them by module for System Admins, and starts by this request alone', async () => {
      const { total: all, modules } = await describe();
      expect(modules).toContainEqual({ module: 'leads', label: 'Leads', count: SIZE });
      expect(all).toBe(modules.reduce((sum, { count }) => sum + count, 0));
      expect(modules.some(({ module }) => module === 'roles')).toBe(false);
      const staff = await server().signIn('jordan.avery@muster.example', DEMO_PASSWORD);
      expect((await staff.get('/api/demo-data')).body).toMatchObject({ code: 'admin_only' });
      expect((await staff.post('/api/demo-data/remove', {})).body).toMatchObject({ code: 'admin_only' });
      expect((await admin().post('/api/queues/muster/remove-demo-data/run')).body).toMatchObject({ code: 'job_invalid' });
    });

    it('removes them in the background, keeps what people made, and clears its references to them', async () => {
      const { data: users } = (await admin().get('/api/users?pageSize=100')).body as { data: { _id: string; email: string }[] };
      const owner = users.find(({ email }) => email === 'priya.raman@muster.example')?._id;
      const { data: teams } = (await admin().get('/api/teams')).body as { data: { _id: string; name: string }[] };
      const team = teams.find(({ name }) => name === 'Gulf South')?._id;
      const made = await admin().post('/api/leads?duplicates=allow', {
        first_name: 'Real',
        last_name: 'Person',
        assigned_to: owner,
        teams: [team, GLOBAL_TEAM_ID],
      });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      const ownTeam = await admin().post('/api/teams', { name: 'Our office' });
      expect(ownTeam.status, JSON.stringify(ownTeam.body)).toBe(201);
      expect((await admin().post('/api/demo-data/remove', {})).status).toBe(200);
      await expect
        .poll(describe, { timeout: 60_000 * inject('timeoutFactor'), interval: 200 })
        .toMatchObject({ total: 0, modules: [], removal: { state: 'done' } });
      expect(await total('leads')).toBe(1);
      expect(await total('accounts')).toBe(0);
      const lead = (await admin().get(`/api/leads/${made.body._id}`)).body;
      expect(lead).toMatchObject({ first_name: 'Real', last_name: 'Person' });
      expect(lead.assigned_to ?? null).toBeNull();
      expect(lead.teams).not.toContain(team);
      expect((await admin().get('/api/teams')).body.data.map(({ name }: { name: string }) => name).sort()).toEqual([
        'Global',
        'Our office',
      ]);
      const left = (await admin().get('/api/users?pageSize=100')).body as { data: { userType: string }[] };
      expect(left.data.map(({ userType }) => userType)).toEqual(['System Admin']);
      expect(
        (await server().anonymous.post('/api/users/login', { email: 'priya.raman@muster.example', password: DEMO_PASSWORD })).status,
      ).toBe(422);
      expect((await admin().post('/api/demo-data/remove', {})).body).toMatchObject({ code: 'demo_data_missing' });
    });
  },
  {},
);

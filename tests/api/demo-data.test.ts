import { beforeAll, expect, it } from 'vitest';
import { DEMO_PASSWORD, runSeed } from '../../engine/application/index.ts';
import { describeOnEachStore } from './each-store.ts';

/** Leads; all else is in proportion. */
const SIZE = 250;

describeOnEachStore('The demo data', (server) => {
  const total = async (module: string): Promise<number> => (await server().admin.post(`/api/${module}/search`, { pageSize: 1 })).body.total as number;

  beforeAll(async () => {
    await runSeed(server().application, { size: SIZE });
  }, 120_000);

  it('are a company in proportion, whose records refer to each other', async () => {
    const counts = { leads: 250, accounts: 20, jobs: 60, subs: 300, providers: 40 };
    for (const [module, count] of Object.entries(counts)) expect(await total(module), module).toBe(count);
    expect((await server().admin.post('/api/subs/search', { searchTerms: { leads_subs: { related: {} }, jobs_subs: { related: {} }, accounts_subs: { related: {} } }, pageSize: 1 })).body.total).toBe(300);
    expect((await server().admin.post('/api/leads/search', { searchTerms: { 'current_address.zip': { exists: false } }, pageSize: 1 })).body.total).toBe(0);
    expect((await server().admin.get('/api/teams')).body.data.map(({ name }: { name: string }) => name).sort()).toEqual(['Global', 'Gulf South', 'North and East', 'Provider', 'West']);
  });

  it('have users of every type, each of whom signs in and finds something to work on', async () => {
    const people = { 'jordan.avery': 'Admin', 'priya.raman': 'Standard', 'tess.lindgren': 'Dashboard', provider: 'Provider' };
    for (const [name, userType] of Object.entries(people)) {
      const client = await server().signIn(`${name}@muster.example`, DEMO_PASSWORD);
      expect((await client.get('/api/auth/authenticated')).body.user.userType).toBe(userType);
      expect((await client.get('/api/tasks')).body.total, name).toBeGreaterThan(0);
    }
  });

  it('grow when they are made again, for the same people', async () => {
    const teams = async (): Promise<number> => (await server().admin.post('/api/leads/group', { by: [{ field: 'teams' }] })).body.data.length as number;
    const [users, before] = [await total('users'), await teams()];
    await runSeed(server().application, { size: 50 });
    expect([await total('leads'), await total('providers'), await total('users')]).toEqual([SIZE + 50, 48, users]);
    expect(await teams()).toBe(before);
  });

  it('show a provider and a dashboard user their own records alone', async () => {
    const provider = await server().signIn('provider@muster.example', DEMO_PASSWORD);
    expect((await provider.get('/api/providers')).body.total).toBe(1);
    for (const module of ['placements', 'documents', 'pto-requests', 'pto-balances']) {
      const { body } = await provider.get(`/api/${module}`);
      expect(body.total, module).toBeGreaterThan(0);
      expect(body.total, module).toBeLessThan(await total(module));
    }
    const dashboard = await server().signIn('tess.lindgren@muster.example', DEMO_PASSWORD);
    expect((await dashboard.get('/api/pto-requests')).body.data).toMatchObject([{ name: expect.stringMatching(/^Tess Lindgren/) }]);
    expect((await dashboard.get('/api/leads')).body.code).toBe('module_access_denied');
  });
}, {});

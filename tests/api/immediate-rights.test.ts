import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createApiClient, type ApiClient } from '../support/api-client.ts';
import { readService } from '../support/services.ts';
import { dropDatabase, makeDatabaseUrl } from '../support/prepared-data.ts';
import { startProcess, type TestProcess } from '../support/start-process.ts';

const ADMIN = { email: 'boss@muster.test', password: 'Process-pass1!' };
const PASSWORD = 'Recruit-pass1!';
const SECRET = 'a-secret-of-tests-that-is-long-enough-0123456789';

const stores = ['sqlite', ...(readService('MONGODB_URL', 'rights between two processes on MongoDB') === undefined ? [] : ['mongodb'])];

describe.each(stores)(
  'A change of rights on %s',
  (store) => {
    const running: TestProcess[] = [];
    const folder = mkdtempSync(path.join(tmpdir(), 'muster-rights-'));
    const mongodbUrl = store === 'mongodb' ? makeDatabaseUrl() : undefined;
    /** The admin's process, and another one on the same store. */
    let here: string;
    let there: string;
    let admin: ApiClient;
    let hired = 0;

    const start = async (): Promise<string> => {
      const started = await startProcess({
        MUSTER_DATA_DIR: folder,
        MUSTER_SECRET: SECRET,
        MUSTER_ADMIN_EMAIL: ADMIN.email,
        MUSTER_ADMIN_PASSWORD: ADMIN.password,
        ...(mongodbUrl === undefined ? {} : { MONGODB_URL: mongodbUrl }),
      });
      running.push(started);
      await started.untilReady();
      return started.url;
    };
    const signIn = async (url: string, email: string, password: string): Promise<ApiClient> =>
      createApiClient(url, (await createApiClient(url, undefined).post('/api/users/login', { email, password })).body.token as string);
    const must = async (call: ReturnType<ApiClient['get']>, ...statuses: readonly number[]) => {
      const response = await call;
      expect(statuses, JSON.stringify(response.body)).toContain(response.status);
      return response.body;
    };
    /** Creates a recruiter without a team, with a session at each of the processes. */
    const hire = async (): Promise<{ readonly id: string; readonly clients: readonly ApiClient[] }> => {
      hired += 1;
      const email = `rights${hired}@muster.test`;
      const made = await must(
        admin.post('/api/users/register', {
          first_name: 'Rae',
          last_name: 'Rights',
          email,
          password: PASSWORD,
          userType: 'Standard',
          roles: ['role_recruiter'],
          teams: [],
          active: true,
        }),
        201,
      );
      const client = await signIn(here, email, PASSWORD);
      return { id: made._id, clients: [client, createApiClient(there, client.token)] };
    };

    beforeAll(async () => {
      here = await start();
      there = await start();
      admin = await signIn(here, ADMIN.email, ADMIN.password);
    });
    afterAll(async () => {
      for (const one of running) {
        one.child.kill('SIGKILL');
        await one.ended;
      }
      rmSync(folder, { recursive: true, force: true });
      if (mongodbUrl !== undefined) await dropDatabase(mongodbUrl);
    });

    it('of teams shows and hides records with the next request, at every process', async () => {
      const { id, clients } = await hire();
      const team = (await must(admin.post('/api/teams', { name: 'North' }), 201))._id;
      const lead = (await must(admin.post('/api/leads', { first_name: 'Nora', last_name: 'North', teams: [team] }), 201))._id;
      const total = async (client: ApiClient): Promise<number> =>
        (await must(client.post('/api/leads/search', { searchTerms: { last_name: 'North' } }), 200)).total;
      for (const client of clients) expect([(await client.get(`/api/leads/${lead}`)).status, await total(client)]).toEqual([404, 0]);
      for (let turn = 0; turn < 5; turn += 1) {
        await must(admin.post('/api/users/update-teams', { userId: id, teams: [team] }), 200);
        for (const client of clients) expect([(await client.get(`/api/leads/${lead}`)).status, await total(client)]).toEqual([200, 1]);
        await must(admin.post('/api/users/update-teams', { userId: id, teams: [] }), 200);
        for (const client of clients)
          expect([await total(client), (await client.put(`/api/leads/${lead}`, { first_name: 'No' })).status]).toEqual([0, 404]);
      }
    });

    it('of roles gives and removes access to modules with the next request, at every process', async () => {
      const { id, clients } = await hire();
      const statuses = (): Promise<readonly number[]> =>
        Promise.all(clients.map(async (client) => (await client.get('/api/leads')).status));
      expect(await statuses()).toEqual([200, 200]);
      for (let turn = 0; turn < 5; turn += 1) {
        await must(admin.post('/api/users/update-roles', { userId: id, roles: [] }), 200);
        expect(await statuses()).toEqual([403, 403]);
        for (const client of clients)
          expect((await must(client.get('/api/shell'), 200)).modules.map((module: { name: string }) => module.name)).not.toContain('leads');
        await must(admin.post('/api/users/update-roles', { userId: id, roles: ['role_recruiter'] }), 200);
        expect(await statuses()).toEqual([200, 200]);
      }
    });

    it("of a role's definition or of a user's active state applies with the next request, at every process", async () => {
      const { id, clients } = await hire();
      const leads = { access: true, create: false, mass_update: false, export: false, view: 'All', edit: 'None', delete: 'None' };
      const role = (await must(admin.post('/api/roles', { name: `Reader ${store}`, module_access: { leads } }), 201))._id;
      await must(admin.post('/api/users/update-roles', { userId: id, roles: [role] }), 200);
      for (const [index, client] of clients.entries())
        expect((await client.post('/api/leads', { first_name: 'Al', last_name: `Early ${index}` })).status).toBe(403);
      await must(admin.put(`/api/roles/${role}`, { module_access: { leads: { ...leads, create: true } } }), 200);
      for (const [index, client] of clients.entries())
        await must(client.post('/api/leads', { first_name: 'Al', last_name: `Late ${index}` }), 201);
      await must(admin.put(`/api/users/mark-user-inactive/${id}`), 200);
      for (const client of clients) expect([401, 403]).toContain((await client.get('/api/leads')).status);
    });
  },
  120_000 * inject('timeoutFactor'),
);

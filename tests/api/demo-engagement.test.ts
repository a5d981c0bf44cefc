import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD, runSeed } from '../../engine/application/seed.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

type Entry = { readonly [field: string]: unknown };

/** Wallets, rewards, courses and conversations of the demo company, as each type of user sees them. */
describe('Demo data of rewards, courses and conversations', () => {
  let server: TestServer;
  let recruiter: ApiClient;
  let provider: ApiClient;
  let recruiterId = '';
  beforeAll(async () => {
    server = await startServer({ store: 'sqlite', clock: { now: () => Date.UTC(2026, 4, 5, 15) } });
    await runSeed(server.application, { size: 50 });
    recruiter = await server.signIn('priya.raman@muster.example', DEMO_PASSWORD);
    provider = await server.signIn('provider@muster.example', DEMO_PASSWORD);
    recruiterId = String((await listAll(server.admin, 'users', { email: 'priya.raman@muster.example' }))[0]?.['_id']);
  });
  afterAll(() => server?.stop());

  async function listAll(client: ApiClient, path: string, searchTerms: Entry = {}): Promise<readonly Entry[]> {
    const { status, body } = await client.post(`/api/${path}/search`, { pageSize: 1_000, searchTerms });
    expect(status, path).toBe(200);
    return body.data as Entry[];
  }

  it('have wallets and point balances that equal the sum of their histories and are never negative', async () => {
    const sum = (history: unknown, amount: string): number =>
      (history as Entry[]).reduce((total, entry) => total + Number(entry[amount]) * (entry['actionType'] === 'subtract' ? -1 : 1), 0);
    const wallets = await listAll(server.admin, 'wallets');
    expect(wallets.length).toBeGreaterThan(5);
    for (const wallet of wallets) expect(sum(wallet['coinHistory'], 'count'), String(wallet['name'])).toBe(wallet['balance']);
    for (const rewards of await listAll(server.admin, 'user-rewards-recognition'))
      expect(sum(rewards['pointsHistory'], 'points'), String(rewards['name'])).toBe(rewards['pointsBalance']);
    for (const order of await listAll(server.admin, 'store-transactions'))
      expect(
        (order['items'] as { selectedOption: { price: number } }[]).reduce((total, line) => total + line.selectedOption.price, 0),
      ).toBe(order['total']);
  });

  it('show wallets, rewards, orders and course enrolments only to their owner, and let nobody change their own balance', async () => {
    for (const path of ['wallets', 'user-rewards-recognition', 'store-transactions', 'course-sessions', 'course-eval-entries']) {
      const own = await listAll(recruiter, path);
      expect(new Set(own.map(({ user }) => user)), path).toEqual(new Set([recruiterId]));
      expect((await listAll(server.admin, path)).length, path).toBeGreaterThan(own.length);
    }
    const wallet = (await recruiter.get(`/api/wallets/for-user/${recruiterId}`)).body as Entry;
    expect((await recruiter.put(`/api/wallets/${String(wallet['_id'])}`, { balance: 1_000_000 })).status).toBe(403);
    expect((await recruiter.post('/api/wallets', { user: recruiterId, balance: 5 })).status).toBe(403);
    expect((await server.admin.post('/api/wallets', { user: recruiterId, balance: 5 })).body).toMatchObject({ code: 'not_unique' });
  });

  it('show a provider their own courses and content for providers, and no content of the staff', async () => {
    const courses = await listAll(provider, 'courses');
    expect(courses.length).toBeGreaterThan(5);
    expect(courses.every(({ audience }) => (audience as string[]).includes('Providers'))).toBe(true);
    expect(courses.length).toBeLessThan((await listAll(server.admin, 'courses')).length);
    const sessions = await listAll(provider, 'course-sessions');
    expect(new Set(sessions.map(({ user }) => user)).size).toBe(1);
    expect(sessions).toHaveLength(5);
    expect((await listAll(provider, 'hr-policies')).map(({ status }) => status)).not.toContain('Draft');
    for (const path of ['course-evals', 'achievement-conditions', 'store-items', 'social-conversations'])
      expect((await provider.post(`/api/${path}/search`, {})).status, path).toBe(403);
  });

  it('are returned by the finders of courses, the store and conversations', async () => {
    const { admin } = server;
    const course = (await listAll(admin, 'courses', { courseId: 11 }))[0] as Entry;
    const taken = (await admin.get(`/api/course-sessions/by-course/${String(course['_id'])}`)).body.data as Entry[];
    const unattended = (await admin.get(`/api/course-sessions/by-course/${String(course['_id'])}/unattended`)).body.data as Entry[];
    expect(taken.length).toBeGreaterThan(unattended.length);
    expect(unattended.length).toBeGreaterThan(0);
    expect(unattended.every(({ attended }) => attended !== true)).toBe(true);
    expect((await admin.get('/api/courses/get-next-available/courseId')).body).toEqual({ courseId: 13 });
    expect((await admin.get('/api/store-items/byItemId/1')).body).toMatchObject({ name: 'Muster hoodie' });
    expect((await admin.get('/api/store-items/byName/Muster%20hoodie')).body).toMatchObject({ itemId: 1 });
    expect((await admin.get('/api/arcade-data/by-key/nothing')).status).toBe(404);
    expect((await admin.get(`/api/user-profiles/for-user/${recruiterId}`)).body).toMatchObject({ user: recruiterId });
  });

  it("let a user update their own profile and nobody else's", async () => {
    const own = (await recruiter.get(`/api/user-profiles/for-user/${recruiterId}`)).body as Entry;
    expect((await recruiter.put(`/api/user-profiles/${String(own['_id'])}`, { about_me: 'Now in Baton Rouge.' })).status).toBe(200);
    const other = (await listAll(recruiter, 'user-profiles')).find(({ user }) => user !== recruiterId);
    expect((await recruiter.put(`/api/user-profiles/${String(other?.['_id'])}`, { about_me: 'Nonsense.' })).status).toBe(403);
  });

  it('have fields with entries: times as people write them, ids that the product makes, lists of records, and entries in turn', async () => {
    const create = async (path: string, fields: object) => {
      const { status, body } = await server.admin.post(path, fields);
      expect(status, JSON.stringify(body)).toBe(201);
      return body;
    };
    const sheet = await create('/api/timeSheets', {
      name: 'Week',
      timeEntries: [{ date: '2026-12-01', start_time: '9 AM', end_time: '17:30' }],
    });
    expect(sheet.timeEntries).toEqual([{ date: '2026-12-01', start_time: '09:00', end_time: '17:30' }]);
    const item = await create('/api/store-items', {
      name: 'Shirt',
      options: [
        { name: 'S', price: 5 },
        { _id: 'large', name: 'L' },
      ],
    });
    const [{ _id: made }] = item.options;
    expect(made).toMatch(/^[a-z0-9]{12}$/);
    const options = [{ _id: made, name: 'Small', price: 5 }, item.options[1]];
    expect((await server.admin.put(`/api/store-items/${item._id}`, { options })).body.options).toEqual(options);
    const user = recruiterId;
    const [team] = (await create('/api/game-instances', { name: 'Race', game_teams: [{ name: 'All', members: [{ _id: user }] }] }))
      .game_teams;
    expect(team).toMatchObject({ name: 'All' });
    const inputs = [{ field: { label: 'Signature', type: { inputType: 'signature' } }, x: 12 }];
    const form = await create('/api/interactive-documents', { name: 'Form', doc_data: { pages: [{ inputs }] } });
    expect(form.doc_data).toEqual({ pages: [{ inputs }] });
    const wrong = { pages: [{ inputs: [...inputs, { field: { required: 'yes' } }] }] };
    const refused = await server.admin.put(`/api/interactive-documents/${form._id}`, { doc_data: wrong });
    expect(refused.body.details).toMatchObject([{ field: 'doc_data.pages.0.inputs.1.field.required' }]);
  });
});

import { describe, expect, inject, it } from 'vitest';
import { createUsZips } from '../../engine/adapters/us-zips/index.ts';
import { runSeed } from '../../engine/application/index.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

type Entry = { readonly [field: string]: unknown };

const NOW = Date.UTC(2026, 4, 5, 15);
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|(?<="conversation":")[\w-]{43}/g;
/** Well-known area codes and their states. */
const WELL_KNOWN: { readonly [areaCode: string]: string } = {
  206: 'WA',
  212: 'NY',
  213: 'CA',
  214: 'TX',
  303: 'CO',
  305: 'FL',
  312: 'IL',
  404: 'GA',
  415: 'CA',
  504: 'LA',
  602: 'AZ',
  615: 'TN',
  617: 'MA',
  702: 'NV',
  713: 'TX',
};

async function withCompany<T>(size: number | undefined, read: (server: TestServer) => Promise<T>): Promise<T> {
  const server = await startServer({ store: 'sqlite', clock: { now: () => NOW } });
  try {
    await runSeed(server.application, size === undefined ? {} : { size });
    return await read(server);
  } finally {
    await server.stop();
  }
}

async function listAll({ admin }: TestServer, path: string): Promise<readonly Entry[]> {
  const { status, body } = await admin.post(`${path}/search`, { pageSize: 1_000, sortField: 'createdAt', sortOrder: 'asc' });
  expect(status, path).toBe(200);
  expect(body.data.length, path).toBe(body.total);
  return body.data as Entry[];
}

/** All records of all modules in the order of their creation, with each id, and each key made of ids, replaced by its order of appearance. */
async function readCompany(server: TestServer): Promise<readonly string[]> {
  const { body } = await server.admin.get('/api/ss-modules/shallow');
  const numbers = new Map<string, number>();
  const numberOf = (id: string): string => `#${numbers.get(id) ?? (numbers.set(id, numbers.size), numbers.size - 1)}`;
  const lines: string[] = [];
  for (const { name, path } of body.data as { name: string; path: string }[]) {
    if (name === 'roles') continue;
    for (const record of await listAll(server, path)) lines.push(`${name} ${JSON.stringify(record).replace(UUID, numberOf)}`);
  }
  return lines;
}

describe('The demo company', () => {
  it('is the same in every empty store', async () => {
    const first = await withCompany(50, readCompany);
    expect(first.length).toBeGreaterThan(200);
    expect(await withCompany(50, readCompany)).toEqual(first);
  });

  it('has no record that was changed before it was created', async () => {
    const wrong = await withCompany(100, async (server) => {
      const { body } = await server.admin.get('/api/ss-modules/shallow');
      const found: string[] = [];
      // The administrator is not part of the demo data.
      for (const { name, path } of (body.data as { name: string; path: string }[]).filter((module) => module.name !== 'roles'))
        for (const { _id, createdAt, updatedAt, userType } of await listAll(server, path))
          if (userType !== 'System Admin' && String(updatedAt) < String(createdAt)) found.push(`${name} ${String(_id)}`);
      return found;
    });
    expect(wrong).toEqual([]);
  });

  it('has real addresses: city, state and ZIP match, and so do state and area code', async () => {
    const { leads, accounts } = await withCompany(400, async (server) => ({
      leads: await listAll(server, '/api/leads'),
      accounts: await listAll(server, '/api/accounts'),
    }));
    const zips = createUsZips();
    const addressed = [
      ...leads.map((lead) => ({ address: lead['current_address'] as Entry, phone: lead['mobile_phone'] })),
      ...accounts.map((account) => ({ address: account['billing_address'] as Entry, phone: account['office_phone'] })),
    ];
    const statesOf = new Map<string, Set<unknown>>();
    for (const { address, phone } of addressed) {
      expect(await zips.findZip(String(address['zip'])), JSON.stringify(address)).toMatchObject({
        city: address['city'],
        state: address['state'],
      });
      if (typeof phone !== 'string') continue;
      const area = phone.slice(0, 3);
      statesOf.set(area, (statesOf.get(area) ?? new Set()).add(address['state']));
    }
    expect(statesOf.size).toBeGreaterThan(40);
    for (const [area, states] of statesOf) expect([...states], area).toHaveLength(1);
    const known = [...statesOf].filter(([area]) => area in WELL_KNOWN);
    expect(known.length).toBeGreaterThan(5);
    for (const [area, states] of known) expect([...states], area).toEqual([WELL_KNOWN[area]]);
  });

  it(
    'has the documented size after a first start, and at least five roles with different rights',
    async () => {
      await withCompany(undefined, async ({ admin }) => {
        const counts = { leads: 5_000, accounts: 400, jobs: 1_200, subs: 6_000, providers: 800 };
        for (const [module, count] of Object.entries(counts))
          expect((await admin.post(`/api/${module}/search`, { pageSize: 1 })).body.total, module).toBe(count);
        const users = (await admin.post('/api/users/search', { pageSize: 1_000 })).body.data as Entry[];
        const usedRoles = new Set(users.flatMap(({ roles }) => roles as string[]));
        const roles = ((await admin.get('/api/roles')).body.data as Entry[]).filter(({ _id }) => usedRoles.has(String(_id)));
        expect(new Set(roles.map((role) => JSON.stringify([role['module_access'], role['field_access']]))).size).toBeGreaterThanOrEqual(5);
      });
    },
    120_000 * inject('timeoutFactor'),
  );
});

import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readService } from '../support/services.ts';
import { dropDatabase, makeDatabaseUrl } from '../support/prepared-data.ts';
import { childrenOf, startProduct, useProgram, type ProductProcess } from './product-process.ts';

const ALL = { access: true, create: true, mass_update: true, export: true, view: 'All', edit: 'All', delete: 'All' } as const;
/** With two processes on one port, this many connections reach both. */
const CONNECTIONS = 12;
const SECRET = 'a-secret-of-tests-that-is-long-enough-0123456789';

interface Reply {
  readonly status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- responses have different types
  readonly body: any;
}

const STORES = [
  'one SQLite file',
  ...(readService('MONGODB_URL', 'two processes on one MongoDB, behind one port') === undefined ? [] : ['one MongoDB']),
] as const;

const isLinux = process.platform === 'linux';
if (!isLinux) console.warn('Left out: a process that ends is replaced (only Linux lists the child processes of a process)');

describe.each(STORES)('Two processes on %s, behind one port', (store) => {
  const database = store === 'one MongoDB' ? makeDatabaseUrl() : undefined;
  const { folder, theProgram } = useProgram('workers');
  let product: ProductProcess | undefined;
  let token = '';
  const theProduct = (): ProductProcess => {
    if (product === undefined) throw new Error('The product did not start');
    return product;
  };

  beforeAll(async () => {
    product = await startProduct(theProgram(), {
      dataFolder: folder,
      environment: { MUSTER_WORKERS: '2', ...(database === undefined ? {} : { MONGODB_URL: database, MUSTER_SECRET: SECRET }) },
    });
    token = (await product.signIn()).token ?? '';
  });
  afterAll(async () => {
    product?.signal('SIGTERM');
    expect(await product?.ended).toEqual({ code: 0, signal: null });
    if (database !== undefined) await dropDatabase(database);
  });

  /** Sends a request on a separate connection. */
  const call = (method: string, url: string, body?: object, as = token): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const headers = {
        connection: 'close',
        ...(as === '' ? {} : { authorization: `Bearer ${as}` }),
        ...(text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      };
      const sending = request(`${theProduct().url}${url}`, { method, agent: false, headers }, (response) => {
        let output = '';
        response.on('data', (part: Buffer) => (output += part.toString()));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(output) as unknown }));
      });
      sending.on('error', reject);
      sending.end(text);
    });
  /** Sends the same request on enough connections to reach both processes. */
  const everywhere = async (method: string, url: string, body?: object, as = token): Promise<Reply[]> => {
    const replies: Reply[] = [];
    for (let look = 0; look < CONNECTIONS; look += 1) replies.push(await call(method, url, body, as));
    return replies;
  };

  it('really are two', () => {
    expect(theProduct().standardOutput()).toContain('(2 processes)');
  });

  it('see a change of a record at the next request, in each process', async () => {
    const made = await call('POST', '/api/leads', { first_name: 'Two', last_name: 'Worker', lead_status: 'new' });
    expect(made.status).toBe(201);
    for (let change = 1; change <= 5; change += 1) {
      expect((await call('PUT', `/api/leads/${made.body._id}`, { next_step: `step ${change}` })).status).toBe(200);
      for (const { body } of await everywhere('GET', `/api/leads/${made.body._id}`))
        expect(body).toMatchObject({ next_step: `step ${change}`, _version: change + 1 });
      for (const { body } of await everywhere('POST', '/api/leads/search', { searchTerms: { next_step: `step ${change}` } }))
        expect([body.total, body.data[0]?._id]).toEqual([1, made.body._id]);
    }
  });

  it('return exact totals while both save', async () => {
    const terms = { searchTerms: { last_name: { startsWith: 'Total' } } };
    await everywhere('POST', '/api/leads/search', terms);
    for (let round = 1; round <= 4; round += 1) {
      const made = await Promise.all(
        Array.from({ length: 20 }, (_, number) =>
          call('POST', '/api/leads?duplicates=allow', { first_name: 'Sum', last_name: `Total ${round} ${number}`, lead_status: 'new' }),
        ),
      );
      expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
      for (const { body } of await everywhere('POST', '/api/leads/search', terms)) expect(body.total).toBe(round * 20 - (round - 1));
      expect((await call('PUT', `/api/leads/mark-deleted/${made[0]?.body._id}`)).status).toBe(200);
      for (const { body } of await everywhere('POST', '/api/leads/search', terms)) expect(body.total).toBe(round * 20 - round);
    }
  });

  it("see a change of a user's role and activity at the next request, in each process", async () => {
    const email = 'worker@muster.test';
    const user = (
      await call('POST', '/api/users/register', {
        first_name: 'Wor',
        last_name: 'Ker',
        email,
        userType: 'Standard',
        password: 'Secret-pass1!',
      })
    ).body;
    const role = (
      await call('POST', '/api/roles/create', { name: 'Worker', module_access: { leads: ALL }, field_access: {}, sensitive_access: [] })
    ).body._id as string;
    const theirs = (await call('POST', '/api/users/login', { email, password: 'Secret-pass1!' }, '')).body.token as string;
    const statuses = async () => new Set((await everywhere('GET', '/api/leads/list', undefined, theirs)).map(({ status }) => status));
    for (let round = 0; round < 3; round += 1) {
      expect([...(await statuses())]).toEqual([403]);
      expect((await call('POST', '/api/users/update-roles', { userId: user._id, roles: [role] })).status).toBe(200);
      expect([...(await statuses())]).toEqual([200]);
      expect((await call('POST', '/api/users/update-roles', { userId: user._id, roles: [] })).status).toBe(200);
    }
    expect((await call('POST', '/api/users/update-roles', { userId: user._id, roles: [role] })).status).toBe(200);
    expect((await call('PUT', `/api/roles/${role}`, { module_access: {} })).status).toBe(200);
    expect([...(await statuses())]).toEqual([403]);
    expect((await call('PUT', `/api/users/mark-user-inactive/${user._id}`)).status).toBe(200);
    expect([...(await statuses())]).toEqual([401]);
  });

  it('share the count of failed sign-ins', async () => {
    const responses: number[] = [];
    for (let tries = 0; tries < 14; tries += 1)
      responses.push((await call('POST', '/api/users/login', { email: 'nobody@muster.test', password: 'x' }, '')).status);
    expect(responses).toEqual([...Array.from({ length: 10 }, () => 422), ...Array.from({ length: 4 }, () => 429)]);
  });

  it.runIf(isLinux)('replace a process that ends, and lose nothing', async () => {
    const made = await call('POST', '/api/leads', { first_name: 'Still', last_name: 'There', lead_status: 'new' });
    const before = childrenOf(theProduct().child.pid);
    expect(before).toHaveLength(2);
    process.kill(before[0] ?? 0, 'SIGKILL');
    await expect
      .poll(() => childrenOf(theProduct().child.pid).filter((pid) => pid !== before[0]).length, {
        timeout: 20_000 * inject('timeoutFactor'),
      })
      .toBe(2);
    await expect
      .poll(
        async () => (await everywhere('GET', `/api/leads/${made.body._id}`).catch(() => [])).filter(({ status }) => status === 200).length,
        { timeout: 20_000 * inject('timeoutFactor') },
      )
      .toBe(CONNECTIONS);
  });
});

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startMongoServer, type MongoServer } from '../support/mongo-server.ts';
import { readService } from '../support/services.ts';
import { startProduct, useProgram, type ProductProcess } from './product-process.ts';

const mongod = readService('MONGOD_PATH', 'a MongoDB that goes away and comes back');

describe.runIf(mongod !== undefined)('A MongoDB that becomes unavailable and available again', () => {
  const { folder, theProgram } = useProgram('away');
  let mongo: MongoServer | undefined;
  let product: ProductProcess | undefined;

  beforeAll(async () => {
    mongo = await startMongoServer(mongod ?? '', { options: ['--replSet', 'own'], timeout: 30_000 * inject('timeoutFactor') });
    await mongo.initiate();
    product = await startProduct(theProgram(), {
      dataFolder: folder,
      environment: { MONGODB_URL: mongo.url, MUSTER_SECRET: 'a-secret-of-tests-that-is-long-enough-0123456789' },
    });
  });
  afterAll(async () => {
    await product?.remove();
    await mongo?.remove();
  });

  for (const [name, leave, back] of [
    ['killed and started again', (server: MongoServer) => server.kill('SIGKILL'), (server: MongoServer) => server.start()],
    [
      'stopped for a while, like a network that swallows everything',
      (server: MongoServer) => server.kill('SIGSTOP'),
      (server: MongoServer) => server.kill('SIGCONT'),
    ],
  ] as const) {
    it(
      `${name}: responds with 503 until it is back, and recovers by itself`,
      async () => {
        if (mongo === undefined || product === undefined) throw new Error('The product did not start');
        const admin = await product.signIn();
        const acknowledged: string[] = [];
        const save = async () => {
          const response = await admin.post('/api/leads', {
            first_name: 'Away',
            last_name: `${name} ${acknowledged.length}`,
            lead_status: 'new',
          });
          if (response.status === 201) acknowledged.push(response.body._id);
          return response;
        };
        expect((await save()).status).toBe(201);
        await leave(mongo);
        try {
          const requests = {
            save: save(),
            get: admin.get(`/api/leads/${acknowledged[0]}`),
            search: admin.post('/api/leads/search', {}),
            ready: admin.get('/api/ready'),
            'sign-in': admin.post('/api/users/login', { email: 'a@b.co', password: 'x' }),
          };
          const responses = await Promise.all(
            Object.entries(requests).map(([what, request]) =>
              request.catch((cause: unknown) => {
                const log = JSON.stringify(product?.logLines().slice(-10));
                throw new Error(`The ${what} got no response.\n${product?.standardError()}\n${log}`, { cause });
              }),
            ),
          );
          const traces = JSON.stringify(product.logLines().filter(({ level }) => level === 50));
          for (const { status, body } of responses) {
            expect([status, body], traces).toEqual([
              503,
              {
                error: 'The database cannot be reached. Nothing was saved. Try again in a moment.',
                code: 'store_unavailable',
                details: [],
              },
            ]);
          }
          expect((await admin.get('/api/health')).status).toBe(200);
          // A renewal that cannot be checked does not remove the cookie.
          expect((await admin.post('/api/auth/refresh', undefined, { cookie: 'muster_refresh=x.1.y' })).status).toBe(401);
        } finally {
          await back(mongo);
        }
        await expect
          .poll(async () => (await admin.get('/api/ready')).status, { timeout: 60_000 * inject('timeoutFactor'), interval: 200 })
          .toBe(200);
        expect((await save()).status).toBe(201);
        for (const id of acknowledged) expect((await admin.get(`/api/leads/${id}`)).body).toMatchObject({ _id: id, _version: 1 });
        expect(product.child.exitCode).toBeNull();
        expect(product.standardError()).toBe('');
      },
      180_000 * inject('timeoutFactor'),
    );
  }
});

// The HTTP part of the baselines that the product is compared with: Fastify, JWT, Ajv; no access control, no audit.
import { randomUUID } from 'node:crypto';
import fastifyJwt from '@fastify/jwt';
import Fastify from 'fastify';
import { BASELINE_SECRET } from './secret.ts';

/** The fields of a request body. */
export interface BaselineFields {
  readonly [field: string]: unknown;
}

/** A record as the baselines store it. */
export interface BaselineRecord extends BaselineFields {
  readonly _id: string;
}

/** A filtered page (`status`), a search in the name (`contains`), or a page of all records in the order of their last names. */
export interface BaselineSearch {
  readonly status?: string;
  readonly contains?: string;
  readonly limit: number;
  readonly offset: number;
}

/** The database of a baseline. Bodies are the JSON texts or the objects of responses, whichever costs the driver less. */
export interface BaselineStore {
  get(id: string): Promise<string | object | undefined> | string | object | undefined;
  /** The page, and an exact total. */
  search(search: BaselineSearch): Promise<string | object> | string | object;
  create(record: BaselineRecord): Promise<void> | void;
  /** The updated record; undefined if there is none. */
  update(id: string, fields: BaselineFields): Promise<object | undefined> | object | undefined;
  load(records: readonly BaselineRecord[]): Promise<void> | void;
  close(): Promise<void> | void;
}

const recordBody = {
  type: 'object',
  required: ['last_name'],
  properties: { last_name: { type: 'string', maxLength: 1000 }, first_name: { type: 'string' } },
} as const;
const searchBody = {
  type: 'object',
  required: ['limit', 'offset'],
  properties: {
    status: { type: 'string' },
    contains: { type: 'string', minLength: 1 },
    limit: { type: 'integer', maximum: 1000 },
    offset: { type: 'integer', minimum: 0 },
  },
} as const;

/** Serves a store on a port of this machine until SIGTERM. */
export async function serveBaseline(store: BaselineStore, port: number): Promise<void> {
  const server = Fastify();
  await server.register(fastifyJwt, { secret: BASELINE_SECRET });
  server.addHook('onRequest', async (request) => {
    await request.jwtVerify();
  });
  server.get<{ Params: { id: string } }>('/records/:id', async (request, reply) => {
    const found = await store.get(request.params.id);
    if (found === undefined) return reply.code(404).send({ error: 'There is no such record.' });
    return reply.type('application/json').send(found);
  });
  server.post<{ Body: BaselineSearch }>('/records/search', { schema: { body: searchBody } }, async (request, reply) =>
    reply.type('application/json').send(await store.search(request.body)),
  );
  server.post<{ Body: BaselineFields }>('/records', { schema: { body: recordBody } }, async (request, reply) => {
    const record = { ...request.body, _id: randomUUID() };
    await store.create(record);
    return reply.code(201).send(record);
  });
  server.put<{ Params: { id: string }; Body: BaselineFields }>('/records/:id', async (request, reply) => {
    const record = await store.update(request.params.id, request.body);
    return record ?? reply.code(404).send({ error: 'There is no such record.' });
  });
  /** Bulk load of the records, outside of any measurement. */
  server.post<{ Body: readonly BaselineRecord[] }>('/load', { bodyLimit: 64 * 1024 * 1024 }, async (request) => {
    await store.load(request.body);
    return { loaded: request.body.length };
  });
  await server.listen({ host: '127.0.0.1', port });
  process.on('SIGTERM', () => void server.close().then(async () => (await store.close(), process.exit(0))));
}

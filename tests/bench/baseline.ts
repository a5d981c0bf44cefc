// The minimal baseline that the product is compared with: Fastify, better-sqlite3, JWT, Ajv, one table with a JSON
// document and expression indexes, FTS5 trigram on the name, an exact count for each page, synchronous=NORMAL, no
// access control, no audit.
//   tsx tests/bench/baseline.ts <file> <port> [none]     ("none": the same server without a database, for its get)
import { randomUUID } from 'node:crypto';
import fastifyJwt from '@fastify/jwt';
import Database from 'better-sqlite3';
import Fastify from 'fastify';
import { BASELINE_SECRET } from './baseline-secret.ts';

const [file = ':memory:', port = '0', mode = 'database'] = process.argv.slice(2);

const database = new Database(file);
database.pragma('journal_mode = WAL');
database.pragma('synchronous = NORMAL');
// The same cache size as the product, and the file memory-mapped: without them its get reads pages from the file repeatedly.
database.pragma('cache_size = -65536');
database.pragma('mmap_size = 1073741824');
database.exec(`
  CREATE TABLE IF NOT EXISTS leads (rid INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, doc TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS leads_status ON leads (json_extract(doc, '$.lead_status'));
  CREATE INDEX IF NOT EXISTS leads_last_name ON leads (json_extract(doc, '$.last_name'));
  CREATE INDEX IF NOT EXISTS leads_status_last_name ON leads (json_extract(doc, '$.lead_status'), json_extract(doc, '$.last_name'));
  CREATE VIRTUAL TABLE IF NOT EXISTS leads_name USING fts5(name, content='', contentless_delete=1, tokenize='trigram');
`);

const get = database.prepare<[string], { doc: string }>('SELECT doc FROM leads WHERE id = ?');
const insert = database.prepare('INSERT INTO leads (id, doc) VALUES (?, ?)');
const insertName = database.prepare('INSERT INTO leads_name (rowid, name) VALUES (?, ?)');
const update = database.prepare('UPDATE leads SET doc = ? WHERE id = ?');
const page = database.prepare<[string, number, number], { doc: string }>(
  "SELECT doc FROM leads WHERE json_extract(doc, '$.lead_status') = ? ORDER BY json_extract(doc, '$.last_name') LIMIT ? OFFSET ?",
);
const pageTotal = database.prepare<[string], { n: number }>("SELECT count(*) AS n FROM leads WHERE json_extract(doc, '$.lead_status') = ?");
const everything = database.prepare<[number, number], { doc: string }>(
  "SELECT doc FROM leads ORDER BY json_extract(doc, '$.last_name') LIMIT ? OFFSET ?",
);
const everythingTotal = database.prepare<[], { n: number }>('SELECT count(*) AS n FROM leads');
const containing = database.prepare<[string, number, number], { doc: string }>(
  'SELECT l.doc AS doc FROM leads_name f JOIN leads l ON l.rid = f.rowid WHERE leads_name MATCH ? LIMIT ? OFFSET ?',
);
const containingTotal = database.prepare<[string], { n: number }>('SELECT count(*) AS n FROM leads_name WHERE leads_name MATCH ?');
const create = database.transaction((id: string, doc: { readonly name?: unknown }) => {
  const { lastInsertRowid } = insert.run(id, JSON.stringify(doc));
  insertName.run(lastInsertRowid, typeof doc.name === 'string' ? doc.name : '');
});

interface SearchBody {
  readonly lead_status?: string;
  readonly contains?: string;
  readonly limit: number;
  readonly offset: number;
}

function search({ lead_status, contains, limit, offset }: SearchBody): {
  readonly rows: readonly { doc: string }[];
  readonly total: number;
} {
  if (contains !== undefined) {
    const match = `"${contains.replaceAll('"', '""')}"`;
    return { rows: containing.all(match, limit, offset), total: containingTotal.get(match)?.n ?? 0 };
  }
  if (lead_status !== undefined) return { rows: page.all(lead_status, limit, offset), total: pageTotal.get(lead_status)?.n ?? 0 };
  return { rows: everything.all(limit, offset), total: everythingTotal.get()?.n ?? 0 };
}

const server = Fastify();
await server.register(fastifyJwt, { secret: BASELINE_SECRET });
server.addHook('onRequest', async (request) => {
  await request.jwtVerify();
});

const lead = {
  type: 'object',
  required: ['last_name'],
  properties: { last_name: { type: 'string', maxLength: 1000 }, first_name: { type: 'string' }, lead_status: { type: 'string' } },
} as const;
const searchBody = {
  type: 'object',
  required: ['limit', 'offset'],
  properties: {
    lead_status: { type: 'string' },
    contains: { type: 'string', minLength: 1 },
    limit: { type: 'integer', maximum: 1000 },
    offset: { type: 'integer', minimum: 0 },
  },
} as const;
/** The response of the server without a database: a lead like those in the database. */
let canned: object = {};

server.get<{ Params: { id: string } }>('/leads/:id', async (request, reply) => {
  if (mode === 'none') return canned;
  const row = get.get(request.params.id);
  if (!row) return reply.code(404).send({ error: 'There is no such lead.' });
  // Sent as it is stored: parsing and serializing it would lower its throughput to less than 0.6 of the server without a database.
  return reply.type('application/json').send(row.doc);
});
server.post<{ Body: SearchBody }>('/leads/search', { schema: { body: searchBody } }, async (request, reply) => {
  const { rows, total } = search(request.body);
  return reply.type('application/json').send(`{"data":[${rows.map((row) => row.doc).join(',')}],"total":${total}}`);
});
server.post<{ Body: { readonly name?: string } }>('/leads', { schema: { body: lead } }, async (request, reply) => {
  const id = randomUUID();
  const doc = { ...request.body, _id: id };
  create(id, doc);
  return reply.code(201).send(doc);
});
server.put<{ Params: { id: string } }>('/leads/:id', async (request, reply) => {
  const row = get.get(request.params.id);
  if (!row) return reply.code(404).send({ error: 'There is no such lead.' });
  const doc = { ...(JSON.parse(row.doc) as object), ...(request.body as object) };
  update.run(JSON.stringify(doc), request.params.id);
  return doc;
});
/** Bulk load of the benchmark documents, outside of any measurement. */
server.post<{ Body: readonly { readonly _id: string; readonly name?: unknown }[] }>(
  '/load',
  { bodyLimit: 64 * 1024 * 1024 },
  async (request) => {
    if (mode === 'none') canned = request.body[0] ?? {};
    else
      database.transaction(() => {
        for (const doc of request.body) create(doc._id, doc);
      })();
    return { loaded: request.body.length };
  },
);

await server.listen({ host: '127.0.0.1', port: Number(port) });
const [address] = server.addresses();
process.stdout.write(`listening ${typeof address === 'object' ? address.port : ''}\n`);
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)));

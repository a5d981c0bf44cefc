// The minimal baseline on SQLite: better-sqlite3, one table with a JSON document and expression indexes, FTS5 trigram on
// the name, an exact count for each page, synchronous=NORMAL.
//   tsx tests/bench/baseline/sqlite.ts <port> <name of the status field> <file>
import Database from 'better-sqlite3';
import { serveBaseline, type BaselineRecord } from './http.ts';

const [port = '0', statusField = '', file = ':memory:'] = process.argv.slice(2);

const database = new Database(file);
database.pragma('journal_mode = WAL');
database.pragma('synchronous = NORMAL');
// The same cache size as the product, and the file memory-mapped: without them its get reads pages from the file repeatedly.
database.pragma('cache_size = -65536');
database.pragma('mmap_size = 1073741824');
const status = `json_extract(doc, '$.${statusField}')`;
database.exec(`
  CREATE TABLE IF NOT EXISTS records (rid INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, doc TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS records_status ON records (${status});
  CREATE INDEX IF NOT EXISTS records_last_name ON records (json_extract(doc, '$.last_name'));
  CREATE INDEX IF NOT EXISTS records_status_last_name ON records (${status}, json_extract(doc, '$.last_name'));
  CREATE VIRTUAL TABLE IF NOT EXISTS records_name USING fts5(name, content='', contentless_delete=1, tokenize='trigram');
`);

interface Row {
  readonly doc: string;
}

const get = database.prepare<[string], Row>('SELECT doc FROM records WHERE id = ?');
const insert = database.prepare('INSERT INTO records (id, doc) VALUES (?, ?)');
const insertName = database.prepare('INSERT INTO records_name (rowid, name) VALUES (?, ?)');
const update = database.prepare('UPDATE records SET doc = ? WHERE id = ?');
const page = database.prepare<[string, number, number], Row>(
  `SELECT doc FROM records WHERE ${status} = ? ORDER BY json_extract(doc, '$.last_name') LIMIT ? OFFSET ?`,
);
const pageTotal = database.prepare<[string], { n: number }>(`SELECT count(*) AS n FROM records WHERE ${status} = ?`);
const everything = database.prepare<[number, number], Row>(
  "SELECT doc FROM records ORDER BY json_extract(doc, '$.last_name') LIMIT ? OFFSET ?",
);
const everythingTotal = database.prepare<[], { n: number }>('SELECT count(*) AS n FROM records');
const containing = database.prepare<[string, number, number], Row>(
  'SELECT l.doc AS doc FROM records_name f JOIN records l ON l.rid = f.rowid WHERE records_name MATCH ? LIMIT ? OFFSET ?',
);
const containingTotal = database.prepare<[string], { n: number }>('SELECT count(*) AS n FROM records_name WHERE records_name MATCH ?');
const create = database.transaction((record: BaselineRecord) => {
  const { lastInsertRowid } = insert.run(record._id, JSON.stringify(record));
  insertName.run(lastInsertRowid, typeof record['name'] === 'string' ? record['name'] : '');
});
const load = database.transaction((records: readonly BaselineRecord[]) => records.forEach((record) => create(record)));

// Documents are sent as they are stored: parsing and serializing them would lower the throughput to less than 0.6 of the server
// without a database.
const toBody = (rows: readonly Row[], total: number): string => `{"data":[${rows.map((row) => row.doc).join(',')}],"total":${total}}`;

await serveBaseline(
  {
    get: (id) => get.get(id)?.doc,
    search: ({ status: wanted, contains, limit, offset }) => {
      if (contains !== undefined) {
        const match = `"${contains.replaceAll('"', '""')}"`;
        return toBody(containing.all(match, limit, offset), containingTotal.get(match)?.n ?? 0);
      }
      if (wanted !== undefined) return toBody(page.all(wanted, limit, offset), pageTotal.get(wanted)?.n ?? 0);
      return toBody(everything.all(limit, offset), everythingTotal.get()?.n ?? 0);
    },
    create: (record) => create(record),
    update: (id, fields) => {
      const row = get.get(id);
      if (!row) return undefined;
      const record = { ...(JSON.parse(row.doc) as object), ...fields };
      update.run(JSON.stringify(record), id);
      return record;
    },
    load: (records) => load(records),
    close: () => void database.close(),
  },
  Number(port),
);

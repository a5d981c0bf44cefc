// The minimal baseline on MongoDB: the driver, one collection with the records as documents, an index for each workload, an
// exact total for each page, writes confirmed by a majority and in the journal.
//   tsx tests/bench/baseline/mongodb.ts <port> <name of the status field> <URL with the database>
import { MongoClient, type Document } from 'mongodb';
import { serveBaseline, type BaselineRecord } from './http.ts';

const [port = '0', statusField = '', url = ''] = process.argv.slice(2);

const client = await new MongoClient(url, { writeConcern: { w: 'majority', journal: true }, maxPoolSize: 50 }).connect();
const records = client.db().collection<BaselineRecord>('records');
await records.createIndexes([{ key: { [statusField]: 1, last_name: 1 } }, { key: { last_name: 1 } }, { key: { name: 1 } }]);

const read = async (filter: Document, sort: Document, offset: number, limit: number, total: Promise<number>): Promise<object> => {
  const [data, count] = await Promise.all([records.find(filter).sort(sort).skip(offset).limit(limit).toArray(), total]);
  return { data, total: count };
};

await serveBaseline(
  {
    get: async (id) => (await records.findOne({ _id: id })) ?? undefined,
    search: ({ status, contains, limit, offset }) => {
      if (contains !== undefined) {
        const filter = { name: { $regex: contains.replace(/[^\w ]/g, '\\$&'), $options: 'i' } };
        return read(filter, { _id: 1 }, offset, limit, records.countDocuments(filter));
      }
      if (status !== undefined) {
        const filter = { [statusField]: status };
        return read(filter, { last_name: 1 }, offset, limit, records.countDocuments(filter));
      }
      // Exact as long as the server was not killed, and free.
      return read({}, { last_name: 1 }, offset, limit, records.estimatedDocumentCount());
    },
    create: async (record) => void (await records.insertOne(record)),
    update: async (id, fields) => (await records.findOneAndUpdate({ _id: id }, { $set: fields }, { returnDocument: 'after' })) ?? undefined,
    load: async (loaded) => void (await records.insertMany([...loaded], { ordered: false })),
    close: () => client.close(),
  },
  Number(port),
);

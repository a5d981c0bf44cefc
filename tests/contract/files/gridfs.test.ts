import { randomUUID } from 'node:crypto';
import { MongoClient, type Db } from 'mongodb';
import { afterAll, describe, expect, it } from 'vitest';
import { createGridFsFiles } from '../../../engine/adapters/gridfs/index.ts';
import { readService } from '../../support/services.ts';
import { describeFilesContract } from './describe-files-contract.ts';

const url = readService('MONGODB_URL', 'the files contract on GridFS');

describe.skipIf(url === undefined)('GridFS', () => {
  const databaseName = `muster_files_${randomUUID().slice(0, 8)}`;
  const client = url === undefined ? undefined : new MongoClient(url);
  const database = (): Db => (client as MongoClient).db(databaseName);
  afterAll(async () => {
    await client?.db(databaseName).dropDatabase();
    await client?.close();
  });
  const count = async (id: string): Promise<number> =>
    (await database().collection<{ _id: string }>('muster_files.files').countDocuments({ _id: id })) +
    (await database().collection('muster_files.chunks').countDocuments({ files_id: id }));

  describeFilesContract('GridFS', () => createGridFsFiles({ url: url ?? '', databaseName }), count);

  it('removes the chunks of a file that a killed process did not complete', async () => {
    const files = await createGridFsFiles({ url: url ?? '', databaseName });
    const id = randomUUID();
    await database()
      .collection('muster_files.chunks')
      .insertOne({ files_id: id, n: 0, data: Buffer.from('half') });
    expect(await files.stat(id)).toBeUndefined();
    await files.remove(id);
    expect(await count(id)).toBe(0);
    await files.close();
  });
});

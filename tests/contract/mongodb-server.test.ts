import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { fixtureId, readService, startMongoServer, type MongoServer } from '#tests/support';
import { createMongoStore } from '../../engine/adapters/mongodb/index.ts';
import type { StorePort } from '../../engine/ports/index.ts';
import { change, commit, insert, item, ITEMS, query } from './store/items.ts';

const program = readService('MONGOD_PATH', 'faults of a MongoDB server');
const START_TIMEOUT = 30_000 * inject('timeoutFactor');

/** The code and message of the error of a call; 'no error' if it succeeds. */
async function failure(call: Promise<unknown>): Promise<{ readonly code?: string; readonly message?: string }> {
  return call.then(
    () => ({ code: 'no error' }),
    (error: { code?: string; message?: string }) => error,
  );
}

describe.skipIf(program === undefined)('opening a MongoDB server without transactions', () => {
  let server: MongoServer;
  afterAll(() => server?.remove());

  it('fails on a standalone server, with the command that makes it a replica set', async () => {
    server = await startMongoServer(program ?? '', { timeout: START_TIMEOUT });
    for (const url of [server.address, `${server.address}?replicaSet=muster`]) {
      const error = await failure(createMongoStore({ url }));
      expect(error.code).toBe('store_refused');
      expect(error.message).toContain('mongod --replSet');
      expect(error.message).toContain('rs.initiate()');
      expect(error.message).toContain(`127.0.0.1:${server.port}`);
    }
    await server.remove();
  });

  it('fails on a replica set that was never initiated', async () => {
    server = await startMongoServer(program ?? '', { options: ['--replSet', 'own'], timeout: START_TIMEOUT });
    expect(await failure(createMongoStore({ url: `${server.address}?replicaSet=own` }))).toMatchObject({
      code: 'store_refused',
      message: expect.stringContaining('never initiated') as string,
    });
  });

  it('reports an unreachable server, without the password', async () => {
    const error = await failure(createMongoStore({ url: 'mongodb://someone:secret@127.0.0.1:9/muster' }));
    expect(error.code).toBe('store_unavailable');
    expect(error.message).not.toContain('secret');
    expect((await failure(createMongoStore({ url: 'http://127.0.0.1' }))).code).toBe('store_refused');
  });
});

describe.skipIf(program === undefined)('a MongoDB server that becomes unavailable', () => {
  let server: MongoServer;
  let store: StorePort;
  beforeAll(async () => {
    server = await startMongoServer(program ?? '', {
      options: ['--replSet', 'own', '--setParameter', 'enableTestCommands=1'],
      timeout: START_TIMEOUT,
    });
    await server.initiate();
    store = await createMongoStore({ url: server.url });
    await store.applySchemas([ITEMS]);
    await commit(store, { writes: [insert(item(1, { fName: 'before' }))] });
  });
  afterAll(async () => {
    await store?.close();
    await server?.remove();
  });

  it('commits with write concern majority and journal', async () => {
    const client = await MongoClient.connect(server.url);
    const admin = client.db('admin');
    await admin.command({ setParameter: 1, logComponentVerbosity: { command: { verbosity: 1 } } });
    await commit(store, { writes: [insert(item(2))] });
    const { log } = (await admin.command({ getLog: 'global' })) as unknown as { log: string[] };
    await admin.command({ setParameter: 1, logComponentVerbosity: { command: { verbosity: 0 } } });
    await client.close();
    const commits = log.filter((line) => line.includes('"commitTransaction":1'));
    expect(commits.length).toBeGreaterThan(0);
    for (const line of commits) expect(line).toMatch(/"writeConcern":\{"w":"majority",("journal"|"j"):true/);
  });

  it('does not wait for the transaction of a process that ended', async () => {
    const own = item(3, { fName: 'before' });
    await commit(store, { writes: [insert(own)] });
    // The state after a process was killed: a session with an open transaction that has written the record and is never continued.
    const gone = await MongoClient.connect(server.url, { appName: 'muster' });
    const session = gone.startSession();
    session.startTransaction();
    const collection = (await gone.db().listCollections({}, { nameOnly: true }).toArray()).find(({ name }) => name.includes(ITEMS.name));
    const touched = await gone
      .db()
      .collection<{ _id: string }>(collection?.name ?? '')
      .updateOne({ _id: fixtureId(3) }, { $set: { touched: true } }, { session });
    expect(touched.modifiedCount).toBe(1);
    const result = await store.commit({ writes: [change(own, { fName: 'after' }).write] });
    expect(result).toMatchObject({ committed: true });
    await session.endSession();
    await gone.close();
  });

  it('fails with store_unavailable, or save_unconfirmed for a commit that was sent, and recovers by itself with all acknowledged commits', async () => {
    const acknowledged: number[] = [];
    let running = true;
    const writer = (async () => {
      for (let number = 100; running; number += 1) {
        const result = await store.commit({ writes: [insert(item(number))] }).catch((error: { code?: string }) => error);
        if ('committed' in result && result.committed) acknowledged.push(number);
        else expect(['store_unavailable', 'save_unconfirmed']).toContain((result as { readonly code?: string }).code);
      }
    })();
    await expect.poll(() => acknowledged.length).toBeGreaterThan(10);
    await server.kill('SIGKILL');
    expect((await failure(store.find(query()))).code).toBe('store_unavailable');
    expect((await failure(store.ping())).code).toBe('store_unavailable');
    await server.start();
    await expectRecovery(store);
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before);
    running = false;
    await writer;
    const found = await store.get(ITEMS.name, acknowledged.map(fixtureId).slice(0, 2000));
    expect(found.filter((record) => record === undefined)).toEqual([]);
  });

  it('does not wait forever for a server that hangs, and tells a commit that may have arrived from one that did not', async () => {
    const client = await MongoClient.connect(server.url);
    const admin = client.db('admin');
    // The connection ends whenever a commit arrives, so that its outcome is unknown.
    const failPoint = { configureFailPoint: 'failCommand', mode: 'alwaysOn' };
    const { count } = await admin.command({ ...failPoint, data: { failCommands: ['commitTransaction'], closeConnection: true } });
    const sent = failure(store.commit({ writes: [insert(item(6))] }));
    await admin.command({ waitForFailPoint: 'failCommand', timesEntered: Number(count) + 1, maxTimeMS: 20_000 });
    await server.kill('SIGSTOP');
    try {
      const results = await Promise.all([failure(store.find(query())), failure(store.commit({ writes: [insert(item(5))] })), sent]);
      expect(results.map((result) => result.code)).toEqual(['store_unavailable', 'store_unavailable', 'save_unconfirmed']);
    } finally {
      await server.kill('SIGCONT');
    }
    await expectRecovery(store);
    await admin.command({ configureFailPoint: 'failCommand', mode: 'off' });
    await client.close();
  });
});

async function expectRecovery(store: StorePort): Promise<void> {
  await expect.poll(async () => (await failure(store.ping())).code).toBe('no error');
  expect((await store.get(ITEMS.name, [fixtureId(1)]))[0]?.document._version).toBe(1);
}

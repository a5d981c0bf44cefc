import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAesCipher } from '../../engine/adapters/aes-cipher/index.ts';
import { createOutbox, type Outbox, type OutboxOptions } from '../../engine/automation/index.ts';
import { MusterError } from '../../engine/errors/index.ts';
import { createPluginHost, type PluginHook, type PluginManifest } from '../../engine/plugin-host/index.ts';
import type { Files } from '../../engine/files/index.ts';
import type { LogPort, OutboundHttpPort, StorePort } from '../../engine/ports/index.ts';
import { CHANGES_COLLECTION, type ChangeEntry, type PostSaveContext, type RecordOperations } from '../../engine/records/index.ts';
import { createRegistry, type Registry } from '../../engine/registry/index.ts';
import { describeOnStores, type TestStores } from '../registry/test-stores.ts';
import { createDeferred } from '../support/deferred.ts';

const warnings: string[] = [];
const log: LogPort = {
  debug: () => undefined,
  info: () => undefined,
  warn: (_data, text) => void warnings.push(text),
  error: () => undefined,
};
const START = 1_700_000_000_000;
let now = START;
let stores: TestStores;
let store: StorePort;
let registry: Registry;
let number = 0;
const clock = { now: () => now };
const ids = { next: () => `0190-${(number += 1).toString().padStart(6, '0')}` };

type Hook = Pick<PluginHook<PostSaveContext>, 'name' | 'run' | 'deadline'>;

const outboxWith = (...hooks: readonly Hook[]): Promise<Outbox> => openOutbox(hooks);

async function openOutbox(hooks: readonly Hook[], options: Partial<OutboxOptions> = {}): Promise<Outbox> {
  const plugin: PluginManifest = {
    name: 'paint',
    version: '1.0.0',
    engine: '*',
    hooks: { postSave: hooks.map((hook) => ({ module: 'things', ...hook })) },
  };
  const host = createPluginHost({ plugins: [plugin], engineVersion: '0.1.0', pluginsFolder: '/nowhere', log });
  await host.start({
    registry,
    records: {} as RecordOperations,
    access: {} as never,
    geocoder: { findZip: () => Promise.resolve(undefined) },
    queue: { add: () => Promise.resolve('job') },
    http: {} as OutboundHttpPort,
    mail: { send: () => Promise.resolve() },
    live: { sendEvent: () => Promise.resolve() },
    files: {} as Files,
    notifications: { notify: () => Promise.resolve(), markRead: () => Promise.resolve() },
    store,
    secrets: { read: () => Promise.resolve(undefined), readOrCreate: async (_actor, _name, make) => make() },
    cipher: createAesCipher({ secret: 's'.repeat(40) }),
    publicUrl: 'http://localhost:3000',
    clock,
    ids,
  });
  return createOutbox({
    ...options,
    store,
    cipher: createAesCipher({ secret: 's'.repeat(40) }),
    registry,
    records: {} as RecordOperations,
    invite: () => Promise.resolve(),
    publicUrl: 'http://localhost:3000',
    hooks: host.hooks,
    clock,
    ids,
    log,
  });
}

/** A committed save with due effects, as the record pipeline writes it. */
async function save(record: string, extra: Partial<ChangeEntry> = {}): Promise<string> {
  const entry: ChangeEntry = {
    _id: ids.next(),
    _version: 1,
    module: 'things',
    record_id: record,
    kind: 'update',
    batch_id: 'b1',
    at: new Date(now).toISOString(),
    actor: { kind: 'user', userId: 'u1' },
    version: 2,
    changed: ['price'],
    before: { price: 1 },
    asked: ['price'],
    pending: 1,
    before_record: { _id: record, _version: 1, price: 1 },
    ...extra,
  };
  const result = await store.commit({
    writes: [
      {
        kind: 'insert',
        collection: CHANGES_COLLECTION.name,
        document: entry as never,
        keys: { batch: entry.batch_id, pending: entry.pending },
        definitionVersion: 0,
      },
    ],
  });
  expect(result.committed).toBe(true);
  return entry._id;
}

const entryOf = async (id: string): Promise<ChangeEntry> =>
  (await store.get(CHANGES_COLLECTION.name, [id]))[0]!.document as unknown as ChangeEntry;

describeOnStores('the outbox', (make) => {
  beforeEach(async () => {
    now = START;
    warnings.length = 0;
    stores = await make();
    store = await stores.open();
    await store.applySchemas([CHANGES_COLLECTION]);
    registry = await createRegistry({ store, folders: ['tests/fixtures/definitions'], log, clock, ids });
  });

  afterEach(() => stores.end());

  describe('effects of a save', () => {
    it('run once, with the saved values, and are then done', async () => {
      const seen: unknown[] = [];
      const outbox = await outboxWith({
        name: 'tell',
        run: ({ event, record, actor }) =>
          void seen.push([event.id, event.changedFields, event.before?.['price'], event.batchId, record, actor]),
      });
      const id = await save('t1');
      expect(await outbox.drain()).toBe(1);
      expect(await outbox.drain()).toBe(0);
      expect(seen).toEqual([['t1', ['price'], 1, 'b1', undefined, { kind: 'plugin', name: 'paint', userId: 'u1' }]]);
      expect(await entryOf(id)).not.toHaveProperty('pending');
      expect((await entryOf(id)).before).toEqual({ price: 1 });
    });

    it('run in the order of the saves of a record', async () => {
      const seen: string[] = [];
      const others = createDeferred();
      // The first save waits until the effects of another record, which run concurrently, have ended.
      const outbox = await outboxWith({
        name: 'tell',
        run: async ({ event }) => {
          const field = event.changedFields[0] ?? '';
          if (field === 'a') await others.promise;
          seen.push(field);
          if (field === 'z') others.resolve();
        },
      });
      for (const field of ['a', 'b', 'c']) await save('t1', { changed: [field] });
      for (const field of ['x', 'y', 'z']) await save('t2', { changed: [field] });
      await outbox.drain();
      expect(seen).toEqual(['x', 'y', 'z', 'a', 'b', 'c']);
    });

    it('are tried again after a failure with growing delays, without those that are done', async () => {
      const runs: string[] = [];
      let broken = true;
      const outbox = await outboxWith(
        { name: 'first', run: () => void runs.push('first') },
        {
          name: 'second',
          run: () => {
            runs.push('second');
            if (broken) throw new Error('no');
          },
        },
        { name: 'third', run: () => void runs.push('third') },
      );
      const id = await save('t1');
      await outbox.drain();
      expect(runs).toEqual(['first', 'second', 'third']);
      const [failing] = await outbox.failing();
      expect(failing).toMatchObject({
        _id: id,
        module: 'things',
        record_id: 't1',
        plugin: 'paint',
        hook: 'second',
        code: 'plugin_failed',
        attempts: 1,
      });
      const firstPause = Date.parse(failing!.nextAt ?? '') - now;
      expect(firstPause).toBeGreaterThanOrEqual(1000);
      expect(await outbox.drain()).toBe(0);
      now += firstPause;
      await outbox.drain();
      const secondPause = Date.parse((await outbox.failing())[0]!.nextAt ?? '') - now;
      expect(secondPause).toBeGreaterThanOrEqual(2000);
      expect(runs).toEqual(['first', 'second', 'third', 'second']);
      broken = false;
      expect(await outbox.retry(id)).toBe(true);
      await outbox.drain();
      expect(runs).toEqual(['first', 'second', 'third', 'second', 'second']);
      expect(await outbox.failing()).toEqual([]);
      expect(await outbox.retry(id)).toBe(false);
    });

    it('never say that nothing was saved when they fail', async () => {
      const outbox = await outboxWith({ name: 'first', run: () => Promise.reject(new MusterError('store_full')) });
      await save('t1');
      await outbox.drain();
      expect((await outbox.failing())[0]?.text).toBe('The disk is full. The record itself was saved.');
    });

    it('count a failure as an attempt although the queue was away for another hook', async () => {
      const away = {
        name: 'away',
        run: () => {
          throw new MusterError('queue_unavailable');
        },
      };
      const broken = {
        name: 'broken',
        run: () => {
          throw new Error('no');
        },
      };
      await save('t1');
      const outbox = await outboxWith(broken, away);
      await outbox.drain();
      expect(await outbox.failing()).toMatchObject([{ hook: 'broken', code: 'plugin_failed', attempts: 1 }]);
      await save('t2');
      const other = await outboxWith(away);
      await other.drain();
      expect((await other.failing()).filter(({ record_id: id }) => id === 't2')).toMatchObject([
        { hook: 'away', code: 'queue_unavailable', attempts: 0, nextAt: new Date(now + 5000).toISOString() },
      ]);
    });

    it('do not delay others when they hang', async () => {
      const seen: string[] = [];
      const outbox = await outboxWith({
        name: 'hang',
        deadline: 30,
        run: async ({ event }) => {
          if (event.id === 't1') await new Promise(() => undefined);
          seen.push(event.id);
        },
      });
      await save('t1');
      await save('t2');
      await outbox.drain();
      expect(seen).toEqual(['t2']);
      expect((await outbox.failing()).map(({ code }) => code)).toEqual(['plugin_timeout']);
    });

    it('are run by one of several processes', async () => {
      const seen: string[] = [];
      const hook = {
        name: 'tell',
        run: async ({ event }: PostSaveContext) => {
          await turn();
          seen.push(event.id);
        },
      };
      const outboxes = await Promise.all([outboxWith(hook), outboxWith(hook), outboxWith(hook)]);
      for (let record = 0; record < 20; record += 1) await save(`t${record}`);
      await Promise.all(outboxes.map((outbox) => outbox.drain()));
      expect(seen).toHaveLength(20);
      expect(new Set(seen).size).toBe(20);
    });

    it('are taken over by another process once the lease of an interrupted one ends', async () => {
      const seen: string[] = [];
      const cutOff = createDeferred();
      const dying = await outboxWith({ name: 'tell', deadline: 3_600_000, run: () => cutOff.promise });
      const id = await save('t1');
      const late = dying.drain();
      await expect.poll(async () => (await entryOf(id))._version).toBe(2);
      const other = await outboxWith({ name: 'tell', run: ({ event }) => void seen.push(event.id) });
      expect(await other.drain()).toBe(0);
      now += 15_000;
      expect(await other.drain()).toBe(1);
      expect(seen).toEqual(['t1']);
      const done = await entryOf(id);
      cutOff.resolve();
      await late;
      expect(await entryOf(id)).toEqual(done);
      expect(warnings.filter((text) => text.includes('was not stored'))).toHaveLength(1);
    });

    it('keep their lease for as long as they run, and run once', async () => {
      const seen: string[] = [];
      const ended = createDeferred();
      const hook = {
        name: 'tell',
        deadline: 3_600_000,
        run: async ({ event }: PostSaveContext) => {
          seen.push(event.id);
          await ended.promise;
        },
      };
      const [first, second] = await Promise.all([openOutbox([hook], { renewal: 1 }), outboxWith(hook)]);
      const id = await save('t1');
      const drained = first.drain();
      await expect.poll(() => seen).toEqual(['t1']);
      for (let seconds = 5; seconds <= 20; seconds += 5) {
        now = START + seconds * 1000;
        await expect.poll(async () => (await entryOf(id)).pending).toBe(now + 15_000);
        expect(await second.drain()).toBe(0);
      }
      ended.resolve();
      await drained;
      expect(seen).toEqual(['t1']);
      expect(await entryOf(id)).not.toHaveProperty('pending');
      expect(warnings.filter((text) => text.includes('was not stored'))).toEqual([]);
    });

    it('are dead when they ended their process each time: shown to admins, and run again on request', async () => {
      const id = await save('t1');
      const other = await save('t2');
      const seen: string[] = [];
      const cutOff = createDeferred();
      const late: Promise<unknown>[] = [];
      // A process that blocks or ends does not report the result of its run: its lease expires.
      for (let process = 0; process < 3; process += 1) {
        const dying = await outboxWith({
          name: 'tell',
          deadline: 3_600_000,
          run: ({ event }) => (event.id === 't1' ? cutOff.promise : void seen.push(event.id)),
        });
        late.push(dying.drain());
        await expect.poll(async () => (await entryOf(id))._version).toBe(process + 2);
        // The other save has its effects before the lease of the first run ends.
        await expect.poll(() => entryOf(other)).not.toHaveProperty('pending');
        now += 15_000;
      }
      const sound = await outboxWith({ name: 'tell', run: ({ event }) => void seen.push(event.id) });
      await sound.drain();
      expect(seen).toEqual(['t2']);
      expect(await sound.failing()).toEqual([
        expect.objectContaining({
          _id: id,
          plugin: 'paint',
          hook: 'tell',
          nextAt: null,
          text: expect.stringContaining('each time that it ran'),
        }),
      ]);
      now += 100 * 86_400_000;
      expect(await sound.drain()).toBe(0);
      expect(await sound.retry(id)).toBe(true);
      await sound.drain();
      expect(seen).toEqual(['t2', 't1']);
      expect(await sound.failing()).toEqual([]);
      cutOff.resolve();
      await Promise.all(late);
    });

    it('have all ended once the outbox is stopped, even if the store failed for one of them', async () => {
      const order: string[] = [];
      const [begun, failed, blocked] = [createDeferred(), createDeferred(), createDeferred()];
      const outbox = await outboxWith({
        name: 'tell',
        deadline: 3_600_000,
        run: async ({ event }) => {
          if (event.id === 't1') {
            begun.resolve();
            await blocked.promise;
            order.push('effect');
            return;
          }
          await begun.promise;
          vi.spyOn(store, 'commit').mockImplementationOnce(() => {
            failed.resolve();
            return Promise.reject(new Error('away'));
          });
        },
      });
      for (const record of ['t1', 't2']) await save(record);
      const drained = expect(outbox.drain()).rejects.toThrow('away');
      const stopped = outbox.stop().then(() => order.push('stopped'));
      await failed.promise;
      await turn();
      blocked.resolve();
      await Promise.all([drained, stopped]);
      expect(order).toEqual(['effect', 'stopped']);
    });

    it('are done without an error when their module or hook no longer exists', async () => {
      const outbox = await outboxWith();
      const ids = [await save('t1'), await save('t2', { module: 'nothing' })];
      await outbox.drain();
      for (const id of ids) expect(await entryOf(id)).not.toHaveProperty('pending');
    });

    it('keep the data that an undo of a removal needs', async () => {
      const id = await save('t1', { kind: 'remove' });
      await (await outboxWith({ name: 'tell', run: () => undefined })).drain();
      expect((await entryOf(id)).before_record).toEqual({ _id: 't1', _version: 1, price: 1 });
    });
  });
});

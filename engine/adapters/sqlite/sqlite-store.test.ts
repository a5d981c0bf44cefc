import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CollectionSchema, KeySchema } from '#engine/model/compiled';
import type { FilterNode } from '#engine/model/filter';
import type { StoreQuery, StoreWrite } from '../../ports/index.ts';
import { createSqliteStore, type SqliteStore } from './index.ts';
import { Planner } from './query/query-plan.ts';
import { CollectionMap, createCollection } from './schema/collection.ts';
import { pendingTable } from './schema/names.ts';

const NAME: KeySchema = { id: 'name', kind: 'text', list: false };
const LOOSE: KeySchema = { id: 'loose', kind: 'text', list: false };
const EMAILS: KeySchema = { id: 'emails', kind: 'text', list: true };
const SHAPE: CollectionSchema = {
  name: 'm_own',
  keys: [NAME, LOOSE, EMAILS],
  indexes: [{ keys: ['name'] }, { keys: ['emails'], unique: true }],
  contains: ['name', 'emails'],
};
const ALL: FilterNode = { kind: 'constant', value: true };

function insert(id: string, keys: { readonly [key: string]: string | readonly string[] }): StoreWrite {
  return { kind: 'insert', collection: SHAPE.name, document: { _id: id, _version: 1 }, keys, definitionVersion: 1 };
}

function createPlan(schema: CollectionSchema, filter: FilterNode) {
  const collections = new CollectionMap();
  collections.set(createCollection(schema));
  return new Planner(collections).plan({ collection: schema.name, filter });
}

describe('the SQLite store beyond the contract', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-sqlite-'));
  let file: string;
  let store: SqliteStore;
  let made = 0;
  beforeEach(async () => {
    made += 1;
    file = path.join(folder, `${made}.sqlite`);
    store = await createSqliteStore({ file });
    await store.applySchemas([SHAPE]);
  });
  afterEach(async () => {
    vi.useRealTimers();
    await store.close();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const ids = async (query: Partial<StoreQuery>): Promise<string[]> =>
    (await store.find({ collection: SHAPE.name, filter: ALL, sort: [], limit: 100, ...query })).map((record) => record.document._id);

  /** From now on texts are written and merged only when the test advances the timers. */
  const stopTimers = (): void => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  /** Resolves when the writer thread has finished all earlier requests. */
  const untilWritten = (): Promise<unknown> => store.writerSetting('synchronous');
  const pass = async (milliseconds: number): Promise<void> => {
    vi.advanceTimersByTime(milliseconds);
    await untilWritten();
  };
  /** How many records have texts that are not in the search table yet. */
  const countPending = (): unknown => {
    const reader = new Database(file, { readonly: true });
    try {
      return reader
        .prepare(`SELECT count(*) FROM ${pendingTable(SHAPE.name)}`)
        .pluck()
        .get();
    } finally {
      reader.close();
    }
  };
  /** Advances the timers until all texts are in the search table. */
  const untilIndexed = (): Promise<void> =>
    expect
      .poll(async () => {
        await pass(400);
        return countPending();
      })
      .toBe(0);

  it('waits for the write lock of another process without blocking this one', async () => {
    const holder = new Database(file);
    holder.prepare('BEGIN IMMEDIATE').run();
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 5);
    let isOver = false;
    const committing = store.commit({ writes: [insert('a', { name: 'ann' })] }).finally(() => (isOver = true));
    // Long enough for many attempts.
    await expect.poll(() => turns).toBeGreaterThan(50);
    clearInterval(ticking);
    expect(await ids({})).toEqual([]);
    expect(isOver).toBe(false);
    holder.prepare('ROLLBACK').run();
    holder.close();
    expect(await committing).toMatchObject({ committed: true });
    expect(await ids({})).toEqual(['a']);
  });

  it('continues counting after the requester timed out, and serves the next request at once', async () => {
    for (let start = 0; start < 6000; start += 1000)
      await store.commit({
        writes: Array.from({ length: 1000 }, (_, index) => insert(`id${start + index}`, { loose: `name ${start + index}` })),
      });
    const heavy: FilterNode = {
      kind: 'any',
      nodes: Array.from({ length: 200 }, (_, index) => ({ kind: 'contains' as const, key: LOOSE, text: `e ${index}z` })),
    };
    const count = (): Promise<unknown> => store.count({ collection: SHAPE.name, filter: { kind: 'not', node: heavy }, deadline: 5 });
    // Starting the thread takes longer than the deadline of the first count.
    await expect(count()).rejects.toMatchObject({ code: 'filter_too_costly' });
    await expect.poll(count).toMatchObject({ total: 6000 });
  });

  it('merges no search segments while a stream is open, because the WAL could not be reset', async () => {
    stopTimers();
    const text = (row: number): string => `name ${row} ${(row * 7919).toString(36)} ${(row * 104_729).toString(36)}`;
    for (let start = 0; start < 6000; start += 1000)
      await store.commit({
        writes: Array.from({ length: 1000 }, (_, index) => insert(`id${start + index}`, { name: text(start + index) })),
      });
    const stream = store.stream({ collection: SHAPE.name, filter: ALL, sort: [], limit: 10_000 })[Symbol.asyncIterator]();
    expect((await stream.next()).done).toBe(false);
    await untilIndexed();
    expect(await ids({ filter: { kind: 'contains', key: NAME, text: text(5999).slice(5) } })).toEqual(['id5999']);
    const log = (): Buffer => readFileSync(`${file}-wal`);
    const before = log();
    // Merging would be due each time.
    for (let times = 0; times < 3; times += 1) await pass(1500);
    expect(log().equals(before)).toBe(true);
    await stream.return?.();
    await expect
      .poll(async () => {
        await pass(1500);
        return log().equals(before);
      })
      .toBe(false);
  });

  describe('the size of the WAL', () => {
    const sizeOfLog = (): number => statSync(`${file}-wal`).size;
    const MEBIBYTE = 1_048_576;
    /** Commits records of this size in total, a hundred at a time. */
    const load = async (mebibytes: number): Promise<void> => {
      const text = 'x'.repeat(MEBIBYTE / 10);
      for (let part = 0; part < mebibytes / 10; part += 1)
        await store.commit({
          writes: Array.from({ length: 100 }, (_, index) => ({
            ...insert(`id${part}-${index}`, { name: `name ${part} ${index}` }),
            document: { _id: `id${part}-${index}`, _version: 1, text },
          })),
        });
    };

    it('is given back after a bulk load', async () => {
      await load(20);
      expect(sizeOfLog()).toBeGreaterThan(20 * MEBIBYTE);
      await store.truncateLog();
      expect(sizeOfLog()).toBe(0);
      expect(await store.count({ collection: SHAPE.name, filter: ALL })).toMatchObject({ total: 200 });
      expect(await store.commit({ writes: [insert('later', { name: 'later' })] })).toMatchObject({ committed: true });
      expect(sizeOfLog()).toBeLessThan(MEBIBYTE);
    });

    it('is not given back while a stream reads it, without an error', async () => {
      for (let start = 0; start < 6000; start += 1000)
        await store.commit({ writes: Array.from({ length: 1000 }, (_, index) => insert(`id${start + index}`, { name: `name ${index}` })) });
      const stream = store.stream({ collection: SHAPE.name, filter: ALL, sort: [], limit: 10_000 })[Symbol.asyncIterator]();
      expect((await stream.next()).done).toBe(false);
      await store.commit({ writes: [insert('later', { name: 'later' })] });
      await store.truncateLog();
      expect(sizeOfLog()).toBeGreaterThan(0);
      await stream.return?.();
      await store.truncateLog();
      expect(sizeOfLog()).toBe(0);
    });

    it('is given back in the first quiet moment after commits made it long', async () => {
      stopTimers();
      await load(80);
      expect(sizeOfLog()).toBeGreaterThan(64 * MEBIBYTE);
      await expect
        .poll(async () => {
          await pass(2000);
          return sizeOfLog();
        })
        // Only emptying makes a WAL shorter. Texts that are indexed afterwards write a few pages to it again.
        .toBeLessThan(MEBIBYTE);
    });

    it('is limited for the connection that writes', async () => {
      expect(await store.writerSetting('journal_size_limit')).toBe(48_000 * 4120);
    });
  });

  it('recovers when another process dropped an index that it scans', async () => {
    await store.commit({ writes: ['c', 'a', 'b'].map((name, index) => insert(`id${index}`, { name })) });
    const byName = { sort: [{ kind: 'key', key: NAME, descending: false }] } as const;
    expect(await ids(byName)).toEqual(['id1', 'id2', 'id0']);
    const other = await createSqliteStore({ file });
    await other.applySchemas([{ ...SHAPE, indexes: [] }]);
    await other.commit({ writes: [insert('id3', { name: 'aa' })] });
    expect(await ids(byName)).toEqual(['id1', 'id3', 'id2', 'id0']);
    expect(await ids({ filter: { kind: 'equals', key: NAME, values: ['aa'] } })).toEqual(['id3']);
    await other.close();
  });

  it('names the keys that need an index when a filter takes too long', async () => {
    for (let start = 0; start < 4000; start += 1000)
      await store.commit({
        writes: Array.from({ length: 1000 }, (_, index) => insert(`id${start + index}`, { name: `n${index}`, loose: 'abc '.repeat(50) })),
      });
    const nodes = Array.from({ length: 150 }, (_, index): FilterNode => ({ kind: 'contains', key: LOOSE, text: `${index}zz` }));
    const reading = store.find({ collection: SHAPE.name, filter: { kind: 'any', nodes }, sort: [], limit: 10, deadline: 5 });
    await expect(reading).rejects.toMatchObject({ code: 'filter_too_costly', data: { keys: ['loose'] } });
  });

  it('groups and counts without reading the rows: the deleted ones have an index of their own', async () => {
    const gone: KeySchema = { id: 'gone', kind: 'number', list: false, absent: 0 };
    const schema: CollectionSchema = {
      ...SHAPE,
      name: 'm_gone',
      keys: [NAME, gone],
      indexes: [{ keys: ['name'] }],
      contains: [],
      deletedKey: 'gone',
    };
    // The index is added to a collection that has records.
    const { deletedKey: _later, ...before } = schema;
    await store.applySchemas([{ ...before, keys: [NAME] }]);
    const add = async (id: string, keys: { readonly [key: string]: string | number }) =>
      expect(
        await store.commit({
          writes: [{ kind: 'insert', collection: 'm_gone', document: { _id: id, _version: 1 }, keys, definitionVersion: 1 }],
        }),
      ).toMatchObject({ committed: true });
    await add('early', { name: 'red' });
    await store.applySchemas([schema]);
    await add('red', { name: 'red', gone: 0 });
    await add('blue', { name: 'blue', gone: 0 });
    await add('removed', { name: 'blue', gone: 1 });
    const filter: FilterNode = { kind: 'equals', key: gone, values: [0] };
    const groups = await store.group({
      collection: 'm_gone',
      filter,
      by: [{ kind: 'key', key: NAME }],
      measures: [{ name: 'count', kind: 'count' }],
    });
    expect(groups.map(({ keys, measures }) => [keys[0], measures['count']])).toEqual([
      ['blue', 1],
      ['red', 2],
    ]);
    expect(await store.count({ collection: 'm_gone', filter })).toMatchObject({ total: 3 });
    const plan = createPlan({ ...schema, name: 'm_gone' }, filter);
    const reader = new Database(file, { readonly: true });
    try {
      reader.function('budget', (_rid: unknown) => 1);
      const text = `SELECT t.k_name, count(*) FROM ${plan.collection.table} t WHERE ${plan.scan.where} GROUP BY 1`;
      const steps = reader.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...plan.scan.params) as { readonly detail: string }[];
      expect(steps.filter(({ detail }) => /^(SCAN|SEARCH)/.test(detail)).every(({ detail }) => detail.includes('COVERING INDEX'))).toBe(
        true,
      );
    } finally {
      reader.close();
    }
  });

  it('keeps the elements of a unique list key unique', async () => {
    await store.commit({ writes: [insert('a', { emails: ['x@example.com', 'y@example.com'] })] });
    const result = await store.commit({ writes: [insert('b', { emails: ['z@example.com', 'y@example.com'] })] });
    expect(result).toEqual({ committed: false, conflicts: [{ kind: 'unique', collection: SHAPE.name, id: 'b', keys: ['emails'] }] });
    expect(await ids({})).toEqual(['a']);
    expect(await ids({ filter: { kind: 'equals', key: EMAILS, values: ['z@example.com'] } })).toEqual([]);
  });

  it('rejects only the invalid unit of a group', async () => {
    const results = await Promise.allSettled([
      store.commit({ writes: [insert('a', { name: 'ann' })] }),
      store.commit({ writes: [{ ...insert('b', {}), collection: 'm_unknown' }] }),
      store.commit({ writes: [insert('c', { name: 'cleo' })] }),
    ]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await ids({})).toEqual(['a', 'c']);
  });

  it('finds texts with NUL, quotes and astral characters, before and after they are indexed', async () => {
    stopTimers();
    await store.commit({
      writes: [insert('a', { name: 'one\0two "three" 😀😁😂', emails: ['q"uo\\te@example.com'] }), insert('b', { name: 'other' })],
    });
    expect(countPending()).toBe(2);
    for (const isIndexed of [false, true]) {
      if (isIndexed) await untilIndexed();
      for (const text of ['e\0tw', 'two', '"three"', '😀😁😂', '😁', 'o "th'])
        expect(await ids({ filter: { kind: 'contains', key: NAME, text } }), text).toEqual(['a']);
      for (const text of ['q"uo\\te', '\\te@', 'example.com'])
        expect(await ids({ filter: { kind: 'contains', key: EMAILS, text } }), text).toEqual(['a']);
      expect(await ids({ filter: { kind: 'contains', key: NAME, text: 'twothree' } })).toEqual([]);
    }
  });

  it('rejects calls after it was closed, with an error code', async () => {
    const closed = await createSqliteStore({ file });
    await closed.close();
    await expect(closed.get(SHAPE.name, ['a'])).rejects.toMatchObject({ code: 'store_refused' });
    await expect(closed.commit({ writes: [] })).rejects.toMatchObject({ code: 'store_unavailable' });
    await expect(closed.versions()).rejects.toMatchObject({ code: 'store_unavailable' });
  });
});

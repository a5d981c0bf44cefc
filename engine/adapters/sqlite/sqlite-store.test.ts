import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CollectionShape, FilterNode, KeyShape } from '#engine/model';
import type { StorePort, StoreQuery, StoreWrite } from '../../ports/index.ts';
import { createSqliteStore } from './index.ts';

const NAME: KeyShape = { id: 'name', kind: 'text', list: false };
const LOOSE: KeyShape = { id: 'loose', kind: 'text', list: false };
const EMAILS: KeyShape = { id: 'emails', kind: 'text', list: true };
const SHAPE: CollectionShape = { name: 'm_own', keys: [NAME, LOOSE, EMAILS], indexes: [{ keys: ['name'] }, { keys: ['emails'], unique: true }], contains: ['name', 'emails'] };
const ALL: FilterNode = { kind: 'constant', value: true };

function insert(id: string, keys: { readonly [key: string]: string | readonly string[] }): StoreWrite {
  return { kind: 'insert', collection: SHAPE.name, document: { _id: id, _version: 1 }, keys, definitionVersion: 1 };
}

describe('the SQLite store beyond the contract', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-sqlite-'));
  let file: string;
  let store: StorePort;
  let made = 0;
  beforeEach(async () => {
    made += 1;
    file = path.join(folder, `${made}.sqlite`);
    store = await createSqliteStore({ file });
    await store.applyShapes([SHAPE]);
  });
  afterEach(() => store.close());
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const ids = async (query: Partial<StoreQuery>): Promise<string[]> => (await store.find({ collection: SHAPE.name, filter: ALL, sort: [], limit: 100, ...query })).map((record) => record.document._id);

  it('waits for the write lock of another process without blocking this one', async () => {
    const holder = new Database(file);
    holder.prepare('BEGIN IMMEDIATE').run();
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 5);
    const committing = store.commit({ writes: [insert('a', { name: 'ann' })] });
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(await ids({})).toEqual([]);
    const whileLocked = turns;
    holder.prepare('ROLLBACK').run();
    holder.close();
    expect(await committing).toMatchObject({ committed: true });
    clearInterval(ticking);
    expect(whileLocked).toBeGreaterThan(5);
    expect(await ids({})).toEqual(['a']);
  });

  it('goes on counting when who asked waits no longer, and answers the next one at once', async () => {
    for (let start = 0; start < 6000; start += 1000) await store.commit({ writes: Array.from({ length: 1000 }, (_, index) => insert(`id${start + index}`, { loose: `name ${start + index}` })) });
    const heavy: FilterNode = { kind: 'any', nodes: Array.from({ length: 200 }, (_, index) => ({ kind: 'contains' as const, key: LOOSE, text: `e ${index}z` })) };
    const count = (): Promise<unknown> => store.count({ collection: SHAPE.name, filter: { kind: 'not', node: heavy }, deadline: 5 });
    // The thread alone takes longer to start than the first may wait.
    await expect(count()).rejects.toMatchObject({ code: 'filter_too_costly' });
    await vi.waitFor(async () => expect(await count()).toMatchObject({ total: 6000 }), { timeout: 10_000, interval: 50 });
  });

  it('merges no texts while somebody walks the records, for the log could not begin anew', async () => {
    const text = (row: number): string => `name ${row} ${(row * 7919).toString(36)} ${(row * 104_729).toString(36)}`;
    for (let start = 0; start < 6000; start += 1000) await store.commit({ writes: Array.from({ length: 1000 }, (_, index) => insert(`id${start + index}`, { name: text(start + index) })) });
    const walk = store.stream({ collection: SHAPE.name, filter: ALL, sort: [], limit: 10_000 })[Symbol.asyncIterator]();
    expect((await walk.next()).done).toBe(false);
    // All texts are written, and merging would be due.
    await vi.waitFor(async () => expect(await ids({ filter: { kind: 'contains', key: NAME, text: text(5999).slice(5) } })).toEqual(['id5999']), { timeout: 10_000 });
    await new Promise((resolve) => setTimeout(resolve, 2000));
    const log = (): number => statSync(`${file}-wal`).mtimeMs;
    const before = log();
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(log()).toBe(before);
    await walk.return?.();
    await vi.waitFor(() => expect(log()).toBeGreaterThan(before), { timeout: 10_000 });
  }, 40_000);

  it('goes on when another process dropped an index that it walks', async () => {
    await store.commit({ writes: ['c', 'a', 'b'].map((name, index) => insert(`id${index}`, { name })) });
    const byName = { sort: [{ kind: 'key', key: NAME, descending: false }] } as const;
    expect(await ids(byName)).toEqual(['id1', 'id2', 'id0']);
    const other = await createSqliteStore({ file });
    await other.applyShapes([{ ...SHAPE, indexes: [] }]);
    await other.commit({ writes: [insert('id3', { name: 'aa' })] });
    expect(await ids(byName)).toEqual(['id1', 'id3', 'id2', 'id0']);
    expect(await ids({ filter: { kind: 'equals', key: NAME, values: ['aa'] } })).toEqual(['id3']);
    await other.close();
  });

  it('names the keys that want an index when a filter takes too long', async () => {
    for (let start = 0; start < 4000; start += 1000) await store.commit({ writes: Array.from({ length: 1000 }, (_, index) => insert(`id${start + index}`, { name: `n${index}`, loose: 'abc '.repeat(50) })) });
    const nodes = Array.from({ length: 150 }, (_, index): FilterNode => ({ kind: 'contains', key: LOOSE, text: `${index}zz` }));
    const asked = store.find({ collection: SHAPE.name, filter: { kind: 'any', nodes }, sort: [], limit: 10, deadline: 5 });
    await expect(asked).rejects.toMatchObject({ code: 'filter_too_costly', data: { keys: ['loose'] } });
  });

  it('keeps the elements of a unique list key unique', async () => {
    await store.commit({ writes: [insert('a', { emails: ['x@example.com', 'y@example.com'] })] });
    const result = await store.commit({ writes: [insert('b', { emails: ['z@example.com', 'y@example.com'] })] });
    expect(result).toEqual({ committed: false, stale: [{ kind: 'unique', collection: SHAPE.name, id: 'b', keys: ['emails'] }] });
    expect(await ids({})).toEqual(['a']);
    expect(await ids({ filter: { kind: 'equals', key: EMAILS, values: ['z@example.com'] } })).toEqual([]);
  });

  it('lets a broken unit fail alone', async () => {
    const results = await Promise.allSettled([
      store.commit({ writes: [insert('a', { name: 'ann' })] }),
      store.commit({ writes: [{ ...insert('b', {}), collection: 'm_unknown' }] }),
      store.commit({ writes: [insert('c', { name: 'cleo' })] }),
    ]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await ids({})).toEqual(['a', 'c']);
  });

  it('finds texts with NUL, quotes and astral characters, before and after they are indexed', async () => {
    await store.commit({ writes: [insert('a', { name: 'one\0two "three" 😀😁😂', emails: ['q"uo\\te@example.com'] }), insert('b', { name: 'other' })] });
    for (const wait of [0, 400]) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      for (const text of ['e\0tw', 'two', '"three"', '😀😁😂', '😁', 'o "th']) expect(await ids({ filter: { kind: 'contains', key: NAME, text } }), text).toEqual(['a']);
      for (const text of ['q"uo\\te', '\\te@', 'example.com']) expect(await ids({ filter: { kind: 'contains', key: EMAILS, text } }), text).toEqual(['a']);
      expect(await ids({ filter: { kind: 'contains', key: NAME, text: 'twothree' } })).toEqual([]);
    }
  });

  it('refuses work after it was closed, with a name for it', async () => {
    const closed = await createSqliteStore({ file });
    await closed.close();
    await expect(closed.get(SHAPE.name, ['a'])).rejects.toMatchObject({ code: 'store_refused' });
    await expect(closed.commit({ writes: [] })).rejects.toMatchObject({ code: 'store_unavailable' });
    await expect(closed.versions()).rejects.toMatchObject({ code: 'store_unavailable' });
  });
});

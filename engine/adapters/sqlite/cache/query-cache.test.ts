import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allOf, compareBy, compileMatcher, type FilterNode, type SortStep } from '#engine/model/filter';
import type { CollectionSchema, Key, KeySchema, RecordKeys } from '#engine/model/compiled';
import type { StorePort, StoreQuery, StoreWrite } from '../../../ports/index.ts';
import { createSqliteStore } from '../index.ts';

const NAME: KeySchema = { id: 'name', kind: 'text', list: false };
const STATUS: KeySchema = { id: 'status', kind: 'text', list: false };
const SCORE: KeySchema = { id: 'score', kind: 'number', list: false };
const LOOSE: KeySchema = { id: 'loose', kind: 'number', list: false };
const TEAMS: KeySchema = { id: 'teams', kind: 'text', list: true };
const OWNER: KeySchema = { id: 'owner', kind: 'text', list: false };

const SHAPE: CollectionSchema = {
  name: 'm_kept',
  keys: [NAME, STATUS, SCORE, LOOSE, TEAMS, OWNER],
  indexes: [{ keys: ['name'] }, { keys: ['status', 'name'] }, { keys: ['score', 'name'] }, { keys: ['owner'] }],
  contains: ['name'],
};
const COUNT = 6000;

interface Row {
  readonly id: string;
  readonly version: number;
  readonly keys: RecordKeys;
}

let state = 11;
function random(below: number): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
}

function randomKeys(): RecordKeys {
  const keys: Record<string, Key | readonly Key[]> = {
    status: `s${random(4)}`,
    teams: [`t${random(5)}`, ...(random(3) === 0 ? ['t9'] : [])],
    owner: `o${random(40)}`,
  };
  if (random(10) > 0)
    keys['name'] =
      `${['anna', 'bert', 'carla', 'zoë', '😀mi'][random(5)] ?? ''} ${['smith', 'jones', 'brown'][random(3)] ?? ''} ${random(300)}`;
  if (random(10) > 0) keys['score'] = random(50);
  if (random(10) > 0) keys['loose'] = random(2000);
  return keys;
}

const by = (key: KeySchema, descending = false): SortStep => ({ kind: 'key', key, descending });
const is = (key: KeySchema, ...values: Key[]): FilterNode => ({ kind: 'equals', key, values });

/** Each uses another access path: an index scan, bookmarks, few rows by an index, a whole order from a reader thread. */
const FILTERS: readonly FilterNode[] = [
  { kind: 'constant', value: true },
  is(STATUS, 's1'),
  is(STATUS, 's1', 's2'),
  { kind: 'range', key: LOOSE, gte: 500, lt: 1500 },
  { kind: 'contains', key: NAME, text: 'smith 2' },
  { kind: 'contains', key: NAME, text: 'ert jo' },
  { kind: 'not', node: { kind: 'exists', keys: [SCORE] } },
  { kind: 'all', nodes: [is(OWNER, 'o7'), { kind: 'range', key: SCORE, gt: 10 }] },
];
const SORTS: readonly (readonly SortStep[])[] = [
  [],
  [by(NAME)],
  [by(NAME, true)],
  [by(SCORE), by(NAME)],
  [by(SCORE, true), by(NAME, true)],
  [by(SCORE), by(NAME, true)],
  [by(LOOSE)],
  [{ kind: 'rank', key: STATUS, order: ['s2', 's0', 's1'], descending: false }],
];
const ACCESS: readonly (FilterNode | undefined)[] = [
  undefined,
  { kind: 'any', nodes: [is(TEAMS, 't0', 't1', 't2'), is(OWNER, 'o1')] },
  { kind: 'any', nodes: [is(TEAMS, 't7'), is(OWNER, 'o1')] },
];

describe.each([true, false])('query results, with the cache on: %s', (isOn) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-kept-'));
  const rows = new Map<string, Row>();
  let store: StorePort;
  let other: StorePort;
  let made = 0;

  const fresh = (): StoreWrite => {
    made += 1;
    const row: Row = { id: `id${String(random(1_000_000)).padStart(6, '0')}-${made}`, version: 1, keys: randomKeys() };
    rows.set(row.id, row);
    return { kind: 'insert', collection: SHAPE.name, document: { _id: row.id, _version: 1 }, keys: row.keys, definitionVersion: 1 };
  };
  const pick = (): Row => [...rows.values()][random(rows.size)] as Row;
  const change = (): StoreWrite => {
    const row = pick();
    const keys = random(3) === 0 ? { ...row.keys, status: `s${random(4)}` } : randomKeys();
    rows.set(row.id, { ...row, version: row.version + 1, keys });
    return {
      kind: 'update',
      collection: SHAPE.name,
      document: { _id: row.id, _version: row.version + 1 },
      keys,
      previousKeys: row.keys,
      expectedVersion: row.version,
      definitionVersion: 1,
    };
  };
  const remove = (): StoreWrite => {
    const row = pick();
    rows.delete(row.id);
    return { kind: 'remove', collection: SHAPE.name, id: row.id, previousKeys: row.keys, expectedVersion: row.version };
  };
  const writes = (count: number): StoreWrite[] =>
    Array.from({ length: count }, () => [fresh, change, change, remove][random(4)]?.() ?? fresh());

  const expected = (query: StoreQuery): Row[] => {
    const matches = compileMatcher(query.access ? allOf([query.filter, query.access]) : query.filter);
    return [...rows.values()].filter((row) => matches(row.id, row.keys)).sort(compareBy(query.sort));
  };
  const check = async (
    checked: StorePort,
    filter: FilterNode,
    sort: readonly SortStep[],
    access: FilterNode | undefined,
  ): Promise<void> => {
    const whole = expected({ collection: SHAPE.name, filter, sort, limit: 0, ...(access ? { access } : {}) });
    const offset = [0, 0, 30, Math.max(0, whole.length - 5), random(whole.length + 1)][random(5)] ?? 0;
    const page = await checked.page({ collection: SHAPE.name, filter, sort, offset, limit: 12, ...(access ? { access } : {}) });
    const about = JSON.stringify({ filter, sort, access, offset });
    expect(page.total, about).toBe(whole.length);
    expect(
      page.records.map((record) => [record.document._id, record.document._version]),
      about,
    ).toEqual(whole.slice(offset, offset + 12).map((row) => [row.id, row.version]));
  };

  beforeAll(async () => {
    store = await createSqliteStore({ file: path.join(folder, 'kept.sqlite'), queryCache: isOn });
    other = await createSqliteStore({ file: path.join(folder, 'kept.sqlite'), queryCache: isOn });
    await store.applySchemas([SHAPE]);
    await other.applySchemas([SHAPE]);
    for (let start = 0; start < COUNT; start += 500) await store.commit({ writes: Array.from({ length: 500 }, fresh) });
  });
  afterAll(async () => {
    await store.close();
    await other.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(FILTERS.map((filter, index) => [index, filter] as const))('stay exact through changes, filter %i', async (_index, filter) => {
    for (let round = 0; round < (isOn ? 6 : 2); round += 1) {
      for (const sort of SORTS) for (const access of ACCESS) await check(store, filter, sort, access);
      const result = await store.commit({ writes: writes(round === 4 ? 1 : 25) });
      expect(result.committed).toBe(true);
    }
  });

  it('stay exact when another process commits, and when the change log overflows', async () => {
    for (let round = 0; round < 8; round += 1) {
      for (const sort of SORTS.slice(0, 5)) {
        await check(store, FILTERS[round] ?? (FILTERS[0] as FilterNode), sort, ACCESS[round % 3]);
        await check(other, FILTERS[round] ?? (FILTERS[0] as FilterNode), sort, ACCESS[round % 3]);
      }
      if (round === 5) for (let step = 0; step < 20; step += 1) await store.commit({ writes: writes(500) });
      await (round % 2 === 0 ? other : store).commit({ writes: writes(10) });
    }
  });

  it('stay exact when queries and writes overlap', async () => {
    const queries = FILTERS.slice(0, 6).flatMap((filter) =>
      SORTS.slice(0, 4).map((sort) => ({ collection: SHAPE.name, filter, sort, limit: 5, offset: random(1500) })),
    );
    for (let round = 0; round < 5; round += 1) {
      const asking = queries.map((query) => store.page(query));
      await store.commit({ writes: writes(30) });
      await Promise.all([...asking, ...queries.map((query) => store.page(query))]);
    }
    for (const query of queries) await check(store, query.filter, query.sort, undefined);
  });

  it('stay exact when the cache is switched while queries and writes overlap', async () => {
    const queries = FILTERS.slice(0, 6).flatMap((filter) =>
      SORTS.slice(0, 4).map((sort) => ({ collection: SHAPE.name, filter, sort, limit: 5, offset: random(1500) })),
    );
    for (let round = 0; round < 6; round += 1) {
      const asking = queries.map((query) => store.page(query));
      store.setQueryCache(round % 2 === 0);
      const committing = store.commit({ writes: writes(30) });
      if (round > 2) store.setQueryCache(round % 2 === 1);
      await Promise.all([committing, ...asking, ...queries.map((query) => store.page(query))]);
      for (const query of queries.slice(round * 4, round * 4 + 4)) await check(store, query.filter, query.sort, undefined);
    }
    store.setQueryCache(isOn);
  });

  it('are the same object until the record changes if the cache is on, else read from the file each time', async () => {
    const read = async () => (await store.find({ collection: SHAPE.name, filter: is(STATUS, 's1'), sort: [by(NAME)], limit: 1 }))[0];
    expect((await read()) === (await read())).toBe(isOn);
    store.setQueryCache(!isOn);
    expect((await read()) === (await read())).toBe(!isOn);
    store.setQueryCache(isOn);
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CollectionSchema, KeySchema, RecordKeys } from '#engine/model/compiled';
import type { StorePort, StoreWrite } from '../../../ports/index.ts';
import { createSqliteStore } from '../index.ts';

const NAME: KeySchema = { id: 'name', kind: 'text', list: false };
const STATE: KeySchema = { id: 'state', kind: 'text', list: false };
const SHAPE: CollectionSchema = { name: 'm_long', keys: [NAME, STATE], indexes: [{ keys: ['name'] }], contains: [] };
const STATES = ['gone', 'far', ...Array.from({ length: 12 }, () => 'here')];
/** More records than one scan covers with bookmarks. */
const COUNT = 45_000;

/** The names are spread evenly, so that a change can be anywhere in the order. */
const nameOf = (n: number): string => String((n * 7919) % 100_003).padStart(6, '0');

describe('bookmarks of an order that is scanned in parts', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-marks-'));
  const rows = new Map<string, { readonly version: number; readonly keys: RecordKeys }>();
  let store: StorePort;
  let made = 0;

  const make = (): StoreWrite => {
    made += 1;
    const [id, keys] = [`id${made}`, { name: nameOf(made), state: STATES[made % STATES.length] as string }];
    rows.set(id, { version: 1, keys });
    return { kind: 'insert', collection: SHAPE.name, document: { _id: id, _version: 1 }, keys, definitionVersion: 1 };
  };
  const pick = (n: number): string => [...rows.keys()][(n * 104_729) % rows.size] as string;
  const change = (id: string, n: number): StoreWrite => {
    const { version, keys: previousKeys } = rows.get(id) as { version: number; keys: RecordKeys };
    if (n % 3 === 0) {
      rows.delete(id);
      return { kind: 'remove', collection: SHAPE.name, id, previousKeys, expectedVersion: version };
    }
    const keys = { name: nameOf(n * 31 + 5), state: STATES[n % STATES.length] as string };
    rows.set(id, { version: version + 1, keys });
    return {
      kind: 'update',
      collection: SHAPE.name,
      document: { _id: id, _version: version + 1 },
      keys,
      previousKeys,
      expectedVersion: version,
      definitionVersion: 1,
    };
  };
  const page = async (descending: boolean, state: string, offset: number): Promise<readonly string[]> => {
    const { records } = await store.page({
      collection: SHAPE.name,
      filter: { kind: 'constant', value: true },
      access: { kind: 'not', node: { kind: 'equals', key: STATE, values: [state] } },
      sort: [
        { kind: 'key', key: NAME, descending },
        { kind: 'id', descending },
      ],
      offset,
      limit: 5,
    });
    return records.map(({ document }) => document._id);
  };
  const expected = (descending: boolean, state: string, offset: number): readonly string[] => {
    const sorted = [...rows]
      .filter(([, { keys }]) => keys['state'] !== state)
      .map(([id, { keys }]) => ({ id, name: String(keys['name']) }))
      .sort((a, b) => (a.name === b.name ? (a.id < b.id ? -1 : 1) : a.name < b.name ? -1 : 1));
    return (descending ? sorted.reverse() : sorted).slice(offset, offset + 5).map(({ id }) => id);
  };

  beforeAll(async () => {
    store = await createSqliteStore({ file: path.join(folder, 'long.sqlite') });
    await store.applySchemas([SHAPE]);
    for (let start = 0; start < COUNT; start += 1000) await store.commit({ writes: Array.from({ length: 1000 }, make) });
  });
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('continues from the last bookmark, whatever changed before, after or meanwhile', async () => {
    let turn = 0;
    const save = async (): Promise<void> => {
      const ids = new Set(Array.from({ length: 40 }, () => pick((turn += 1))));
      expect(await store.commit({ writes: [...[...ids].map((id) => change(id, (turn += 1))), make()] })).toMatchObject({ committed: true });
    };
    for (const state of ['gone', 'far', 'nowhere']) {
      for (const descending of [false, true]) {
        // The second offset is past the end of the first scan, and all later ones use the bookmarks of both.
        for (const offset of [1_000, 21_500, 38_000, 500, 20_900, 21_100, 39_500]) {
          await save();
          const requested = page(descending, state, offset);
          for (let more = 0; more < 3; more += 1) await save();
          // The first page may show any of these states; the next one shows the last.
          await requested;
          expect(await page(descending, state, offset), `${state} ${descending} at ${offset}`).toEqual(expected(descending, state, offset));
        }
      }
    }
  });
});

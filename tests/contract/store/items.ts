import type { CollectionSchema, Key, KeySchema, RecordKeys } from '#engine/model/compiled';
import type { FilterNode, SortStep } from '#engine/model/filter';
import type { RecordDocument } from '#engine/model/values';
import { fixtureId } from '#tests/support';
import type { StorePort, StoreQuery, StoreWrite, UnitOfWork } from '../../../engine/ports/index.ts';

export const NAME: KeySchema = { id: 'fName', kind: 'text', list: false };
export const STATUS: KeySchema = { id: 'fStatus', kind: 'text', list: false };
export const SCORE: KeySchema = { id: 'fScore', kind: 'number', list: false };
export const CITY: KeySchema = { id: 'fHome.city', kind: 'text', list: false };
export const TAGS: KeySchema = { id: 'fTags', kind: 'text', list: true };
export const CODE: KeySchema = { id: 'fCode', kind: 'text', list: false };
export const FIRM: KeySchema = { id: 'fFirm', kind: 'text', list: false };

/** A collection with an index of every kind. */
export const ITEMS: CollectionSchema = {
  name: 'm_items',
  keys: [NAME, STATUS, SCORE, CITY, TAGS, CODE, FIRM],
  indexes: [
    { keys: [STATUS.id, NAME.id] },
    { keys: [NAME.id] },
    { keys: [SCORE.id] },
    { keys: [CITY.id] },
    { keys: [TAGS.id] },
    { keys: [CODE.id], unique: true },
    { keys: [FIRM.id] },
    { keys: [STATUS.id, SCORE.id] },
  ],
  contains: [NAME.id],
};

/** A second collection, which `FIRM` points to. */
export const FIRMS: CollectionSchema = {
  name: 'm_firms',
  keys: [NAME, SCORE],
  indexes: [{ keys: [NAME.id] }, { keys: [SCORE.id] }],
  contains: [],
};

/** An internal collection of a package. */
export const LEDGER: CollectionSchema = { name: '_ledger', keys: [NAME], indexes: [{ keys: [NAME.id] }], contains: [] };

export const ALL: FilterNode = { kind: 'constant', value: true };

export function is(key: KeySchema, ...values: Key[]): FilterNode {
  return { kind: 'equals', key, values };
}

export function by(key: KeySchema, descending = false): SortStep {
  return { kind: 'key', key, descending };
}

/** A numbered record: a document and its keys. */
export interface Item {
  readonly document: RecordDocument;
  readonly keys: RecordKeys;
}

export function item(number: number, keys: { readonly [id: string]: Key | readonly Key[] | undefined } = {}, version = 1): Item {
  const present: RecordKeys = Object.fromEntries(Object.entries(keys).filter(([, value]) => value !== undefined));
  return {
    document: { _id: fixtureId(number), _version: version, number, ...(typeof keys['fName'] === 'string' ? { name: keys['fName'] } : {}) },
    keys: present,
  };
}

export function insert(one: Item, collection = ITEMS.name): StoreWrite {
  return { kind: 'insert', collection, document: one.document, keys: one.keys, definitionVersion: 3 };
}

/** The next version of a record, with other keys and document properties. */
export function change(
  one: Item,
  keys: RecordKeys,
  members: { readonly [name: string]: string | number } = {},
): { readonly next: Item; readonly write: StoreWrite } {
  const next: Item = { document: { ...one.document, ...members, _version: one.document._version + 1 }, keys: { ...one.keys, ...keys } };
  return {
    next,
    write: {
      kind: 'update',
      collection: ITEMS.name,
      document: next.document,
      keys: next.keys,
      previousKeys: one.keys,
      expectedVersion: one.document._version,
      definitionVersion: 4,
    },
  };
}

export function remove(one: Item): StoreWrite {
  return { kind: 'remove', collection: ITEMS.name, id: one.document._id, previousKeys: one.keys, expectedVersion: one.document._version };
}

/** Commits a unit that must be accepted. */
export async function commit(store: StorePort, unit: UnitOfWork): Promise<string> {
  const result = await store.commit(unit);
  if (!result.committed) throw new Error(`refused: ${JSON.stringify(result.conflicts)}`);
  return result.position;
}

export function query(filter: FilterNode = ALL, more: Partial<StoreQuery> = {}): StoreQuery {
  return { collection: ITEMS.name, filter, sort: [], limit: 1000, ...more };
}

/** The numbers of the records found, in their order. */
export async function numbers(store: StorePort, storeQuery: StoreQuery): Promise<number[]> {
  return (await store.find(storeQuery)).map((record) => Number(record.document['number']));
}

/** Inserts items 0 to `count` - 1, so many that queries use indexes; each key has its own number of different values. */
export async function insertVariedItems(store: StorePort, count: number): Promise<void> {
  for (let start = 0; start < count; start += 500)
    await commit(store, {
      writes: Array.from({ length: 500 }, (_, index) => start + index).map((number) =>
        insert(
          item(number, {
            fName: `name ${number}`,
            fStatus: `s${number % 10}`,
            fScore: number,
            'fHome.city': `c${number % 200}`,
            fTags: [`t${number % 100}`, 'x'],
            fCode: `code${number}`,
            fFirm: fixtureId(9000 + (number % 50)),
          }),
        ),
      ),
    });
}

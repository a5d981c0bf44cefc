import type { CollectionSchema, KeySchema } from '#engine/model/compiled';
import type { StoreWrite, UnitOfWork } from '../../engine/ports/index.ts';

const RECORD: KeySchema = { id: 'record', kind: 'text', list: false };
const NAME: KeySchema = { id: 'name', kind: 'text', list: false };
const TAGS: KeySchema = { id: 'tags', kind: 'text', list: true };

export const PEOPLE: CollectionSchema = {
  name: 'm_people',
  keys: [NAME, TAGS],
  indexes: [{ keys: ['name'] }, { keys: ['tags'] }],
  contains: ['name'],
};
export const AUDIT: CollectionSchema = { name: '_audit', keys: [RECORD], indexes: [{ keys: ['record'] }], contains: [] };
export const CHANGES: CollectionSchema = { name: '_changes', keys: [RECORD], indexes: [{ keys: ['record'] }], contains: [] };
export { NAME, RECORD, TAGS };

/** A save as the pipeline makes it: the record, its audit entry and its pending effect, which are committed together or not at all. */
export function saveUnit(id: string, version: number): UnitOfWork {
  const keys = { name: `person ${id} v${version}`, tags: [`v${version}`, 'all'] };
  const document = { _id: id, _version: version, name: `Person ${id} v${version}` };
  const previousKeys = { name: `person ${id} v${version - 1}`, tags: [`v${version - 1}`, 'all'] };
  const write: StoreWrite =
    version === 1
      ? { kind: 'insert', collection: PEOPLE.name, document, keys, definitionVersion: 1 }
      : { kind: 'update', collection: PEOPLE.name, document, keys, previousKeys, expectedVersion: version - 1, definitionVersion: 1 };
  return { writes: [write, follower(AUDIT.name, id, version), follower(CHANGES.name, id, version)] };
}

function follower(collection: string, id: string, version: number): StoreWrite {
  return {
    kind: 'insert',
    collection,
    document: { _id: `${id}-${version}`, _version: 1, record: id, of: version },
    keys: { record: id },
    definitionVersion: 1,
  };
}

import type { CommitConflict, StorePort, StoreWrite, UnitOfWork } from '../../ports/index.ts';
import type { DefinitionSnapshot } from '../../registry/index.ts';
import { allOf, notOf } from '#engine/model/filter';
import type { KeySchema } from '#engine/model/compiled';

/**
 * A store that reads and does not write: a unit is checked for unique values, also against the units before it, and is then dropped.
 * Numbers are not reserved. For saves that only show what would happen.
 */
export function createDryRunStore(store: StorePort, readSnapshot: () => Promise<DefinitionSnapshot>): StorePort {
  const taken = new Map<string, string>();
  const commit: StorePort['commit'] = async (unit: UnitOfWork) => {
    const unique = listUniqueKeys(await readSnapshot());
    const conflicts: CommitConflict[] = [];
    for (const write of unit.writes) {
      for (const key of unique.get(write.collection) ?? []) {
        if (await isTaken(store, taken, write, key))
          conflicts.push({ kind: 'unique', collection: write.collection, id: idOf(write), keys: [key.id] });
      }
    }
    if (conflicts.length === 0) return { committed: true, position: '' };
    const ids = new Set(unit.writes.map(idOf));
    for (const [place, id] of taken) if (ids.has(id)) taken.delete(place);
    return { committed: false, conflicts };
  };
  const reserveNumbers: StorePort['reserveNumbers'] = (_sequence, _count, atLeast = 1) => Promise.resolve(atLeast);
  return new Proxy(store, {
    get: (target, name) => {
      if (name === 'commit') return commit;
      if (name === 'reserveNumbers') return reserveNumbers;
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? (member as () => unknown).bind(target) : member;
    },
  });
}

function listUniqueKeys({ modules }: DefinitionSnapshot): ReadonlyMap<string, readonly KeySchema[]> {
  return new Map(
    [...modules.values()].map(({ storage, fields }) => [
      storage.name,
      [...fields.values()].filter(({ definition }) => definition.unique === true).flatMap(({ keys }) => keys[0] ?? []),
    ]),
  );
}

function idOf(write: StoreWrite): string {
  return write.kind === 'remove' ? write.id : write.document._id;
}

/** Whether another record has the unique value of a write; notes the value otherwise. */
async function isTaken(store: StorePort, taken: Map<string, string>, write: StoreWrite, key: KeySchema): Promise<boolean> {
  if (write.kind === 'remove') return false;
  const value = write.keys[key.id];
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  if (write.kind === 'update' && write.previousKeys[key.id] === value) return false;
  const id = write.document._id;
  const place = JSON.stringify([write.collection, key.id, value]);
  const holder = taken.get(place);
  if (holder !== undefined) return holder !== id;
  // Noted before the search, so that of two saves at the same time one is refused.
  taken.set(place, id);
  const filter = allOf([{ kind: 'equals', key, values: [value] }, notOf({ kind: 'ids', ids: [id] })]);
  const found = await store.findIds({ collection: write.collection, filter, sort: [], limit: 1 });
  if (found.length === 0) return false;
  taken.delete(place);
  return true;
}

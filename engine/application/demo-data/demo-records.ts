import type { CompiledModule } from '#engine/model/compiled';
import { GLOBAL_TEAM_ID } from '#engine/model/definitions';
import { MATCH_ALL, type FilterNode } from '#engine/model/filter';
import type { RecordDocument } from '#engine/model/values';
import type { StorePort, StoredRecord } from '../../ports/index.ts';
import type { DefinitionSnapshot } from '../../registry/index.ts';

/** The ids between which the records of the first seed lie: ids increase with time, and nobody else works before it has ended. */
export interface SeedRange {
  readonly from: string;
  readonly until: string;
}

/** Which records the first seed made. */
export interface DemoRecords {
  /** The modules that can have such records. */
  readonly modules: readonly CompiledModule[];
  /** A condition for the store that the records of the seed meet, and few others. */
  readonly candidates: FilterNode;
  /** Whether an id can be that of a record of the seed. */
  readonly mayBeDemo: (id: string) => boolean;
  /** Whether the seed made a record: System Admins, what they and other real people created, and the Global team are not of the seed. */
  readonly isDemo: (document: RecordDocument) => boolean;
}

/** Finds out whose records are kept. Errors: those of the store. */
export async function openDemoRecords(store: StorePort, snapshot: DefinitionSnapshot, range: SeedRange): Promise<DemoRecords> {
  const mayBeDemo = (id: string): boolean => id > range.from && id <= range.until;
  const people = await findPeople(store, snapshot.module('users'), mayBeDemo);
  return {
    modules: [...snapshot.modules.values()].filter(({ definition }) => definition.mirrors === undefined),
    candidates: { kind: 'idRange', gt: range.from, lte: range.until },
    mayBeDemo: (id) => mayBeDemo(id) && id !== GLOBAL_TEAM_ID && !people.has(id),
    isDemo: ({ _id, created_by: by }) =>
      mayBeDemo(_id) && _id !== GLOBAL_TEAM_ID && !people.has(_id) && !(typeof by === 'string' && people.has(by)),
  };
}

/** Users who stay: System Admins, and all who were not made by the seed. */
async function findPeople(
  store: StorePort,
  users: CompiledModule | undefined,
  mayBeDemo: (id: string) => boolean,
): Promise<ReadonlySet<string>> {
  const people = new Set<string>();
  if (users === undefined) return people;
  const query = { collection: users.storage.name, filter: MATCH_ALL, sort: [], limit: Infinity };
  for await (const { document } of store.stream(query))
    if (document['userType'] === 'System Admin' || !mayBeDemo(document._id)) people.add(document._id);
  return people;
}

/** The records of the seed in a module. They are read completely first: a stream and writes of one collection must not overlap. */
export async function listDemoRecords(store: StorePort, demo: DemoRecords, { storage }: CompiledModule): Promise<readonly StoredRecord[]> {
  const found: StoredRecord[] = [];
  const query = { collection: storage.name, filter: demo.candidates, sort: [], limit: Infinity };
  for await (const record of store.stream(query)) if (demo.isDemo(record.document)) found.push(record);
  return found;
}

import { isDeepStrictEqual } from 'node:util';
import { makeKeys } from '#engine/model/keys';
import type { CompiledModule } from '#engine/model/compiled';
import type { JsonValue, RecordDocument } from '#engine/model/values';
import type { StoredRecord, StorePort, StoreWrite } from '../../ports/index.ts';
import type { DefinitionSnapshot } from '../contract.ts';

const MAX_RECORDS = 100_000;

/** Properties of a role definition that are copied to its record, if the module has a field of that name. */
const SHOWN = ['name', 'description', 'module_access', 'field_access', 'sensitive_access'] as const;

/**
 * The writes that make the records of modules that mirror roles equal to the role definitions: one record per role, its
 * `_id` is the role's stable id; records of removed roles are marked as deleted. Empty when nothing changed.
 */
export async function mirrorRoles(store: StorePort, snapshot: DefinitionSnapshot, now: number): Promise<StoreWrite[]> {
  const mirrors = [...snapshot.modules.values()].filter((module) => module.definition.mirrors === 'role');
  const writes = await Promise.all(mirrors.map((module) => mirrorInto(module, store, snapshot, new Date(now).toISOString())));
  return writes.flat();
}

async function mirrorInto(module: CompiledModule, store: StorePort, snapshot: DefinitionSnapshot, at: string): Promise<StoreWrite[]> {
  const collection = module.storage.name;
  const found = await store.find({ collection, filter: { kind: 'constant', value: true }, sort: [], limit: MAX_RECORDS });
  const stored = new Map(found.map((record) => [record.document._id, record]));
  const writes: StoreWrite[] = [];
  for (const role of snapshot.roles.values()) {
    const wanted = listShown(module, role);
    const write = stored.has(role.id)
      ? updateRecord(module, snapshot, stored.get(role.id) as StoredRecord, wanted, at)
      : insertRecord(module, snapshot, role.id, wanted, at);
    if (write) writes.push(write);
  }
  for (const record of stored.values()) {
    if (snapshot.roles.has(record.document._id) || record.document['deleted'] === true) continue;
    const write = updateRecord(module, snapshot, record, { deleted: true }, at);
    if (write) writes.push(write);
  }
  return writes;
}

function listShown(module: CompiledModule, role: object): { [field: string]: JsonValue | undefined } {
  const values: { [field: string]: JsonValue | undefined } = { deleted: false };
  for (const name of SHOWN) if (module.fields.has(name)) values[name] = (role as { [name: string]: JsonValue | undefined })[name];
  return values;
}

function insertRecord(
  module: CompiledModule,
  snapshot: DefinitionSnapshot,
  id: string,
  values: { [field: string]: JsonValue | undefined },
  at: string,
): StoreWrite {
  const document = dropMissing({ ...values, _id: id, _version: 1, createdAt: at, updatedAt: at });
  return {
    kind: 'insert',
    collection: module.storage.name,
    document,
    keys: makeKeys(module, document),
    definitionVersion: snapshot.version,
  };
}

function updateRecord(
  module: CompiledModule,
  snapshot: DefinitionSnapshot,
  stored: StoredRecord,
  values: { [field: string]: JsonValue | undefined },
  at: string,
): StoreWrite | undefined {
  const before = snapshot.upgradeDocument(module, stored);
  const isSame = Object.entries(values).every(([name, value]) =>
    isDeepStrictEqual(before[name] ?? missingAs(name), value ?? missingAs(name)),
  );
  if (isSame) return undefined;
  const document = dropMissing({
    ...snapshot.inactiveValues(module, stored),
    ...before,
    ...values,
    _version: before._version + 1,
    updatedAt: at,
  });
  return {
    kind: 'update',
    collection: module.storage.name,
    document,
    keys: makeKeys(module, document),
    previousKeys: makeKeys(module, before),
    expectedVersion: before._version,
    definitionVersion: snapshot.version,
  };
}

function missingAs(name: string): JsonValue | undefined {
  return name === 'deleted' ? false : undefined;
}

function dropMissing(values: { [field: string]: JsonValue | undefined }): RecordDocument {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as unknown as RecordDocument;
}

import type { CollectionSchema } from '#engine/model/compiled';
import type { JsonValue, RecordDocument } from '#engine/model/values';
import type { StoredRecord, StorePort, StoreWrite } from '../../ports/index.ts';
import type { ChangeSet } from '../contract.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import type { PendingConversion } from './field-conversions.ts';
import type { FieldChange, ModuleHistory } from './field-history.ts';
import { INDEX_BUILDS_COLLECTION } from './index-builds.ts';
import type { ModuleNameHistory } from './module-names.ts';

const STATE = '_definitions';
const LAST_GOOD = '_definitions_good';
const CHANGE_SETS = '_changesets';
// No module has this id: stable ids start with a letter or digit.
const HEAD_ID = '_head';
const PENDING_ID = '_conversions';
const NAMES_ID = '_module_names';
const EVERYTHING = { kind: 'constant', value: true } as const;
const MAX_DOCUMENTS = 100_000;
const CHANGE_SETS_PER_READ = 20;

/**
 * The registry's own collections. `_definitions`: the head and the history of fields; `_definitions_good`: the last good
 * base; `_changesets`: the customizations; `_index_builds`: how fast indexes were built.
 */
export const REGISTRY_SCHEMAS: readonly CollectionSchema[] = [
  ...[STATE, LAST_GOOD, CHANGE_SETS].map((name) => ({ name, keys: [], indexes: [], contains: [] })),
  INDEX_BUILDS_COLLECTION,
];

/** Which base is active. Every write of the registry increases its version, so that two writes conflict. */
export interface DefinitionHead {
  readonly version: number;
  readonly baseDigest: string;
}

/** The state of the definitions in the store, without the last good base. */
export interface DefinitionState {
  readonly head: DefinitionHead | undefined;
  /** Version of the definitions in the store. */
  readonly storeVersion: number;
  /** Oldest first. */
  readonly changeSets: readonly ChangeSet[];
  readonly histories: ReadonlyMap<string, ModuleHistory>;
  /** Versions of the stored history documents, for updating them. */
  readonly historyVersions: ReadonlyMap<string, number>;
  /** The conversions that have begun, and the version of their document; undefined: there is none. */
  readonly pending: readonly PendingConversion[];
  readonly pendingVersion: number | undefined;
  /** The names that modules had, and the version of their document; undefined: none was renamed. */
  readonly moduleNames: readonly ModuleNameHistory[];
  readonly moduleNamesVersion: number | undefined;
}

/**
 * Reads the state; the version is read first, so that the rest is never older than the version. A change-set never changes:
 * those in `known` are not read again.
 */
export async function readState(store: StorePort, known: readonly ChangeSet[] = []): Promise<DefinitionState> {
  const { definitions: storeVersion } = await store.versions();
  const [own, changeSets] = await Promise.all([findAll(store, STATE), readChangeSets(store, known)]);
  const head = own.find(({ document }) => document._id === HEAD_ID)?.document;
  const pending = own.find(({ document }) => document._id === PENDING_ID)?.document;
  const names = own.find(({ document }) => document._id === NAMES_ID)?.document;
  const histories = own.map(({ document }) => document).filter(({ _id }) => ![HEAD_ID, PENDING_ID, NAMES_ID].includes(_id));
  return {
    head: head && { version: head._version, baseDigest: head['baseDigest'] as string },
    storeVersion,
    changeSets,
    histories: new Map(histories.map((document) => [document._id, document['changes'] as unknown as ModuleHistory])),
    historyVersions: new Map(histories.map((document) => [document._id, document._version])),
    pending: (pending?.['pending'] ?? []) as unknown as readonly PendingConversion[],
    pendingVersion: pending?._version,
    moduleNames: (names?.['names'] ?? []) as unknown as readonly ModuleNameHistory[],
    moduleNamesVersion: names?._version,
  };
}

/** All change-sets, oldest first. They contain whole definitions, so they are read in parts. */
async function readChangeSets(store: StorePort, known: readonly ChangeSet[]): Promise<readonly ChangeSet[]> {
  const read = new Map(known.map((changeSet) => [changeSet._id, changeSet]));
  const ids = await store.findIds({ collection: CHANGE_SETS, filter: EVERYTHING, sort: [], limit: MAX_DOCUMENTS });
  const missing = ids.filter((id) => !read.has(id));
  for (let start = 0; start < missing.length; start += CHANGE_SETS_PER_READ) {
    for (const record of await store.get(CHANGE_SETS, missing.slice(start, start + CHANGE_SETS_PER_READ)))
      if (record !== undefined) read.set(record.document._id, record.document as unknown as ChangeSet);
    await yieldToEventLoop();
  }
  return ids.flatMap((id) => read.get(id) ?? []).sort((a, b) => a.definitionVersion - b.definitionVersion);
}

/** The last good base, as documents by 'kind/id'. */
export async function readLastGoodDocuments(store: StorePort): Promise<Map<string, RecordDocument>> {
  return new Map((await findAll(store, LAST_GOOD)).map(({ document }) => [document._id, document]));
}

async function findAll(store: StorePort, collection: string): Promise<readonly StoredRecord[]> {
  return store.find({ collection, filter: EVERYTHING, sort: [], limit: MAX_DOCUMENTS });
}

/** Increases the version of the head; a unit of work with this write fails when another process published in the meantime. */
export function writeHead(head: DefinitionHead | undefined, baseDigest: string): StoreWrite {
  return writeOwn(STATE, HEAD_ID, head?.version, { baseDigest });
}

/** Adds a change-set to the customizations. */
export function writeChangeSet(changeSet: ChangeSet): StoreWrite {
  const { _id, ...rest } = changeSet;
  return writeOwn(CHANGE_SETS, _id, undefined, rest as unknown as { readonly [name: string]: JsonValue });
}

/** Saves the changes of field names. */
export function writeHistories(state: DefinitionState, changes: ReadonlyMap<string, readonly FieldChange[]>): StoreWrite[] {
  return [...changes].map(([id, list]) =>
    writeOwn(STATE, id, state.historyVersions.get(id), { changes: [...(state.histories.get(id) ?? []), ...list] as unknown as JsonValue }),
  );
}

/** Saves the conversions that have begun. */
export function writePending({ pendingVersion }: DefinitionState, pending: readonly PendingConversion[]): StoreWrite {
  return writeOwn(STATE, PENDING_ID, pendingVersion, { pending: pending as unknown as JsonValue });
}

/** Saves the names that modules had, if they changed. */
export function writeModuleNames(state: DefinitionState, names: readonly ModuleNameHistory[]): readonly StoreWrite[] {
  if (names === state.moduleNames) return [];
  return [writeOwn(STATE, NAMES_ID, state.moduleNamesVersion, { names: names as unknown as JsonValue })];
}

/** Makes the stored good base equal to `wanted`; writes only the differences. */
export function writeLastGoodDocuments(
  stored: ReadonlyMap<string, RecordDocument>,
  wanted: ReadonlyMap<string, { readonly kind: string; readonly definition: unknown }>,
): StoreWrite[] {
  const writes: StoreWrite[] = [];
  for (const [id, body] of wanted) {
    const old = stored.get(id);
    if (old && JSON.stringify(old['definition']) === JSON.stringify(body.definition)) continue;
    writes.push(writeOwn(LAST_GOOD, id, old?._version, body as { readonly [name: string]: JsonValue }));
  }
  for (const [id, old] of stored)
    if (!wanted.has(id)) writes.push({ kind: 'remove', collection: LAST_GOOD, id, previousKeys: {}, expectedVersion: old._version });
  return writes;
}

function writeOwn(collection: string, id: string, version: number | undefined, body: { readonly [name: string]: JsonValue }): StoreWrite {
  const document: RecordDocument = { ...body, _id: id, _version: (version ?? 0) + 1 };
  const write = { collection, document, keys: {}, definitionVersion: 0 };
  return version === undefined ? { kind: 'insert', ...write } : { kind: 'update', ...write, previousKeys: {}, expectedVersion: version };
}

import { isDeepStrictEqual } from 'node:util';
import { SYSTEM_ACTOR, type Access, type AccessScope } from '../../access/index.ts';
import type { CipherPort, StorePort } from '../../ports/index.ts';
import type { DefinitionSnapshot } from '../../registry/index.ts';
import type { CollectionSchema, CompiledField, CompiledModule, KeySchema, RecordKeys } from '#engine/model/compiled';
import { allOf, anyOf, notOf, type FilterNode } from '#engine/model/filter';
import { listLinkColumns, makeKeys, makeLinkKeys, type LinkColumn } from '#engine/model/keys';
import type { JsonValue, RecordDocument } from '#engine/model/values';
import { updateSystemDocument } from '../documents/stored-document.ts';
import { UnitOfWorkBuilder } from '../save/unit-of-work-builder.ts';

/** One document per module whose entries refer to records: the columns whose links are in the keys of all its records. */
export const LINK_COLUMNS_COLLECTION: CollectionSchema = { name: '_link_columns', keys: [], indexes: [], contains: [] };

/** Maximum number of records that are read and written in one commit. */
const ROUND = 200;

/** A round that conflicts with other saves this often is left for the next call. */
const MAX_TRIES = 20;

/** Milliseconds for one search: no index says which records have entries but no links. */
const DEADLINE = 600_000;

/** Columns that refer to records, by the id of their field. */
type LinkColumns = { readonly [fieldId: string]: readonly LinkColumn[] };

type StoreServices = { readonly store: StorePort; readonly cipher: CipherPort };

/** What this process knows to be complete in a store: whole snapshots, and the modules of which they consist. */
const complete = new WeakMap<StorePort, WeakSet<CompiledModule | DefinitionSnapshot>>();

/** Adds the missing links of all modules, so that no request has to wait for it. Errors: of the store. */
export async function fillAllLinkKeys(services: StoreServices & { readonly access: Access }): Promise<void> {
  await fillLinkKeys(services, await services.access.scope(SYSTEM_ACTOR));
}

/**
 * Adds the links of entries to the keys of records that were written before a column referred to records; these records get
 * a new version. The records of a module are read once after its columns changed, before the first write and the first
 * search for its links. Errors: of the store.
 */
export async function fillLinkKeys(services: StoreServices, scope: AccessScope): Promise<void> {
  const { snapshot } = scope;
  const known = complete.get(services.store) ?? new WeakSet();
  complete.set(services.store, known);
  if (known.has(snapshot)) return;
  const open = [...snapshot.modules.values()].filter((module) => !known.has(module));
  const ids = open.map(({ id }) => id);
  const stored = ids.length === 0 ? [] : await services.store.get(LINK_COLUMNS_COLLECTION.name, ids);
  for (const [index, module] of open.entries()) {
    const before = (stored[index]?.document['columns'] ?? {}) as unknown as LinkColumns;
    if (await fillModule(services, scope, module, before)) known.add(module);
  }
  if (open.every((module) => known.has(module))) known.add(snapshot);
}

/** A field whose entries refer to records. */
type LinkingField = CompiledField & { readonly linksKey: KeySchema };

function linkingFields(module: CompiledModule): readonly LinkingField[] {
  return [...module.fields.values()].filter((field): field is LinkingField => field.linksKey !== undefined);
}

/** Returns false if a round conflicted with other saves each time; some links may still be missing. */
async function fillModule(services: StoreServices, scope: AccessScope, module: CompiledModule, before: LinkColumns): Promise<boolean> {
  const columns: LinkColumns = Object.fromEntries(linkingFields(module).map((field) => [field.id, listLinkColumns(field)]));
  if (isDeepStrictEqual(before, columns)) return true;
  const changed = linkingFields(module).filter(({ id }) => !isDeepStrictEqual(before[id], columns[id]));
  const candidates = anyOf(changed.map((field) => incompleteFilter(field, before[field.id] !== undefined)));
  const collection = module.storage.name;
  for (let filter = candidates; ; ) {
    const ids = await services.store.findIds({ collection, filter, sort: [], limit: ROUND, deadline: DEADLINE });
    if (!(await fillRound(services, scope, { module, fields: changed, before }, ids))) return false;
    const last = ids.at(-1);
    if (last === undefined || ids.length < ROUND) break;
    filter = allOf([candidates, { kind: 'idRange', gt: last }]);
  }
  await updateSystemDocument(services.store, LINK_COLUMNS_COLLECTION.name, module.id, () => ({
    document: { columns: columns as unknown as JsonValue },
    keys: {},
    previousKeys: {},
  }));
  return true;
}

/** The records whose links may be missing; with other columns than before, also those whose links may be wrong. */
function incompleteFilter({ keys, linksKey }: LinkingField, hadColumns: boolean): FilterNode {
  const hasValue: FilterNode = { kind: 'exists', keys };
  const hasLinks: FilterNode = { kind: 'exists', keys: [linksKey] };
  return hadColumns ? anyOf([hasValue, hasLinks]) : allOf([hasValue, notOf(hasLinks)]);
}

/** What is filled: the fields whose columns changed, and the columns before. */
interface Filling {
  readonly module: CompiledModule;
  readonly fields: readonly LinkingField[];
  readonly before: LinkColumns;
}

async function fillRound({ store, cipher }: StoreServices, scope: AccessScope, filling: Filling, ids: readonly string[]): Promise<boolean> {
  const { module } = filling;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const draft = new UnitOfWorkBuilder({ store, cipher }, scope);
    for (const record of await draft.load(module, ids)) {
      if (record === undefined) continue;
      const { document } = record;
      const keys = makeKeys(module, document);
      const stored = storedKeys(filling, document, keys);
      if (isDeepStrictEqual(stored, keys)) continue;
      draft.update(module, { document, keys: stored }, { ...document, _version: draft.nextVersion(module, document) }, keys);
    }
    const unit = draft.build(scope.snapshot.version);
    if (unit === undefined || (await store.commit(unit)).committed) return true;
  }
  return false;
}

/** The keys that the record was written with: its links are those of the columns before. */
function storedKeys({ fields, before }: Filling, document: RecordDocument, keys: RecordKeys): RecordKeys {
  const others = Object.entries(keys).filter(([id]) => !fields.some(({ linksKey }) => linksKey.id === id));
  const links = fields.flatMap(({ id, name, linksKey }) => {
    const made = makeLinkKeys(before[id] ?? [], document[name]);
    return made === undefined ? [] : [[linksKey.id, made] as const];
  });
  return Object.fromEntries([...others, ...links]);
}

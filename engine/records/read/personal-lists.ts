import type { AccessScope, Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import { toText, type JsonValue, type RecordDocument } from '#engine/model/values';
import type { CollectionSchema, RecordKeys } from '#engine/model/compiled';
import type { FilterNode } from '#engine/model/filter';
import type { RecordLink } from '#engine/model/wire';
import { planOf } from '../access/access-plan.ts';
import type { VisibleRecord } from './read-contract.ts';
import { defineKey, updateSystemDocument } from '../documents/stored-document.ts';
import { auditSensitiveReads } from '../history/audit-sensitive-reads.ts';
import type { ReadServices } from '../record-services.ts';
import { assertCanOpenRecord, loadVisible } from './get-record.ts';

const FAVORITE_KEYS = { user: defineKey('user'), module: defineKey('module') } as const;

export const FAVORITES_COLLECTION: CollectionSchema = {
  name: '_favorites',
  keys: Object.values(FAVORITE_KEYS),
  indexes: [{ keys: ['user', 'module'] }],
  contains: [],
};

/** One document per user: their favourites in the order that they gave them. */
export const FAVORITE_ORDERS_COLLECTION: CollectionSchema = { name: '_favorite_orders', keys: [], indexes: [], contains: [] };

/** One document per user: the records that they opened last. */
export const RECENTS_COLLECTION: CollectionSchema = { name: '_recents', keys: [], indexes: [], contains: [] };

const MAX_FAVORITES = 500;

/** Marks or unmarks a record as a favourite of the actor. Errors: `record_not_found`. */
export async function setFavorite(
  services: ReadServices,
  actor: Actor,
  input: { readonly module: string; readonly id: string; readonly favorite: boolean },
): Promise<{ readonly favorite: boolean }> {
  const scope = await services.access.scope(actor);
  const user = userOf(scope);
  await assertCanOpenRecord(services, scope, input);
  const module = scope.snapshot.moduleNames.keyOf(input.module);
  const keys: RecordKeys = { user, module };
  const document = { user, module, record_id: input.id, at: new Date(services.clock.now()).toISOString() };
  await updateSystemDocument(services.store, FAVORITES_COLLECTION.name, `${user}:${module}:${input.id}`, (before) => ({
    document: input.favorite ? { ...document, ...(before === undefined ? {} : { at: before['at'] ?? document.at }) } : undefined,
    keys,
    previousKeys: keys,
  }));
  return { favorite: input.favorite };
}

/** A record as an order names it, by the name that keys have for its module. */
const orderKey = (moduleKey: string, id: string): string => `${moduleKey}:${id}`;

/** Stores the order of the actor's favourites. What is no favourite in it has no effect. */
export async function orderFavorites(
  services: ReadServices,
  actor: Actor,
  records: readonly { readonly module: string; readonly id: string }[],
): Promise<void> {
  if (records.length > MAX_FAVORITES) throw new MusterError('too_many_ids', { values: { limit: MAX_FAVORITES } });
  const scope = await services.access.scope(actor);
  const { moduleNames } = scope.snapshot;
  const order = [...new Set(records.map(({ module, id }) => orderKey(moduleNames.keyOf(module), id)))];
  await updateSystemDocument(services.store, FAVORITE_ORDERS_COLLECTION.name, userOf(scope), () => ({
    document: { order },
    keys: {},
    previousKeys: {},
  }));
}

/** In the order of the user; those that it does not name come first, the newest first. */
function sortFavorites(favorites: readonly RecordDocument[], ordered: RecordDocument | undefined): readonly RecordDocument[] {
  const order = (ordered?.['order'] ?? []) as readonly string[];
  const places = new Map(order.map((key, at) => [key, at]));
  const placeOf = (one: RecordDocument): number => places.get(orderKey(toText(one['module']), toText(one['record_id']))) ?? -1;
  return [...favorites].sort((one, other) => placeOf(one) - placeOf(other) || toText(other['at']).localeCompare(toText(one['at'])));
}

/** The actor's favourites that are still visible to them, in their order. */
export async function listFavorites(
  services: ReadServices,
  actor: Actor,
  input: { readonly module?: string },
): Promise<readonly { readonly module: string; readonly record: VisibleRecord }[]> {
  const scope = await services.access.scope(actor);
  const user = userOf(scope);
  const nodes: FilterNode[] = [{ kind: 'equals', key: FAVORITE_KEYS.user, values: [user] }];
  const { moduleNames } = scope.snapshot;
  if (input.module !== undefined) nodes.push({ kind: 'equals', key: FAVORITE_KEYS.module, values: [moduleNames.keyOf(input.module)] });
  const stored = await services.store.find({
    collection: FAVORITES_COLLECTION.name,
    filter: { kind: 'all', nodes },
    sort: [],
    limit: MAX_FAVORITES,
  });
  const [ordered] = await services.store.get(FAVORITE_ORDERS_COLLECTION.name, [user]);
  const documents = sortFavorites(
    stored.map(({ document }) => document),
    ordered?.document,
  );
  const links = documents.map((document) => ({
    module: moduleNames.ofKey(document['module'] as string),
    id: document['record_id'] as string,
  }));
  const found = await loadVisible(services, scope, links);
  for (const module of new Set(found.map((one) => one.module)))
    await auditSensitiveReads(
      services,
      scope,
      planOf(scope, module),
      found.filter((one) => one.module === module).map((one) => one.record),
    );
  return found.map(({ module, record }) => ({ module: module.name, record }));
}

/** Favourites belong to a user. */
function userOf(scope: AccessScope): string {
  if (scope.actor.userId === undefined) throw new MusterError('action_not_allowed', { values: { action: 'mark' } });
  return scope.actor.userId;
}

const MAX_RECENTS = 50;

interface Visit {
  /** The name of its module; in the store the name that keys have for it. */
  readonly module: string;
  readonly id: string;
  readonly at: string;
}

/** Adds a record to the actor's recently opened records. Errors: `record_not_found`. */
export async function addRecent(
  services: ReadServices,
  actor: Actor,
  input: { readonly module: string; readonly id: string },
): Promise<void> {
  if (actor.userId === undefined) return;
  const scope = await services.access.scope(actor);
  await assertCanOpenRecord(services, scope, input);
  const visit: Visit = {
    module: scope.snapshot.moduleNames.keyOf(input.module),
    id: input.id,
    at: new Date(services.clock.now()).toISOString(),
  };
  await updateSystemDocument(services.store, RECENTS_COLLECTION.name, actor.userId, (before) => {
    const others = readStoredVisits(before).filter((one) => one.module !== visit.module || one.id !== visit.id);
    return { document: { visits: [visit, ...others].slice(0, MAX_RECENTS) as unknown as JsonValue }, keys: {}, previousKeys: {} };
  });
}

/** The records that the actor opened last and may still see, newest first. */
export async function listRecents(services: ReadServices, actor: Actor): Promise<readonly RecordLink[]> {
  if (actor.userId === undefined) return [];
  const scope = await services.access.scope(actor);
  const [stored] = await services.store.get(RECENTS_COLLECTION.name, [actor.userId]);
  const visits = readVisits(scope, stored?.document);
  const found = await loadVisible(services, scope, visits);
  const at = new Map(visits.map((visit) => [`${visit.module}:${visit.id}`, visit.at]));
  return found.map(({ module, record }) => {
    const name = record[module.nameField];
    return {
      module: module.name,
      _id: record._id,
      name: toText(name),
      at: at.get(`${module.name}:${record._id}`) ?? '',
    };
  });
}

/** The ids of the records that the actor opened last, by module, newest first; not all of them need to be visible. */
export async function readRecentIds(services: ReadServices, actor: Actor): Promise<ReadonlyMap<string, readonly string[]>> {
  if (actor.userId === undefined) return new Map();
  const [stored] = await services.store.get(RECENTS_COLLECTION.name, [actor.userId]);
  const ids = new Map<string, string[]>();
  for (const { module, id } of readVisits(await services.access.scope(actor), stored?.document))
    ids.set(module, [...(ids.get(module) ?? []), id]);
  return ids;
}

function readVisits({ snapshot }: AccessScope, document: RecordDocument | undefined): readonly Visit[] {
  return readStoredVisits(document).map((visit) => ({ ...visit, module: snapshot.moduleNames.ofKey(visit.module) }));
}

function readStoredVisits(document: RecordDocument | undefined): readonly Visit[] {
  return (document?.['visits'] ?? []) as unknown as readonly Visit[];
}

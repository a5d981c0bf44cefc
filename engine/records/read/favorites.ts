import type { AccessScope, Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { FilterNode, RecordKeys } from '#engine/model';
import type { VisibleRecord } from '../contract.ts';
import type { RecordServices } from '../record-services.ts';
import { FAVORITE_KEYS, FAVORITES_COLLECTION } from '../collections.ts';
import { planOf } from '../access/access-plan.ts';
import { assertCanOpenRecord, loadVisible } from './load-visible.ts';
import { auditSensitiveReads } from '../history/audit-sensitive-reads.ts';
import { updateSystemDocument } from '../documents/write-system-document.ts';

const MAX_FAVORITES = 500;

/** Marks or unmarks a record as a favourite of the actor. Errors: `record_not_found`. */
export async function setFavorite(
  services: RecordServices,
  actor: Actor,
  input: { readonly module: string; readonly id: string; readonly favorite: boolean },
): Promise<{ readonly favorite: boolean }> {
  const scope = await services.access.scope(actor);
  const user = userOf(scope);
  await assertCanOpenRecord(services, scope, input);
  const keys: RecordKeys = { user, module: input.module };
  const document = { user, module: input.module, record_id: input.id, at: new Date(services.clock.now()).toISOString() };
  await updateSystemDocument(services.store, FAVORITES_COLLECTION.name, `${user}:${input.module}:${input.id}`, (before) => ({
    document: input.favorite ? { ...document, ...(before === undefined ? {} : { at: before['at'] ?? document.at }) } : undefined,
    keys,
    previousKeys: keys,
  }));
  return { favorite: input.favorite };
}

/** The actor's favourites that are still visible to them, by module and then by record id. */
export async function listFavorites(
  services: RecordServices,
  actor: Actor,
  input: { readonly module?: string },
): Promise<readonly { readonly module: string; readonly record: VisibleRecord }[]> {
  const scope = await services.access.scope(actor);
  const nodes: FilterNode[] = [{ kind: 'equals', key: FAVORITE_KEYS.user, values: [userOf(scope)] }];
  if (input.module !== undefined) nodes.push({ kind: 'equals', key: FAVORITE_KEYS.module, values: [input.module] });
  const stored = await services.store.find({
    collection: FAVORITES_COLLECTION.name,
    filter: { kind: 'all', nodes },
    sort: [],
    limit: MAX_FAVORITES,
  });
  const links = stored.map(({ document }) => ({ module: document['module'] as string, id: document['record_id'] as string }));
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

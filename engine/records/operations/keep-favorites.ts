import type { AccessScope, Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { FilterNode, RecordKeys } from '#engine/model';
import type { VisibleRecord } from '../contract.ts';
import type { RecordKernel } from '../kernel.ts';
import { FAVORITE_KEYS, FAVORITES_COLLECTION } from '../shapes/collections.ts';
import { planOf } from '../stages/access-plan.ts';
import { assertReachable, loadVisible } from '../stages/load-visible.ts';
import { noteReading } from '../stages/note-reading.ts';
import { writeOwn } from '../stages/write-own.ts';

const MOST_SHOWN = 500;

/** Marks or unmarks a record as a favourite of the actor. Errors: `record_not_found`. */
export async function setFavorite(kernel: RecordKernel, actor: Actor, input: { readonly module: string; readonly id: string; readonly favorite: boolean }): Promise<{ readonly favorite: boolean }> {
  const scope = await kernel.access.scope(actor);
  const user = userOf(scope);
  await assertReachable(kernel, scope, input);
  const keys: RecordKeys = { user, module: input.module };
  const document = { user, module: input.module, record_id: input.id, at: new Date(kernel.clock.now()).toISOString() };
  await writeOwn(kernel.store, FAVORITES_COLLECTION.name, `${user}:${input.module}:${input.id}`, (before) => ({
    document: input.favorite ? { ...document, ...(before === undefined ? {} : { at: before['at'] ?? document.at }) } : undefined,
    keys,
    previousKeys: keys,
  }));
  return { favorite: input.favorite };
}

/** The actor's favourites that they may still see, by module and then as they were marked. */
export async function listFavorites(kernel: RecordKernel, actor: Actor, input: { readonly module?: string }): Promise<readonly { readonly module: string; readonly record: VisibleRecord }[]> {
  const scope = await kernel.access.scope(actor);
  const nodes: FilterNode[] = [{ kind: 'equals', key: FAVORITE_KEYS.user, values: [userOf(scope)] }];
  if (input.module !== undefined) nodes.push({ kind: 'equals', key: FAVORITE_KEYS.module, values: [input.module] });
  const stored = await kernel.store.find({ collection: FAVORITES_COLLECTION.name, filter: { kind: 'all', nodes }, sort: [], limit: MOST_SHOWN });
  const links = stored.map(({ document }) => ({ module: document['module'] as string, id: document['record_id'] as string }));
  const found = await loadVisible(kernel, scope, links);
  for (const module of new Set(found.map((one) => one.module))) await noteReading(kernel, scope, planOf(scope, module), found.filter((one) => one.module === module).map((one) => one.record));
  return found.map(({ module, record }) => ({ module: module.name, record }));
}

/** Favourites are a person's own. */
function userOf(scope: AccessScope): string {
  if (scope.actor.userId === undefined) throw new MusterError('action_not_allowed', { values: { action: 'mark' } });
  return scope.actor.userId;
}

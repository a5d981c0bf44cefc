import type { InTransactionContext } from '#engine';
import { BUILD_SOURCE } from '../../shared/build.ts';
import { isApplicable, readConditions } from '../../shared/conditions.ts';
import type { RequiredItem } from '../../shared/item.ts';

type Context = InTransactionContext<'credentialingRequiredItems'>;

/** What conditions compare. */
const COMPARED = ['status', 'completionDetails', 'response_date', 'provider_response', 'not_applicable', 'deleted'] as const;

/** Finds out again whether the items of a record apply whose conditions depend on the saved one, directly or through others. */
export async function updateDependents(context: Context): Promise<void> {
  const { event, record, unit } = context;
  const parent = record.relatedCredentialingRecord;
  if (event.isBulkLoad || event.changeSource === BUILD_SOURCE || event.kind === 'create' || parent === undefined) return;
  const changed = event.changed();
  if (isNested(context.chain) || !COMPARED.some((field) => changed.has(field))) return;
  const dependents = await unit.find('credentialingRequiredItems', { relatedCredentialingRecord: parent, has_conditions: true });
  if (dependents.length === 0) return;
  const items = await readItems(context, dependents);
  const before = new Map(dependents.map(({ _id, not_applicable }) => [_id, not_applicable === true]));
  settle(dependents, items);
  for (const { _id } of dependents) {
    const not_applicable = items.get(_id)?.not_applicable === true;
    if (_id !== event.id && not_applicable !== before.get(_id)) await context.update('credentialingRequiredItems', _id, { not_applicable });
  }
}

/** The saves that this hook makes need not run it: it has settled all items. */
function isNested(chain: readonly string[]): boolean {
  return chain.slice(0, -1).includes(chain.at(-1) ?? '');
}

/** The items that conditions name, and the saved one as it will be. A deleted one is gone. */
async function readItems({ event, record, unit }: Context, dependents: readonly RequiredItem[]): Promise<Map<string, RequiredItem>> {
  const items = new Map(dependents.map((item) => [item._id, item]));
  const ids = dependents.flatMap(({ conditions }) => readConditions(conditions).map(({ relatedRequiredItemId: id = '' }) => id));
  for (const id of new Set(ids)) {
    const item = items.has(id) || id === '' ? undefined : await unit.get('credentialingRequiredItems', id);
    if (item !== undefined && item.deleted !== true) items.set(id, item);
  }
  if (record.deleted === true) items.delete(event.id);
  else items.set(event.id, record);
  return items;
}

/** An item that depends on another that does not apply changes with it: in as many rounds as there are items, all are settled. */
function settle(dependents: readonly RequiredItem[], items: Map<string, RequiredItem>): void {
  for (let round = 0; round < dependents.length; round += 1)
    for (const { _id, conditions } of dependents) {
      const item = items.get(_id);
      if (item !== undefined) items.set(_id, { ...item, not_applicable: !isApplicable(readConditions(conditions), items) });
    }
}

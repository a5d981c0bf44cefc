import type { PreSaveContext } from '#engine';
import { BUILD_SOURCE } from '../../shared/build.ts';
import { isApplicable, readConditions } from '../../shared/conditions.ts';
import type { RequiredItem } from '../../shared/item.ts';

/** Finds out whether an item applies when its conditions are written. */
export async function checkConditions(context: PreSaveContext<'credentialingRequiredItems'>): Promise<void> {
  const { event, draft, unit } = context;
  if (!event.isEdit() || event.changeSource === BUILD_SOURCE || !event.changed().has('conditions')) return;
  const conditions = readConditions(draft.conditions);
  draft.has_conditions = conditions.length > 0;
  const others = new Map<string, RequiredItem>();
  for (const { relatedRequiredItemId: id = '' } of conditions) {
    if (id === event.id) return refuseOwn(context);
    const other = id === '' ? undefined : await unit.get('credentialingRequiredItems', id);
    if (other !== undefined && other.deleted !== true) others.set(id, other);
  }
  draft.not_applicable = (draft.relatedCredentialingRecord ?? '') !== '' && !isApplicable(conditions, others);
}

function refuseOwn({ refuse }: PreSaveContext<'credentialingRequiredItems'>): never {
  const message = 'An item cannot depend on itself.';
  return refuse('condition_invalid', { message, details: [{ field: 'conditions', code: 'condition_invalid', message }] });
}

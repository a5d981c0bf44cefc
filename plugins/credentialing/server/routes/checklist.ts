import type { PluginRouteContext, PluginRouteResponse } from '#engine';
import { today, type JsonObject } from '#engine/model';
import { isRequired, type RequiredItem } from '../../shared/item.ts';
import { countCompletion, stateOf } from '../../shared/item-state.ts';
import { findExpiryInside, readAssignments, type AssignmentEnd } from '../services/assignments.ts';
import { findItemsOf } from '../services/read-records.ts';

/** `GET /api/credentialing/:id/checklist`: the items of a record with their states, by category. */
export async function readChecklist(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { records, actor, parameters } = context;
  const record = await records.get(actor, { module: 'credentialing', id: parameters['id'] ?? '' });
  const items = await findItemsOf(context, 'relatedCredentialingRecord', [record._id]);
  const assignment = (await readAssignments(context, [record])).get(record._id);
  const day = today(context);
  const categories = new Map<string, RequiredItem[]>();
  for (const item of items) categories.set(item.category ?? '', [...(categories.get(item.category ?? '') ?? []), item]);
  return {
    body: {
      record,
      locked: record['locked'] === true,
      ...countCompletion(items, day),
      categories: [...categories].map(([category, own]) => ({
        category: category === '' ? null : category,
        ...countCompletion(own, day),
        items: own.map((item) => describe(item, day, assignment)),
      })),
    },
  };
}

function describe(item: RequiredItem, day: string, assignment: AssignmentEnd | undefined): JsonObject {
  return {
    ...(item as unknown as JsonObject),
    state: stateOf(item, day),
    counts: isRequired(item),
    expires_in_assignment: findExpiryInside(item, assignment),
  };
}

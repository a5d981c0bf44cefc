import type { CompiledModule } from '#engine/model/compiled';
import { visitFilterFields } from '#engine/model/filter';
import type { StorePort } from '../ports/index.ts';
import type { DefinitionSnapshot } from '../registry/index.ts';
import { readCurrentFilter } from './current-filter.ts';
import type { StoredWebhook } from './stored-webhook.ts';
import { readWebhooks } from './webhook-cache.ts';

/** A webhook that names a field of a module in its filter, or the module (`field` null). */
export interface WebhookReference {
  /** 'webhook/<name>'. */
  readonly from: string;
  readonly path: '/filter' | '/modules';
  readonly field: string | null;
}

/** The webhooks that name these fields of a module, or the module itself. Errors: of the store. */
export async function findWebhookReferences(
  store: StorePort,
  snapshot: DefinitionSnapshot,
  module: CompiledModule,
  fields: ReadonlySet<string>,
): Promise<readonly WebhookReference[]> {
  const found: WebhookReference[] = [];
  for (const webhook of await readWebhooks(store)) {
    const from = `webhook/${webhook.name}`;
    if (webhook.modules.includes(snapshot.moduleNames.keyOf(module.name))) found.push({ from, path: '/modules', field: null });
    for (const field of listFilterFields(webhook, snapshot, module)) if (fields.has(field)) found.push({ from, path: '/filter', field });
  }
  return found;
}

/** The fields of a module that a filter names, also within `related`. */
function listFilterFields(webhook: StoredWebhook, snapshot: DefinitionSnapshot, module: CompiledModule): ReadonlySet<string> {
  const named = new Set<string>();
  const root = snapshot.module(snapshot.moduleNames.ofKey(webhook.modules[0] ?? ''));
  const { filter, isBroken } = readCurrentFilter(webhook, snapshot);
  if (root === undefined || isBroken) return named;
  visitFilterFields(filter, root, snapshot, (of, name) => {
    if (of.id === module.id) named.add(name.split('.')[0] ?? name);
  });
  return named;
}

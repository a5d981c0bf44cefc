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
  readonly module: CompiledModule;
  readonly field: string | null;
}

/** The webhooks that name these fields, by their modules, or the modules themselves. Errors: of the store. */
export async function findWebhookReferences(
  store: StorePort,
  snapshot: DefinitionSnapshot,
  fields: ReadonlyMap<CompiledModule, ReadonlySet<string>>,
): Promise<readonly WebhookReference[]> {
  const found: WebhookReference[] = [];
  for (const webhook of await readWebhooks(store)) {
    const from = `webhook/${webhook.name}`;
    for (const module of fields.keys())
      if (webhook.modules.includes(snapshot.moduleNames.keyOf(module.name))) found.push({ from, path: '/modules', module, field: null });
    found.push(...findInFilter(webhook, snapshot, fields).map((place) => ({ from, path: '/filter' as const, ...place })));
  }
  return found;
}

/** The fields that a filter names, also within `related`. */
function findInFilter(
  webhook: StoredWebhook,
  snapshot: DefinitionSnapshot,
  fields: ReadonlyMap<CompiledModule, ReadonlySet<string>>,
): readonly Pick<WebhookReference, 'module' | 'field'>[] {
  const root = snapshot.module(snapshot.moduleNames.ofKey(webhook.modules[0] ?? ''));
  const { filter, isBroken } = readCurrentFilter(webhook, snapshot);
  if (root === undefined || isBroken) return [];
  const named = new Map<string, Pick<WebhookReference, 'module' | 'field'>>();
  visitFilterFields(filter, root, snapshot, (module, name) => {
    const field = name.split('.')[0] ?? name;
    if (fields.get(module)?.has(field) === true) named.set(`${module.id} ${field}`, { module, field });
  });
  return [...named.values()];
}

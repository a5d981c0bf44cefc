import { replaceFilterOption, type ReplacedOption } from '#engine/model/filter';
import { SYSTEM_ACTOR } from '../access/index.ts';
import { commitUnitWithRetry, readStoredDocument } from '../records/index.ts';
import type { DefinitionSnapshot } from '../registry/index.ts';
import { auditWebhook } from './audit-webhook.ts';
import { withCurrentFilter } from './current-filter.ts';
import { writeOf } from './manage-webhooks.ts';
import { readWebhook, WEBHOOKS, type StoredWebhook } from './stored-webhook.ts';
import { readWebhooks } from './webhook-cache.ts';
import type { WebhookContext } from './webhook-context.ts';

/** Replaces an option in the filters of all webhooks; returns how many changed. Errors: of the store. */
export async function replaceInWebhooks(context: WebhookContext, option: ReplacedOption): Promise<number> {
  const { store, access } = context;
  const { snapshot } = await access.scope(SYSTEM_ACTOR);
  let changed = 0;
  for (const webhook of await readWebhooks(store)) {
    if (replaceInWebhook(webhook, snapshot, option) === undefined) continue;
    changed += await commitUnitWithRetry(store, async () => {
      const stored = await readStoredDocument(store, WEBHOOKS, webhook._id);
      const before = stored && readWebhook(stored);
      const after = before && replaceInWebhook(before, snapshot, option);
      if (before === undefined || after === undefined) return { unit: undefined, result: 0 };
      const audit = auditWebhook(context, SYSTEM_ACTOR, { before, after });
      return { unit: { writes: [writeOf(before, after), ...audit], bumps: ['rights'] }, result: 1 };
    });
  }
  return changed;
}

/** The webhook with the other option in its filter; undefined: its filter does not have the first one, or names a removed field. */
function replaceInWebhook(webhook: StoredWebhook, snapshot: DefinitionSnapshot, option: ReplacedOption): StoredWebhook | undefined {
  const current = withCurrentFilter(webhook, snapshot);
  const module = snapshot.module(snapshot.moduleNames.ofKey(current.modules[0] ?? ''));
  const filter = module && replaceFilterOption(current.filter, module, snapshot, option);
  return filter && { ...current, filter, definitions: snapshot.version };
}

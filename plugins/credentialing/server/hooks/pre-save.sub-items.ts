import type { PreSaveContext } from '#engine';
import { foldText, today } from '#engine/model';
import { DONE_STATUSES, isAmong, labelKey, type RequiredItem } from '../../shared/item.ts';
import { stateOf } from '../../shared/item-state.ts';

type Context = PreSaveContext<'subs'>;

/** A status of subs that needs items of the provider. */
interface StatusItems {
  readonly status: string;
  readonly items: readonly string[];
}

/** A sub reaches the statuses of the setting only with these items complete in the records of its provider. Names those that are not. */
export async function requireItems(context: Context): Promise<void> {
  const { event, draft, setting, refuse } = context;
  if (!event.isEdit() || event.isBulkLoad || event.changeSource === 'merge' || !event.changed().has('status')) return;
  const listed = (setting('sub_required_items') ?? []) as unknown as readonly StatusItems[];
  const required = listed.filter(({ status }) => status === draft.status).flatMap(({ items }) => items);
  if (required.length === 0) return;
  const found = await readItems(context);
  const day = today(context);
  const failing = [...new Set(required)].flatMap((title) => describeFailing(title, found, day) ?? []);
  if (failing.length === 0) return;
  const message = `${String(draft.status)} needs: ${failing.join(', ')}.`;
  const details = [{ field: 'status', code: 'sub_items_missing', message }];
  refuse('sub_items_missing', { message, data: { items: failing }, details });
}

/** The items of the records of the provider that the lead became. */
async function readItems({ draft, unit }: Context): Promise<readonly RequiredItem[]> {
  if (typeof draft.leads_subs !== 'string') return [];
  const providers = await unit.find('providers', { leads_providers: draft.leads_subs });
  if (providers.length === 0) return [];
  const records = await unit.find('credentialing', { providers_credentialing: { in: providers.map(({ _id }) => _id) } });
  if (records.length === 0) return [];
  const ids = records.slice(-100).map(({ _id }) => _id);
  return unit.find('credentialingRequiredItems', { relatedCredentialingRecord: { in: ids } }, { limit: 5_000 });
}

const STATE_TEXTS: { readonly [state: string]: string } = {
  submitted: 'waits for review',
  rejected: 'to be corrected',
  expired: 'expired',
};

/** Why an item fails; undefined: it is complete on one of the records. */
function describeFailing(title: string, items: readonly RequiredItem[], day: string): string | undefined {
  const own = items.filter((item) => labelKey(item) === foldText(title));
  const states = own.map((item) => stateOf(item, day));
  if (own.some((item, at) => isAmong(DONE_STATUSES, item.status) && states[at] !== 'expired')) return undefined;
  const state = states.at(-1) ?? 'missing';
  return `${title} (${STATE_TEXTS[state] ?? (own.length === 0 ? 'missing' : 'open')})`;
}

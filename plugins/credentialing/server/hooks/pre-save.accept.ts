import type { PreSaveContext } from '#engine';
import { BUILD_SOURCE } from '../../shared/build.ts';

type Context = PreSaveContext<'credentialingRequiredItems'>;

/** The fields with which an item is handed in. */
const HANDED_IN = ['document', 'response_date', 'provider_response', 'status'] as const;

/** A locked record accepts nothing from its provider, and items need the dropdown of their categories. */
export async function acceptItem(context: Context): Promise<void> {
  const { event } = context;
  if (!event.isEdit() || event.isBulkLoad) return;
  requireCategories(context);
  if (event.kind === 'update' && event.changeSource !== BUILD_SOURCE) await requireUnlocked(context);
}

/** The text is defined by the specification: without categories nobody knows what belongs where. */
function requireCategories({ event, refuse }: Context): void {
  if (event.kind !== 'create' && !event.changed().has('category')) return;
  const options = event.module.fields.get('category')?.dropdown?.options ?? [];
  if (options.every(({ retired }) => retired === true)) refuse('categories_missing');
}

async function requireUnlocked({ event, draft, unit, refuse }: Context): Promise<void> {
  const changed = event.changed();
  if (event.actor.userId === undefined || !HANDED_IN.some((field) => changed.has(field))) return;
  const record = draft.relatedCredentialingRecord;
  if (typeof record !== 'string' || (await unit.get('credentialing', record))?.locked !== true) return;
  if ((await unit.get('users', event.actor.userId))?.userType === 'Provider') refuse('credentialing_locked');
}

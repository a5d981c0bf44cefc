import { SYSTEM_ACTOR, type PluginRouteContext, type PluginRouteResponse, type VisibleRecord } from '#engine';
import { toText } from '#engine/model';
import { findIn } from '../services/read-records.ts';

const MODULE = 'credentialingRequiredItemMessages';

/**
 * `PUT /api/credentialing-required-item-messages/markMessagesViewedBy`: the caller has read these messages, of those that they see. Whoever
 * the body names as the viewer, nobody reads for others.
 */
export async function markViewed(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { ids } = context.body as { readonly ids: readonly string[] };
  const viewer = context.actor.userId ?? context.refuse('action_not_allowed');
  const messages = (await findIn(context, MODULE, ids)).filter((message) => !viewersOf(message).includes(viewer));
  // Reading is not writing: it needs no right to change messages.
  for (const message of messages)
    await context.records.update(
      { ...SYSTEM_ACTOR, name: 'credentialing' },
      { module: MODULE, id: message._id, fields: { viewedBy: [...viewersOf(message), viewer] }, changeSource: 'viewed', quiet: true },
    );
  return { body: { success: true, updated: messages.map(({ _id }) => _id) } };
}

/** `POST /api/credentialing-required-items/unread-counts`: messages about items that the caller sees and has not read. */
export async function countUnreadMessages(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { ids } = context.body as { readonly ids: readonly string[] };
  const caller = context.actor.userId ?? '';
  const counts = new Map(ids.map((id) => [id, 0]));
  for (const message of await findIn(context, MODULE, ids, { field: 'required_item' })) {
    const item = toText(message['required_item']);
    if (!viewersOf(message).includes(caller)) counts.set(item, (counts.get(item) ?? 0) + 1);
  }
  return { body: { counts: Object.fromEntries(counts) } };
}

function viewersOf(message: VisibleRecord): readonly string[] {
  const viewers = message['viewedBy'];
  return Array.isArray(viewers) ? viewers.map(toText) : [];
}

import type { PluginRouteContext, PluginRouteResponse } from '#engine';
import { followsAutomatically, storeChoice } from '../services/follow.ts';
import { openRecord, readCaller } from '../services/open-record.ts';

/** `PUT /api/record-comments/following`: the caller follows a record, or does so no longer. */
export async function setFollowing(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { userId, record } = await openRecord(context, true);
  const { follows } = context.body as { readonly follows: boolean };
  await storeChoice(context, userId, record, follows);
  return { body: { follows } };
}

/** `GET /api/record-comments/preferences`. */
export async function readPreferences(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const userId = readCaller(context, false);
  return { body: { followsAutomatically: await followsAutomatically(context, userId) } };
}

/** `PUT /api/record-comments/preferences`. */
export async function savePreferences(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const userId = readCaller(context, true);
  const { followsAutomatically: follows } = context.body as { readonly followsAutomatically: boolean };
  await storeChoice(context, userId, undefined, follows);
  return { body: { followsAutomatically: follows } };
}

import { createHash } from 'node:crypto';
import {
  MusterError,
  SYSTEM_ACTOR,
  type Actor,
  type PluginDownload,
  type PluginRouteContext,
  type PluginRouteDefinition,
  type PluginRouteResponse,
} from '#engine';
import { readTimeZone, toText, type JsonObject } from '#engine/model';
import { writeFeed } from '../services/write-feed.ts';

const MODULE = 'calendarEvents';
const FEEDS = 'calendarFeeds';
/** Events of a feed at most: the latest ones. */
const MAX_EVENTS = 2_000;
const MAX_FEEDS = 10;
const YEAR = 366 * 86_400_000;

/** The address of a feed. Whoever has it can read the feed until it is revoked. */
export const FEED_ROUTE = { method: 'GET', path: '/api/calendar-feeds/:feed/events' } as const;

const FEED_SCHEMA: JsonObject = {
  type: 'object',
  required: ['_id', 'name', 'createdAt', 'expiresAt'],
  properties: { _id: { type: 'string' }, name: { type: 'string' }, createdAt: { type: 'string' }, expiresAt: { type: 'string' } },
};

/** The endpoints of a user's own feeds. */
export const FEEDS_LIST: Pick<PluginRouteDefinition, 'summary' | 'responseSchema' | 'errors'> = {
  summary: 'The calendar feeds of the caller, without their addresses',
  errors: [],
  responseSchema: { type: 'object', required: ['data'], properties: { data: { type: 'array', items: FEED_SCHEMA } } },
};

export const FEED_CREATION: Pick<PluginRouteDefinition, 'summary' | 'bodySchema' | 'responseSchema' | 'errors' | 'status'> = {
  summary: 'Creates a calendar feed of the caller; its secret address is in this response only',
  status: 201,
  errors: ['calendar_too_many_feeds'],
  bodySchema: { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 1, maxLength: 100 } } },
  responseSchema: {
    type: 'object',
    required: ['url', 'expiresAt'],
    properties: { url: { type: 'string' }, expiresAt: { type: 'string' } },
  },
};

const ownFeeds = (userId: string): JsonObject => ({ user: { equals: userId } });

/** `GET /api/calendar-feeds/mine`. */
export async function listFeeds({ actor, records }: PluginRouteContext): Promise<PluginRouteResponse> {
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: FEEDS,
    filter: ownFeeds(actor.userId ?? ''),
    sort: [{ sortField: 'createdAt', sortOrder: 'desc' }],
    limit: MAX_FEEDS,
  });
  const shown = data.map((feed) => ({
    _id: feed._id,
    name: toText(feed['name']),
    createdAt: toText(feed['createdAt']),
    expiresAt: toText(feed['expires_at']),
  }));
  return { body: { data: shown } };
}

/** `POST /api/calendar-feeds/mine` `{ name }`. The token is not stored: the feed only knows the id of its link. */
export async function createFeed(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { actor, ids, records, refuse, rights } = context;
  const userId = actor.userId ?? '';
  if (!rights.module(MODULE).access) refuse('module_access_denied', { message: 'You have no access to calendar events.' });
  const { name } = context.body as { readonly name: string };
  const { total } = await records.find(SYSTEM_ACTOR, { module: FEEDS, filter: ownFeeds(userId), limit: 1 });
  if (total >= MAX_FEEDS) refuse('calendar_too_many_feeds');
  const _id = ids.next();
  const link = context.createLink(FEED_ROUTE, { parameters: { feed: _id }, expiresIn: YEAR });
  await records.create(SYSTEM_ACTOR, { module: FEEDS, fields: { _id, name, user: userId, link_id: link.id, expires_at: link.expiresAt } });
  return { status: 201, body: { url: link.url, expiresAt: link.expiresAt } };
}

/** `DELETE /api/calendar-feeds/mine/:feed`: the address stops working at once. */
export async function revokeFeed({ actor, parameters, records }: PluginRouteContext): Promise<PluginRouteResponse> {
  const filter = { _id: parameters['feed'] ?? '', ...ownFeeds(actor.userId ?? '') };
  const { data } = await records.find(SYSTEM_ACTOR, { module: FEEDS, filter, fields: ['name'], limit: 1 });
  const [feed] = data;
  if (feed === undefined) throw new MusterError('record_not_found');
  await records.markDeleted(SYSTEM_ACTOR, { module: FEEDS, ids: [feed._id] });
  return { body: { _id: feed._id } };
}

/** `GET /api/calendar-feeds/:feed/events`: the events of the user, read with the rights that the user has now. */
export async function readFeed(context: PluginRouteContext): Promise<PluginDownload> {
  const { clock, link, parameters, records } = context;
  const { data: feeds } = await records.find(SYSTEM_ACTOR, { module: FEEDS, filter: { _id: parameters['feed'] ?? '' }, limit: 1 });
  const [feed] = feeds;
  if (feed === undefined || link === undefined || feed['link_id'] !== link.id) throw new MusterError('link_invalid');
  const userId = toText(feed['user']);
  const owner: Actor = { kind: 'plugin', name: 'calendar', userId };
  const mine = ['user', 'assigned_to', 'created_by'].map((field) => ({ [field]: { equals: userId } }));
  const { data } = await records.find(owner, {
    module: MODULE,
    filter: { start: { exists: true }, or: mine },
    sort: [{ sortField: 'start', sortOrder: 'desc' }],
    limit: MAX_EVENTS,
  });
  const zone = readTimeZone(context.setting('time_zone'));
  const name = toText(feed['name']);
  // The text has the time at which it was written: the tag is of what it says. Times of changes alone would miss an event that was deleted.
  const etag = createHash('sha256')
    .update(JSON.stringify([name, zone, data]))
    .digest('base64url');
  return { contentType: 'text/calendar', filename: 'calendar.ics', body: writeFeed(name, data, zone, clock.now()), etag };
}

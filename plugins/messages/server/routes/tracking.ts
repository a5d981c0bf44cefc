import type { PluginDownload, PluginRouteContext, PluginRouteDefinition, PluginRouteResponse } from '#engine';
import { toText } from '#engine/model';
import { CLICK_ROUTE, countUse, isTrackingAllowed, listTrackedLinks, OPEN_ROUTE, readMessage } from '../services/track-mail.ts';

/** A transparent picture of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** `GET /api/message-clicks?token=`: to the address of a link in a message, which is counted while an admin allows it. */
async function followClick(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { link, refuse } = context;
  const message = link === undefined ? undefined : await readMessage(context, toText(link.data['message']));
  const address = message === undefined ? undefined : listTrackedLinks(context, toText(message['html']))[Number(link?.data['link'])];
  if (message === undefined || address === undefined) return refuse('link_invalid');
  if (isTrackingAllowed(context)) await countUse(context, message._id, 'click_count');
  return { body: {}, location: address };
}

/** `GET /api/message-opens?token=`: the picture in a message, whose loading is counted while an admin allows it. */
async function showPixel(context: PluginRouteContext): Promise<PluginDownload> {
  const message = toText(context.link?.data['message']);
  if (message !== '' && isTrackingAllowed(context)) await countUse(context, message, 'open_count');
  return { contentType: 'image/gif', filename: 'pixel.gif', body: PIXEL, isEmbeddable: true };
}

/** The endpoints of links and pictures in e-mails. */
export const TRACKING_ROUTES: readonly PluginRouteDefinition[] = [
  { ...CLICK_ROUTE, access: 'link', status: 302, summary: 'To the address of a link in an e-mail', errors: [], handle: followClick },
  {
    ...OPEN_ROUTE,
    access: 'link',
    summary: 'The picture by which an e-mail is counted as opened',
    downloads: ['image/gif'],
    errors: [],
    handle: showPixel,
  },
];

import { MusterError, SYSTEM_ACTOR, type PluginContext, type VisibleRecord } from '#engine';
import { escapeMarkup, toText, type JsonObject } from '#engine/model';
import { isOneOf, SENT_STATUSES } from '../../shared/message.ts';
import { changeLinks } from './clean-html.ts';
import { PREFERENCES_PAGE, PREFERENCES_ROUTE } from './preference-link.ts';
import { retryOnConflict } from './version-conflicts.ts';

/** The endpoints of links and pictures in tracked e-mails. */
export const CLICK_ROUTE = { method: 'GET', path: '/api/message-clicks' } as const;
export const OPEN_ROUTE = { method: 'GET', path: '/api/message-opens' } as const;

const YEAR = 365 * 86_400_000;
/** Links of a message that are tracked. */
const MAX_LINKS = 100;
/** Links by which people end messages, wherever they lead, work without us. */
const ENDS_MESSAGES = /unsubscribe|opt[-_]?out/i;

type Links = Pick<PluginContext, 'createLink' | 'publicUrl'>;

/** Whether an admin allows it. */
export function isTrackingAllowed({ setting }: Pick<PluginContext, 'setting'>): boolean {
  return setting('track_mail') === true;
}

/** The addresses in the links of a message that are tracked, in their order, each once. */
export function listTrackedLinks({ publicUrl }: Pick<Links, 'publicUrl'>, html: string): readonly string[] {
  const found = new Set<string>();
  const own = [PREFERENCES_PAGE, PREFERENCES_ROUTE.path].map((path) => `${publicUrl}${path}`);
  changeLinks(html, (address) => {
    const isWeb = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
    if (isWeb && !ENDS_MESSAGES.test(address) && !own.some((start) => address.startsWith(start))) found.add(address);
    return address;
  });
  return [...found].slice(0, MAX_LINKS);
}

/**
 * The HTML of a message with its links over the endpoint that counts clicks, and a picture that counts openings. A link has the number of
 * its address, which is read from the stored message: nobody is sent to an address that the message does not have.
 */
export function addTracking(context: Links, { _id }: VisibleRecord, html: string): string {
  const create = (route: typeof CLICK_ROUTE | typeof OPEN_ROUTE, data: JsonObject = {}): string =>
    context.createLink(route, { data: { message: _id, ...data }, expiresIn: YEAR }).url;
  const tracked = new Map(listTrackedLinks(context, html).map((address, link) => [address, create(CLICK_ROUTE, { link })]));
  const linked = changeLinks(html, (address) => tracked.get(address) ?? address);
  return `${linked}<img src="${escapeMarkup(create(OPEN_ROUTE))}" alt="" width="1" height="1">`;
}

/** Counts an opening or a click. Whoever came by the link is not stopped by a count that fails. */
export async function countUse(context: Pick<PluginContext, 'records' | 'clock' | 'log'>, id: string, field: UseField): Promise<void> {
  try {
    await retryOnConflict(async () => {
      const message = await readMessage(context, id);
      // One that is still being sent is changed by its job alone: it would be sent again.
      if (message !== undefined && isOneOf(SENT_STATUSES, message['status'])) await save(context, message, field);
    });
  } catch (error) {
    if (!(error instanceof MusterError)) throw error;
    context.log.warn({ code: error.code }, 'the use of a message was not counted');
  }
}

type UseField = 'open_count' | 'click_count';

/** A message that was sent. */
export async function readMessage({ records }: Pick<PluginContext, 'records'>, id: string): Promise<VisibleRecord | undefined> {
  return (await records.find(SYSTEM_ACTOR, { module: 'messages', filter: { _id: id }, limit: 1, totalLimit: 1 })).data[0];
}

/** Who clicks has opened it, also if their program loads no pictures. */
async function save({ records, clock }: Pick<PluginContext, 'records' | 'clock'>, message: VisibleRecord, field: UseField): Promise<void> {
  await records.update(SYSTEM_ACTOR, {
    module: 'messages',
    id: message._id,
    version: Number(message['_version']),
    fields: {
      [field]: Number(message[field] ?? 0) + 1,
      opened_at: toText(message['opened_at']) || new Date(clock.now()).toISOString(),
      ...(message['status'] === 'Sent' ? { status: 'Opened' } : {}),
    },
  });
}

import { MusterError, type PluginJob, type PluginJobContext, type VisibleRecord } from '#engine';
import { escapeMarkup, toText, type JsonObject } from '#engine/model';
import { readAttachments } from '../services/attachments.ts';
import { findRefusal } from '../services/consent.ts';
import { createPreferenceLink, type PreferenceLink } from '../services/preference-link.ts';
import { isApproved, isVerified } from '../services/senders.ts';
import { addTracking, isTrackingAllowed } from '../services/track-mail.ts';
import { ATTEMPTS, change, claim, readWaiting, SENDING, type SendPayload } from '../services/waiting-message.ts';

type Context = PluginJobContext<SendPayload>;

/** Sends a queued message, and stores what became of it. */
export const SEND_MESSAGE: PluginJob<SendPayload> = {
  name: 'send-message',
  ...SENDING,
  run: sendMessage,
};

async function sendMessage(context: Context): Promise<JsonObject> {
  const message = await readWaiting(context, 'messages');
  if (message === undefined) return { skipped: true };
  const refusal = await findReason(context, message);
  if (refusal !== undefined) return store(context, message, { status: 'Not Sent', failure: refusal });
  const claimed = await claim(context, 'messages', message);
  if (claimed === undefined) return { skipped: true };
  try {
    await send(context, message);
  } catch (error) {
    return onFailure(context, claimed, error);
  }
  return store(context, claimed, { status: 'Sent', failure: null, sent_at: new Date(context.clock.now()).toISOString() });
}

/** Why a message may not be sent any more: what was checked when it was queued may have changed. Those of workflows have no sender. */
async function findReason(context: Context, message: VisibleRecord): Promise<string | undefined> {
  const [to = ''] = recipientsOf(message);
  const sender = toText(message['sent_by']);
  if (sender !== '' && !(await isApproved(context, sender))) return 'Its sender may not send e-mail any more.';
  if (!isVerified(context, toText(message['sentFrom']))) return 'Its sender address is not verified any more.';
  return findRefusal(context, 'email', to);
}

async function send(context: Context, message: VisibleRecord): Promise<void> {
  const [to = ''] = recipientsOf(message);
  const link = message['is_system'] === true ? undefined : await createPreferenceLink(context, to, message);
  const sentFrom = toText(message['sentFrom']);
  const replyTo = toText(message['reply_to']);
  const calendar = toText(message['calendar']);
  await context.mail.send({
    to: [to],
    subject: toText(message['subject']),
    ...writeBody(context, message, link),
    ...(sentFrom === '' ? {} : { from: sentFrom }),
    ...(replyTo === '' ? {} : { replyTo }),
    headers: { ...link?.headers, ...writeReferences(toText(message['reference_ids'])) },
    ...(calendar === '' ? {} : { calendar }),
    messageId: toText(message['message_id']),
    attachments: await readAttachments(context.files, message['attachments']),
    repeatable: false,
  });
}

/** The headers by which mail programs show a reply in its conversation. */
function writeReferences(text: string): { readonly [name: string]: string } {
  const ids = text.split(' ').filter((id) => id !== '');
  const last = ids.at(-1);
  return last === undefined ? {} : { 'In-Reply-To': `<${last}>`, References: ids.map((id) => `<${id}>`).join(' ') };
}

function writeBody(context: Context, message: VisibleRecord, link: PreferenceLink | undefined) {
  const text = toText(message['message']);
  const html = toText(message['html']);
  const postal = toText(context.setting('postal_address'));
  const lines = link === undefined ? [] : [...(postal === '' ? [] : [postal]), `Choose which messages you get: ${link.page}`];
  const footer = lines.length === 0 ? '' : `\n\n-- \n${lines.join('\n')}`;
  const htmlFooter = link === undefined ? '' : writeHtmlFooter(postal, link.page);
  if (html === '') return { text: `${text}${footer}` };
  const isTracked = message['is_system'] !== true && isTrackingAllowed(context);
  // Not in the footer: its link ends messages.
  return { text: `${text}${footer}`, html: `${isTracked ? addTracking(context, message, html) : html}${htmlFooter}` };
}

function writeHtmlFooter(postal: string, page: string): string {
  const address = postal === '' ? '' : `${escapeMarkup(postal)}<br>`;
  return `<hr><p><small>${address}<a href="${escapeMarkup(page)}">Choose which messages you get</a></small></p>`;
}

function recipientsOf({ to }: VisibleRecord): readonly string[] {
  return Array.isArray(to) ? to.map(toText) : [];
}

/**
 * A refusal for ever ends the message with the words of the server; otherwise it waits for the next attempt, until the last one.
 */
async function onFailure(context: Context, message: VisibleRecord, error: unknown): Promise<JsonObject> {
  if (!(error instanceof MusterError)) throw error;
  const { response, permanent } = error.data as { readonly response?: unknown; readonly permanent?: unknown };
  const failure = (toText(response) || error.message).slice(0, 1_000);
  const isTemporary = error.code === 'mail_failed' && permanent !== true;
  if (!isTemporary || context.attempt >= ATTEMPTS) return store(context, message, { status: 'Failed', failure });
  await change(context, 'messages', message, { status: 'Queued', failure });
  throw error;
}

async function store(context: Context, message: VisibleRecord, fields: JsonObject): Promise<JsonObject> {
  await change(context, 'messages', message, fields);
  return { status: fields['status'] ?? null };
}

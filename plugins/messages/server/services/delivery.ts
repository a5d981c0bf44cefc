import { MusterError, type PluginContext, type PluginMail, type VisibleRecord } from '#engine';
import { escapeMarkup, toText, type JsonObject } from '#engine/model';
import { readAttachments } from './attachments.ts';
import { findRefusal } from './consent.ts';
import { createPreferenceLink, type PreferenceLink } from './preference-link.ts';
import { addressOf, findSendingAccount, isApproved, isVerified } from './senders.ts';
import { addTracking, isTrackingAllowed } from './track-mail.ts';
import { ATTEMPTS, change, claim, readWaiting, type SendRun } from './waiting-message.ts';

/** What an attempt needs. */
export type DeliveryContext = Pick<PluginContext, 'records' | 'clock' | 'setting' | 'files' | 'createLink' | 'publicUrl'>;

/** An e-mail as it is given to a mail server. */
export type PreparedMail = Parameters<PluginMail['send']>[0];

/** A message that may be sent now: from now on it cannot be cancelled. */
export interface Delivery {
  /** The message as it is stored now. */
  readonly message: VisibleRecord;
  readonly mail: PreparedMail;
}

/** What a mail server said. */
export interface DeliveryFailure {
  readonly response: string;
  /** It refused the message for ever: no further attempt. */
  readonly permanent: boolean;
}

/** The begin of an attempt. Without `delivery` there is nothing to send: `result` says why. */
export interface BegunDelivery {
  readonly delivery?: Delivery;
  readonly result: JsonObject;
}

/** Begins an attempt: sender and recipient are checked again. A message whose files are gone has failed. */
export async function beginDelivery(context: DeliveryContext, run: SendRun): Promise<BegunDelivery> {
  const message = await readWaiting(context, 'messages', run);
  if (message === undefined) return { result: { skipped: true } };
  const refusal = await findReason(context, message);
  if (refusal !== undefined) return { result: await store(context, message, { status: 'Not Sent', failure: refusal }) };
  const claimed = await claim(context, 'messages', message);
  if (claimed === undefined) return { result: { skipped: true } };
  try {
    return { delivery: { message: claimed, mail: await writeMail(context, message) }, result: {} };
  } catch (error) {
    if (!(error instanceof MusterError)) throw error;
    return { result: await store(context, claimed, { status: 'Failed', failure: error.message }) };
  }
}

/** Stores that a message was sent. */
export function completeDelivery(context: DeliveryContext, message: VisibleRecord): Promise<JsonObject> {
  return store(context, message, { status: 'Sent', failure: null, sent_at: new Date(context.clock.now()).toISOString() });
}

/**
 * Stores why a message was not sent. A refusal for ever ends it with the words of the server; otherwise it waits for the next attempt, until
 * the last one. Undefined: it is to be tried again.
 */
export async function failDelivery(
  context: DeliveryContext,
  message: VisibleRecord,
  attempt: number,
  { response, permanent }: DeliveryFailure,
): Promise<JsonObject | undefined> {
  const failure = response.slice(0, 1_000);
  if (permanent || attempt >= ATTEMPTS) return store(context, message, { status: 'Failed', failure });
  await change(context, 'messages', message, { status: 'Queued', failure });
  return undefined;
}

/** Why a message may not be sent any more: what was checked when it was queued may have changed. */
async function findReason(context: DeliveryContext, message: VisibleRecord): Promise<string | undefined> {
  const [to = ''] = recipientsOf(message);
  return (await findSenderProblem(context, message)) ?? findRefusal(context, 'email', to);
}

/** Messages of workflows have no sender. */
async function findSenderProblem(context: DeliveryContext, message: VisibleRecord): Promise<string | undefined> {
  const sender = toText(message['sent_by']);
  const sentFrom = toText(message['sentFrom']);
  const accountId = toText(message['mail_account']);
  if (accountId !== '') {
    const account = await findSendingAccount(context, sender, accountId);
    if (account === undefined) return 'The mail account of its sender cannot send any more.';
    const isSame = addressOf(toText(account['gmail_email_address']).trim()) === addressOf(sentFrom);
    return isSame ? undefined : 'The mail account of its sender has another address now.';
  }
  if (sender !== '' && !(await isApproved(context, sender))) return 'Its sender may not send e-mail any more.';
  return isVerified(context, sentFrom) ? undefined : 'Its sender address is not verified any more.';
}

async function writeMail(context: DeliveryContext, message: VisibleRecord): Promise<PreparedMail> {
  const [to = ''] = recipientsOf(message);
  const link = message['is_system'] === true ? undefined : await createPreferenceLink(context, to, message);
  const sentFrom = toText(message['sentFrom']);
  const replyTo = toText(message['reply_to']);
  const calendar = toText(message['calendar']);
  return {
    to: [to],
    subject: toText(message['subject']),
    ...writeBody(context, message, link),
    ...(sentFrom === '' ? {} : { from: sentFrom }),
    ...(replyTo === '' ? {} : { replyTo }),
    headers: { ...link?.headers, ...writeReferences(toText(message['reference_ids'])) },
    ...(calendar === '' ? {} : { calendar }),
    messageId: toText(message['message_id']),
    attachments: await readAttachments(context.files, message['attachments']),
  };
}

/** The headers by which mail programs show a reply in its conversation. */
function writeReferences(text: string): { readonly [name: string]: string } {
  const ids = text.split(' ').filter((id) => id !== '');
  const last = ids.at(-1);
  return last === undefined ? {} : { 'In-Reply-To': `<${last}>`, References: ids.map((id) => `<${id}>`).join(' ') };
}

function writeBody(context: DeliveryContext, message: VisibleRecord, link: PreferenceLink | undefined) {
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

async function store(context: DeliveryContext, message: VisibleRecord, fields: JsonObject): Promise<JsonObject> {
  await change(context, 'messages', message, fields);
  return { status: fields['status'] ?? null };
}

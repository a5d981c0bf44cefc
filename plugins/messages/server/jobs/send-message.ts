import { MusterError, SYSTEM_ACTOR, type PluginJob, type PluginJobContext, type VisibleRecord } from '#engine';
import { escapeMarkup, toText, type JsonObject } from '#engine/model';
import { WAITING_STATUSES } from '../../shared/message.ts';
import { readAttachments } from '../services/attachments.ts';
import { findRefusal } from '../services/consent.ts';
import { createPreferenceLink, type PreferenceLink } from '../services/preference-link.ts';
import { isApproved, isVerified } from '../services/senders.ts';

/** A message to send. */
type Payload = JsonObject & { readonly message: string };

/** How often a message is tried when its server cannot take it now. */
const ATTEMPTS = 6;
/** A message that is being sent for longer was lost with its process. */
const LOST_AFTER_MS = 600_000;

/** Sends a queued message, and stores what became of it. */
export const SEND_MESSAGE: PluginJob<Payload> = {
  name: 'send-message',
  payloadSchema: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
  concurrency: 5,
  deadline: 120_000,
  attempts: ATTEMPTS,
  backOff: { kind: 'exponential', delay: 2_000 },
  run: sendMessage,
};

async function sendMessage(context: PluginJobContext<Payload>): Promise<JsonObject> {
  const message = await readWaiting(context);
  if (message === undefined) return { skipped: true };
  const refusal = await findReason(context, message);
  if (refusal !== undefined) return store(context, message, { status: 'Not Sent', failure: refusal });
  const claimed = await claim(context, message);
  if (claimed === undefined) return { skipped: true };
  try {
    await send(context, message);
  } catch (error) {
    return onFailure(context, claimed, error);
  }
  return store(context, claimed, { status: 'Sent', failure: null, sent_at: new Date(context.clock.now()).toISOString() });
}

/** The message, if it still waits, or was being sent by a process that is gone. */
async function readWaiting({ records, payload, clock, attempt, losses }: PluginJobContext<Payload>): Promise<VisibleRecord | undefined> {
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: 'messages',
    filter: { _id: payload.message, status: { in: [...WAITING_STATUSES] } },
    limit: 1,
  });
  const [message] = data;
  if (message?.['status'] !== 'Sending') return message;
  const isLost = attempt > 1 || losses > 0 || clock.now() - Date.parse(toText(message['updatedAt'])) > LOST_AFTER_MS;
  return isLost ? message : undefined;
}

/** Why a message may not be sent any more: what was checked when it was queued may have changed. Those of workflows have no sender. */
async function findReason(context: PluginJobContext<Payload>, message: VisibleRecord): Promise<string | undefined> {
  const [to = ''] = recipientsOf(message);
  const sender = toText(message['sent_by']);
  if (sender !== '' && !(await isApproved(context, sender))) return 'Its sender may not send e-mail any more.';
  if (!isVerified(context, toText(message['sentFrom']))) return 'Its sender address is not verified any more.';
  return findRefusal(context, 'email', to);
}

/** From now on it cannot be cancelled. Undefined: it was cancelled or changed meanwhile. */
async function claim(context: PluginJobContext<Payload>, message: VisibleRecord): Promise<VisibleRecord | undefined> {
  if (message['status'] === 'Sending') return message;
  try {
    return await change(context, message, { status: 'Sending' });
  } catch (error) {
    if (error instanceof MusterError && error.code === 'version_conflict') return undefined;
    throw error;
  }
}

async function send(context: PluginJobContext<Payload>, message: VisibleRecord): Promise<void> {
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
    ...(link === undefined ? {} : { headers: link.headers }),
    ...(calendar === '' ? {} : { calendar }),
    messageId: toText(message['message_id']),
    attachments: await readAttachments(context.files, message['attachments']),
    repeatable: false,
  });
}

function writeBody(context: PluginJobContext<Payload>, message: VisibleRecord, link: PreferenceLink | undefined) {
  const text = toText(message['message']);
  const html = toText(message['html']);
  const postal = toText(context.setting('postal_address'));
  const lines = link === undefined ? [] : [...(postal === '' ? [] : [postal]), `Choose which messages you get: ${link.page}`];
  const footer = lines.length === 0 ? '' : `\n\n-- \n${lines.join('\n')}`;
  const htmlFooter = link === undefined ? '' : writeHtmlFooter(postal, link.page);
  return { text: `${text}${footer}`, ...(html === '' ? {} : { html: `${html}${htmlFooter}` }) };
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
async function onFailure(context: PluginJobContext<Payload>, message: VisibleRecord, error: unknown): Promise<JsonObject> {
  if (!(error instanceof MusterError)) throw error;
  const { response, permanent } = error.data as { readonly response?: unknown; readonly permanent?: unknown };
  const failure = (toText(response) || error.message).slice(0, 1_000);
  const isTemporary = error.code === 'mail_failed' && permanent !== true;
  if (!isTemporary || context.attempt >= ATTEMPTS) return store(context, message, { status: 'Failed', failure });
  await change(context, message, { status: 'Queued', failure });
  throw error;
}

async function store(context: PluginJobContext<Payload>, message: VisibleRecord, fields: JsonObject): Promise<JsonObject> {
  await change(context, message, fields);
  return { status: fields['status'] ?? null };
}

async function change(
  { records }: PluginJobContext<Payload>,
  { _id, _version }: VisibleRecord,
  fields: JsonObject,
): Promise<VisibleRecord> {
  const { record } = await records.update(SYSTEM_ACTOR, { module: 'messages', id: _id, version: Number(_version), fields });
  return record;
}

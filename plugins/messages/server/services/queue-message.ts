import { SYSTEM_ACTOR, type Actor, type PluginRouteContext, type VisibleRecord } from '#engine';
import { escapeMarkup, isEmailAddress, toText, type JsonObject } from '#engine/model';
import { openAttachments } from './attachments.ts';
import { cleanHtml, htmlToText } from './clean-html.ts';
import { findRefusal } from './consent.ts';
import { chooseAccountSender, chooseSender, chooseSystemSender, findSendingAccount, isApproved, type ChosenSender } from './senders.ts';

/** Messages of its conversation that a reply names. */
const MAX_REFERENCES = 50;

/** An e-mail to send. */
export interface OutgoingMail {
  readonly to: string;
  readonly subject: string;
  readonly message: string;
  readonly html?: string | undefined;
  readonly module?: string | undefined;
  readonly record?: string | undefined;
  /** Id of the message that it replies to. */
  readonly inReplyTo?: string | undefined;
  /** Paths of files. */
  readonly attachments?: readonly string[] | undefined;
  /** Id of the mail account of the sender over which it is sent; undefined: over the mail server of the product. */
  readonly account?: string | undefined;
  /** Id of the template that it was made from. */
  readonly template?: string | undefined;
}

/** The product, in the name of the caller: only it sets the status of outgoing messages. */
export function actForCaller({ actor: { userId, impersonatorId } }: Pick<PluginRouteContext, 'actor'>): Actor {
  return {
    ...SYSTEM_ACTOR,
    name: 'messages',
    ...(userId === undefined ? {} : { userId }),
    ...(impersonatorId === undefined ? {} : { impersonatorId }),
  };
}

/**
 * The user who sends, over the mail server of the product or a mail account of theirs. Errors: `action_not_allowed` without the right to
 * create messages; `sending_not_approved`; `sender_account_unusable`.
 */
export async function requireSender(context: PluginRouteContext, account: string | undefined): Promise<string> {
  const { actor, rights, refuse } = context;
  const { userId } = actor;
  if (userId === undefined || !rights.module('messages').create) return refuse('action_not_allowed');
  if (account !== undefined) await requireAccount(context, userId, account);
  else if (!(await isApproved(context, userId))) refuse('sending_not_approved');
  return userId;
}

async function requireAccount(context: PluginRouteContext, userId: string, account: string): Promise<VisibleRecord> {
  return (await findSendingAccount(context, userId, account)) ?? context.refuse('sender_account_unusable');
}

async function findSender(context: PluginRouteContext, userId: string, account: string | undefined): Promise<ChosenSender> {
  if (account === undefined) return chooseSender(context, userId);
  return chooseAccountSender(context, userId, await requireAccount(context, userId, account));
}

/** Checks a recipient. A line break in it would add a header or a recipient. Errors: `recipient_invalid`. */
export function assertRecipient({ refuse }: Pick<PluginRouteContext, 'refuse'>, to: string): void {
  if (!isEmailAddress(to)) refuse('recipient_invalid', { data: { to } });
}

/**
 * Stores an e-mail as a message: `Queued`, and sent by a job; or `Not Sent` with the reason, if nothing may be sent to its recipient. The
 * sender was checked by `requireSender`. Errors: `recipient_invalid`, `record_not_found`, `file_not_found`, `message_too_large`; those of a
 * save, such as for a text of more than 100,000 characters.
 */
export async function queueMessage(
  context: PluginRouteContext,
  userId: string,
  mail: OutgoingMail,
  { asSystem = false, purpose = 'message' }: { readonly asSystem?: boolean; readonly purpose?: string } = {},
): Promise<VisibleRecord> {
  const { records, actor, ids, publicUrl } = context;
  const { to, module, record } = mail;
  assertRecipient(context, to);
  if (module !== undefined && record !== undefined) await records.get(actor, { module, id: record });
  const sender = asSystem ? chooseSystemSender(context) : await findSender(context, userId, mail.account);
  const text = await writeContent(context, mail, sender.signature);
  const references = mail.inReplyTo === undefined ? [] : await listReferences(context, mail.inReplyTo);
  const id = ids.next();
  const { record: saved } = await records.create(actForCaller(context), {
    module: 'messages',
    batchId: context.batchId,
    idempotency: context.idempotencyKeyFor(purpose),
    fields: {
      ...text,
      ...(await decide(context, to)),
      to: [to],
      messageType: 'Email',
      direction: 'Outbound',
      sentFrom: sender.sentFrom || null,
      reply_to: sender.replyTo || null,
      message_id: `${id}@${new URL(publicUrl).hostname}`,
      sent_by: userId,
      assigned_to: userId,
      is_system: asSystem,
      ...(references.length === 0 ? {} : { reference_ids: references.join(' ') }),
      ...(mail.account === undefined || asSystem ? {} : { mail_account: mail.account }),
      ...(mail.template === undefined ? {} : { template: mail.template }),
      ...(module === undefined || record === undefined ? {} : { related_record: { module, id: record } }),
    },
  });
  return saved;
}

/** The Message-IDs of a conversation up to a message that the caller may see: the first one, and the latest. Errors: `record_not_found`. */
async function listReferences({ records, actor }: PluginRouteContext, id: string): Promise<readonly string[]> {
  await records.get(actor, { module: 'messages', id });
  const { reference_ids: before, message_id: own } = await records.get(SYSTEM_ACTOR, { module: 'messages', id });
  const ids = [...toText(before).split(' '), toText(own)].filter((one) => one !== '');
  return ids.length <= MAX_REFERENCES ? ids : [...ids.slice(0, 1), ...ids.slice(1 - MAX_REFERENCES)];
}

/** Whether a message may be sent now. */
export async function decide(context: Pick<PluginRouteContext, 'records'>, to: string): Promise<JsonObject> {
  const refusal = await findRefusal(context, 'email', to);
  return refusal === undefined ? { status: 'Queued', failure: null } : { status: 'Not Sent', failure: refusal };
}

async function writeContent(context: PluginRouteContext, mail: OutgoingMail, signature: string): Promise<JsonObject> {
  const html = mail.html === undefined ? '' : cleanHtml(mail.html);
  const text = mail.message.trim() === '' ? htmlToText(html) : mail.message;
  const subject = mail.subject.replace(/\s+/g, ' ').trim();
  const bytes = Buffer.byteLength(text) + Buffer.byteLength(html);
  const attachments = await openAttachments(context, mail.attachments ?? [], bytes);
  return { subject, ...addSignature(text, html, signature), attachments: [...attachments] };
}

/** The texts of a message with the signature of its sender, '' for none. */
export function addSignature(text: string, html: string, signature: string): { readonly message: string; readonly html: string | null } {
  return {
    message: signature === '' ? text : `${text}\n\n${signature}`,
    html: html === '' ? null : `${html}${signature === '' ? '' : `<p>${escapeLines(signature)}</p>`}`,
  };
}

function escapeLines(text: string): string {
  return cleanHtml(escapeMarkup(text).replace(/\r?\n/g, '<br>'));
}

import type { PluginRouteContext, PluginRouteResponse, VisibleRecord } from '#engine';
import { toText } from '#engine/model';
import { assertRecipient, queueMessage, requireSender, type OutgoingMail } from '../services/queue-message.ts';
import { chooseSender, isApproved, listSendingAccounts } from '../services/senders.ts';
import { getEmail, readTarget } from '../services/template-values.ts';
import { assertComplete, writeFromTemplate } from '../services/write-from-template.ts';

type MailBody = Omit<OutgoingMail, 'template'>;

function accepted(body: VisibleRecord | { readonly data: readonly VisibleRecord[] }): PluginRouteResponse {
  return { status: 202, body };
}

/** `POST /api/messages/send-custom-email`: an e-mail to one recipient. */
export async function sendCustomEmail(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const mail = context.body as unknown as MailBody;
  return accepted(await queueMessage(context, await requireSender(context, mail.account), mail));
}

/** `POST /api/messages/send-email-from-system`: the same from the sender of the system. */
export async function sendSystemEmail(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const userId = await requireSender(context, undefined);
  return accepted(await queueMessage(context, userId, context.body as unknown as MailBody, { asSystem: true }));
}

/** `POST /api/messages/send-alert-email` `{ messageRecord }`: an alert, from the sender of the system. */
export async function sendAlertEmail(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const userId = await requireSender(context, undefined);
  const { messageRecord } = context.body as unknown as { readonly messageRecord: MailBody };
  return accepted(await queueMessage(context, userId, messageRecord, { asSystem: true }));
}

/** `POST /api/messages/send-multiple-email`: one message for each recipient, who do not see each other. */
export async function sendMultipleEmail(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { to, ...mail } = context.body as unknown as Omit<MailBody, 'to'> & { readonly to: readonly string[] };
  const userId = await requireSender(context, mail.account);
  // Nothing is queued if one of them is no address.
  for (const address of to) assertRecipient(context, address);
  const data: VisibleRecord[] = [];
  for (const [index, address] of [...new Set(to)].entries())
    data.push(await queueMessage(context, userId, { ...mail, to: address }, { purpose: `message-${index}` }));
  return accepted({ data });
}

/**
 * `POST /api/messages/send-customized-email` `{ template, module, record, to? }`: a template, filled for a record. A variable without a value
 * is reported, and nothing is sent.
 */
export async function sendCustomizedEmail(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const {
    template: id,
    module,
    record,
    ...given
  } = context.body as unknown as {
    readonly template: string;
    readonly module: string;
    readonly record: string;
    readonly to?: string;
    readonly attachments?: readonly string[];
    readonly account?: string;
  };
  const userId = await requireSender(context, given.account);
  const template = await context.records.get(context.actor, { module: 'templates', id });
  if (template['type'] !== 'email') context.refuse('template_not_for_email');
  const { found, values } = await readTarget(context, { module, record });
  const written = writeFromTemplate(context, template, module, values);
  assertComplete(context, written);
  const { subject, text, html } = written;
  const to = given.to ?? getEmail(found) ?? context.refuse('recipient_missing');
  const mail = { ...given, to: toText(to), subject, message: text, html, module, record, template: id };
  return accepted(await queueMessage(context, userId, mail));
}

/** `GET /api/messages/senders`: the product for approved users, and the mail accounts of the caller that can send. */
export async function listSenderChoices(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { userId } = context.actor;
  if (userId === undefined || !context.rights.module('messages').create) return { body: { data: [] } };
  const own = (await isApproved(context, userId)) ? [{ account: null, address: (await chooseSender(context, userId)).sentFrom }] : [];
  const accounts = await listSendingAccounts(context, userId);
  const choices = accounts.map(({ _id, gmail_email_address: address }) => ({ account: _id, address: toText(address) }));
  return { body: { data: [...own, ...choices] } };
}

import type { PluginRouteContext, PluginRouteResponse, VisibleRecord } from '#engine';
import { toText } from '#engine/model';
import { assertRecipient, queueMessage, requireSender } from '../services/queue-message.ts';
import { addressOf, chooseSender, listSendingAccounts } from '../services/senders.ts';
import { readTarget } from '../services/template-values.ts';
import { assertComplete, writeFromTemplate } from '../services/write-from-template.ts';

/** Most recipients of one request. */
const MAX_RECIPIENTS = 100;

/** An e-mail in the form of the mail service. */
interface ServiceMail {
  readonly personalizations: readonly { readonly to: readonly { readonly email: string }[]; readonly subject?: string }[];
  readonly from?: { readonly email: string };
  readonly subject?: string;
  readonly content?: readonly { readonly type: string; readonly value: string }[];
  readonly template_id?: string;
  readonly module?: string;
  readonly record?: string;
  readonly attachments?: readonly string[];
}

interface Content {
  readonly subject: string;
  readonly message: string;
  readonly html?: string | undefined;
}

/**
 * `POST /api/messages/process-sendgrid-email`: an e-mail in the form of the mail service, sent like all others by the mail server in use: one
 * message for each recipient.
 */
export async function processServiceMail(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const mail = context.body as unknown as ServiceMail;
  const account = await findAccount(context, mail);
  const userId = await requireSender(context, account);
  const recipients = listRecipients(context, mail);
  const content = await readContent(context, mail);
  const { module, record, attachments, template_id: template } = mail;
  const data: VisibleRecord[] = [];
  for (const [index, { to, subject = content.subject }] of recipients.entries()) {
    const one = { ...content, to, subject, account, module, record, attachments, template };
    data.push(await queueMessage(context, userId, one, { purpose: `message-${index}` }));
  }
  return { status: 202, body: { data } };
}

/** The mail account of the caller with the address in `from`; undefined: the mail server of the product. Errors: `sender_account_unusable`. */
async function findAccount(context: PluginRouteContext, { from }: ServiceMail): Promise<string | undefined> {
  const { userId } = context.actor;
  if (from === undefined || userId === undefined) return undefined;
  const wanted = addressOf(from.email);
  const accounts = await listSendingAccounts(context, userId);
  const own = accounts.find((one) => addressOf(toText(one['gmail_email_address'])) === wanted);
  if (own !== undefined) return own._id;
  if (addressOf((await chooseSender(context, userId)).sentFrom) === wanted) return undefined;
  return context.refuse('sender_account_unusable', { message: `You cannot send e-mail from ${from.email}.` });
}

/** Nothing is queued if one of them is no address. */
function listRecipients(context: PluginRouteContext, { personalizations }: ServiceMail) {
  const recipients = personalizations.flatMap(({ to, subject }) =>
    to.map(({ email }) => ({ to: email, ...(subject === undefined ? {} : { subject }) })),
  );
  if (recipients.length > MAX_RECIPIENTS)
    context.refuse('recipient_invalid', { message: `A request has at most ${MAX_RECIPIENTS} recipients.` });
  for (const { to } of recipients) assertRecipient(context, to);
  return recipients;
}

/** The text of the request, or that of its template, filled for its record. */
async function readContent(context: PluginRouteContext, mail: ServiceMail): Promise<Content> {
  const { template_id: id, module, record, subject = '', content = [] } = mail;
  if (id === undefined) {
    const find = (type: string): string | undefined => content.find((part) => part.type === type)?.value;
    return { subject, message: find('text/plain') ?? '', html: find('text/html') };
  }
  if (module === undefined || record === undefined)
    return context.refuse('record_not_found', { message: 'A template is filled for a record: name its module and its id.' });
  const template = await context.records.get(context.actor, { module: 'templates', id });
  if (template['type'] !== 'email') context.refuse('template_not_for_email');
  const { values } = await readTarget(context, { module, record });
  const written = writeFromTemplate(context, template, module, values);
  assertComplete(context, written);
  return { subject: written.subject, message: written.text, html: written.html };
}

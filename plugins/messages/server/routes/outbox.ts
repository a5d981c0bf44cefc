import { type PluginRouteContext, type PluginRouteResponse, type VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { isOneOf, SENT_STATUSES, UNSENT_STATUSES, type MessageModule } from '../../shared/message.ts';
import { openAttachments, readPaths } from '../services/attachments.ts';
import { isVersionConflict } from '../services/version-conflicts.ts';
import { actForCaller, assertRecipient, decide, queueMessage, requireSender } from '../services/queue-message.ts';

/** The modules of messages, with the field that those have which were sent by the endpoints. */
const MARKS: { readonly [module in MessageModule]: string } = { messages: 'message_id', sms: 'send_after' };

/** A message that was sent by the endpoints: its sender and System Admins act on it. Errors: `record_not_found`, `message_of_another`. */
export async function openMessage(context: PluginRouteContext, module: MessageModule): Promise<VisibleRecord> {
  const { records, actor, rights, parameters, refuse } = context;
  const message = await records.get(actor, { module, id: parameters['message'] ?? '' });
  if (message['deleted'] === true || toText(message[MARKS[module]]) === '') refuse('record_not_found');
  if (message['sent_by'] !== actor.userId && !rights.unrestricted) refuse('message_of_another');
  return message;
}

/** Changes a message as it was read. Errors: `message_already_sent` if it was sent or changed meanwhile. */
export async function changeMessage(
  context: PluginRouteContext,
  module: MessageModule,
  message: VisibleRecord,
  fields: JsonObject,
): Promise<PluginRouteResponse> {
  try {
    const { record } = await context.records.update(actForCaller(context), {
      module,
      id: message._id,
      version: Number(message['_version']),
      idempotency: context.idempotencyKeyFor('message'),
      fields,
    });
    return { status: 202, body: record };
  } catch (error) {
    if (isVersionConflict(error)) return context.refuse('message_already_sent');
    throw error;
  }
}

/** `POST /api/messages/:message/cancel`, and of `sms`: a message that waits is not sent. */
export function createCancel(module: MessageModule): (context: PluginRouteContext) => Promise<PluginRouteResponse> {
  return async (context) => {
    const message = await openMessage(context, module);
    if (message['status'] !== 'Queued') context.refuse('message_already_sent');
    return changeMessage(context, module, message, { status: 'Cancelled' });
  };
}

/**
 * `POST /api/messages/:message/resend`: a message that did not leave is queued again; one that did is sent as a new message. Sender, recipient
 * and files are checked as for a new one.
 */
export async function resendMessage(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const message = await openMessage(context, 'messages');
  const account = toText(message['mail_account']) || undefined;
  const userId = await requireSender(context, account);
  const [to = ''] = (message['to'] ?? []) as readonly string[];
  if (isOneOf(SENT_STATUSES, message['status'])) return { status: 202, body: await sendCopy(context, userId, message, to) };
  if (!isOneOf(UNSENT_STATUSES, message['status'])) context.refuse('message_waiting');
  assertRecipient(context, to);
  const bytes = Buffer.byteLength(toText(message['message'])) + Buffer.byteLength(toText(message['html']));
  await openAttachments(context, readPaths(message['attachments']), bytes);
  return changeMessage(context, 'messages', message, { ...(await decide(context, to)), sent_by: userId });
}

function sendCopy(context: PluginRouteContext, userId: string, message: VisibleRecord, to: string): Promise<VisibleRecord> {
  const related = message['related_record'] as { readonly module: string; readonly id: string } | null | undefined;
  const mail = {
    to,
    subject: toText(message['subject']),
    message: toText(message['message']),
    html: toText(message['html']) || undefined,
    attachments: readPaths(message['attachments']),
    account: toText(message['mail_account']) || undefined,
    ...(related === null || related === undefined ? {} : { module: related.module, record: related.id }),
  };
  return queueMessage(context, userId, mail, { asSystem: message['is_system'] === true });
}

import { SYSTEM_ACTOR, type Actor, type PluginContext, type PluginWorkflowAction } from '#engine';
import type { JsonObject } from '#engine/model';
import { MAX_MESSAGE } from '../../shared/chat.ts';

type Action = PluginWorkflowAction<PluginContext, Input>;
type Context = Parameters<Action['run']>[0];
type Recipients = Parameters<Context['findUsers']>[0];
type Input = JsonObject & { readonly message: string; readonly recipients: JsonObject[] };

/** Most recipients in the input, as of a notification. */
const MAX_RECIPIENTS = 50;
/** The name of conversations in which the product itself writes. */
const PRODUCT = 'Muster';

const NAMED = { type: 'string', minLength: 1, maxLength: 200 };

/** Workflows write to users in the chat: each reads it in their own conversation with whoever started the workflow. */
export const SEND_CHAT_MESSAGE: Action = {
  name: 'send-chat-message',
  label: 'Send a chat message',
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['recipients', 'message'],
    properties: {
      recipients: {
        type: 'array',
        title: 'Recipients',
        format: 'recipients',
        minItems: 1,
        maxItems: MAX_RECIPIENTS,
        items: {
          type: 'object',
          additionalProperties: false,
          minProperties: 1,
          maxProperties: 1,
          properties: { user: NAMED, role: NAMED, team: NAMED, field: NAMED, owner: { const: true } },
        },
      },
      message: {
        type: 'string',
        title: 'Message',
        minLength: 1,
        maxLength: MAX_MESSAGE,
        format: 'text-area',
        description:
          'Variables are those of notifications, such as {{ name }}. It comes from whoever started the workflow, else from Muster.',
      },
    },
  },
  run: sendChatMessage,
};

/** Errors: `chat_message_empty`, `chat_message_too_long`, those of the text and the recipients, `action_not_allowed` for who may not write. */
async function sendChatMessage(context: Context, { message, recipients }: Input): Promise<JsonObject> {
  const users = await context.findUsers(recipients as unknown as Recipients);
  const text = await context.fillText(message);
  const sent: string[] = [];
  const skipped: string[] = [];
  for (const user of users) {
    if (await mayRead(context, user)) {
      await writeTo(context, user, text);
      sent.push(user);
    } else skipped.push(user);
  }
  return { to: sent, skipped: skipped.map((recipient) => ({ recipient, reason: 'no_access' })), message: text.slice(0, 500) };
}

/** Whether a user has access to chat messages. */
function mayRead({ records }: Context, userId: string): Promise<boolean> {
  const anyOne = { module: 'musterMessage', filter: {}, fields: ['_id'], limit: 1, totalLimit: 1 };
  return records.find({ kind: 'user', userId }, anyOne).then(
    () => true,
    () => false,
  );
}

/** Writes one message. Nobody writes to themselves: that one comes from the product. */
async function writeTo({ records, actor, key }: Context, user: string, message: string): Promise<void> {
  const isFromUser = actor.userId !== undefined && actor.userId !== user;
  const author: Actor = isFromUser ? actor : { ...SYSTEM_ACTOR, name: 'chat' };
  await records.create(author, {
    module: 'musterMessage',
    idempotency: { key: `${key}/${user}`, path: 'chat/workflow-message', bodyDigest: '' },
    fields: { sentTo: user, message, ...(isFromUser ? {} : { group_name: PRODUCT }) },
  });
}

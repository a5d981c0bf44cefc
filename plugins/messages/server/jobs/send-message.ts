import { MusterError, type PluginJob, type PluginJobContext } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { beginDelivery, completeDelivery, failDelivery, type DeliveryFailure } from '../services/delivery.ts';
import { SENDING, type SendPayload } from '../services/waiting-message.ts';

type Context = PluginJobContext<SendPayload>;

/** Sends a queued message over the mail server of the product, and stores what became of it. */
export const SEND_MESSAGE: PluginJob<SendPayload> = {
  name: 'send-message',
  ...SENDING,
  run: sendMessage,
};

async function sendMessage(context: Context): Promise<JsonObject> {
  const { payload, attempt, losses } = context;
  const { delivery, result: nothing } = await beginDelivery(context, { message: payload.message, attempt, losses });
  if (delivery === undefined) return nothing;
  try {
    await context.mail.send({ ...delivery.mail, repeatable: false });
  } catch (error) {
    const result = await failDelivery(context, delivery.message, attempt, describe(error));
    if (result === undefined) throw error;
    return result;
  }
  return completeDelivery(context, delivery.message);
}

/** What went wrong. Only a mail server that cannot take the message now is worth another attempt. */
function describe(error: unknown): DeliveryFailure {
  if (!(error instanceof MusterError)) throw error;
  const { response, permanent } = error.data as { readonly response?: unknown; readonly permanent?: unknown };
  return { response: toText(response) || error.message, permanent: error.code !== 'mail_failed' || permanent === true };
}

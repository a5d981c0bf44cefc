import {
  defineService,
  MusterError,
  SYSTEM_ACTOR,
  paginateRecords,
  type PluginJob,
  type PluginJobContext,
  type VisibleRecord,
} from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { readUsableAccount } from '../services/mail-account.ts';
import { sendOver, type PreparedMail, type SendFailure } from '../services/send-mail.ts';

type Payload = JsonObject & { readonly message: string };

interface Delivery {
  readonly message: VisibleRecord;
  readonly mail: PreparedMail;
}

/** The outbox, as the plugin messages offers it. */
interface Outbox {
  begin(run: {
    readonly message: string;
    readonly attempt: number;
    readonly losses: number;
  }): Promise<{ readonly delivery?: Delivery; readonly result: JsonObject }>;
  end(delivery: Pick<Delivery, 'message'>, attempt: number, failure?: SendFailure): Promise<JsonObject | undefined>;
}

export const OUTBOX = defineService<Outbox>('messages.outbox', '1.0.0');

/** Messages that wait for longer than all attempts take have no job any more. */
const FORGOTTEN_AFTER_MS = 1_800_000;

/** Sends a message of the outbox over the mail account of its sender. The outbox says after how many attempts it is given up. */
export const SEND_FROM_ACCOUNT: PluginJob<Payload> = {
  name: 'send-from-account',
  payloadSchema: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
  concurrency: 5,
  deadline: 300_000,
  attempts: 6,
  backOff: { kind: 'exponential', delay: 2_000 },
  run: sendFromAccount,
};

async function sendFromAccount(context: PluginJobContext<Payload>): Promise<JsonObject> {
  const { payload, attempt, losses } = context;
  const outbox = context.service(OUTBOX);
  const { delivery, result } = await outbox.begin({ message: payload.message, attempt, losses });
  if (delivery === undefined) return result;
  const account = await readUsableAccount(context, toText(delivery.message['mail_account']));
  const failure =
    account === undefined
      ? { response: 'The mail account of its sender is not there any more.', permanent: true }
      : await sendOver(context, account, delivery.mail);
  const ended = await outbox.end({ message: delivery.message }, attempt, failure);
  if (ended === undefined) throw new MusterError('mail_failed', { data: { ...failure } });
  return ended;
}

/** Adds a job for messages over accounts that lost theirs, such as with the data of a queue. */
export async function recoverSending(context: PluginJobContext): Promise<void> {
  const before = new Date(context.clock.now() - FORGOTTEN_AFTER_MS).toISOString();
  const waiting = { status: { in: ['Queued', 'Sending'] }, updatedAt: { range: { lt: before } } };
  const filter = { ...waiting, message_id: { exists: true }, mail_account: { exists: true } };
  const pages = paginateRecords({ ...context, actor: SYSTEM_ACTOR }, { module: 'messages', filter, fields: ['_version'] });
  for await (const page of pages)
    for (const { _id, _version } of page)
      await context.addJob(SEND_FROM_ACCOUNT, { message: _id }, { id: `recover-${_id}-${Number(_version)}` });
}

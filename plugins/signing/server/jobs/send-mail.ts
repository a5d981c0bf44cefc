import { SYSTEM_ACTOR, type PluginJob, type PluginJobContext } from '#engine';
import { isEmailAddress, toText, type JsonObject } from '#engine/model';
import { CLOSED_STATUSES, type Recipient } from '../../shared/instance.ts';
import { ACTIONS, findInstance, type Instance } from '../services/instances.ts';
import { writeMail, type MailFacts } from '../services/mail-texts.ts';
import { readSender } from '../services/sender.ts';
import { createSigningLink } from '../services/signing-link.ts';

type Payload = JsonObject & { readonly event: string };

const KINDS: { readonly [type: string]: 'request' | 'reminder' | 'copy' } = {
  'Signature Requested': 'request',
  Reminded: 'reminder',
  'Copy Sent': 'copy',
};

/**
 * Sends the e-mail of an event. Requests to sign are no advertising: they are sent whatever the recipient decided about such, and have no
 * link to end them.
 */
export const SEND_MAIL: PluginJob<Payload> = {
  name: 'send-mail',
  payloadSchema: { type: 'object', required: ['event'], properties: { event: { type: 'string' } } },
  concurrency: 10,
  deadline: 60_000,
  attempts: 8,
  backOff: { kind: 'exponential', delay: 5_000 },
  isRetryable: (error) => (error as { readonly data?: { readonly permanent?: boolean } }).data?.permanent !== true,
  run: sendMail,
};

async function sendMail(context: PluginJobContext<Payload>): Promise<JsonObject> {
  const { payload, mail, publicUrl } = context;
  const found = await readRequest(context);
  if (found === undefined) return { skipped: 'It is deleted.' };
  const { instance, recipient, kind, details } = found;
  if (kind !== 'copy' && (recipient.status === 'Signed' || CLOSED_STATUSES.includes(instance.status))) return { skipped: instance.status };
  const override = toText(details['to']);
  const to = override === '' ? [toText(recipient.email), toText(recipient.email2)] : [override];
  const addresses = to.filter((one, index) => isEmailAddress(one) && to.indexOf(one) === index);
  if (addresses.length === 0) return { skipped: 'No e-mail address.' };
  const replyTo = toText(details['requestorEmail']);
  await mail.send({
    to: addresses,
    ...writeMail(describeMail(context, found, toText(details['requestor']) || (await readSender(context, instance)))),
    messageId: `${payload.event}@${new URL(publicUrl).hostname}`,
    ...(isEmailAddress(replyTo) ? { replyTo } : {}),
  });
  return { sent: addresses.length };
}

interface Request {
  readonly instance: Instance;
  readonly recipient: Recipient;
  readonly kind: 'request' | 'reminder' | 'copy';
  readonly details: JsonObject;
}

async function readRequest({ records, payload }: PluginJobContext<Payload>): Promise<Request | undefined> {
  const { data } = await records.find(SYSTEM_ACTOR, { module: ACTIONS, filter: { _id: payload.event }, limit: 1, totalLimit: 1 });
  const [event] = data;
  const instance = event === undefined ? undefined : await findInstance({ records }, toText(event['interactive_document_instance']));
  const recipient = instance?.recipients.find(({ recipientId }) => recipientId === toText(event?.['recipient']));
  if (event === undefined || instance === undefined || recipient === undefined) return undefined;
  return { instance, recipient, kind: KINDS[toText(event['type'])] ?? 'request', details: (event['details'] ?? {}) as JsonObject };
}

function describeMail(context: PluginJobContext<Payload>, { instance, recipient, kind, details }: Request, sender: string): MailFacts {
  const until = toText(instance.record['expires_at']).slice(0, 10);
  return {
    kind,
    title: toText(details['docName']) || instance.title,
    recipient: toText(recipient.name),
    sender,
    link: createSigningLink(context, instance, recipient).url,
    notes: toText(details['notes']),
    ...(until === '' ? {} : { until }),
  };
}

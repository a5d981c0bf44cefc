import {
  MusterError,
  SYSTEM_ACTOR,
  type PluginDownload,
  type PluginRouteContext,
  type PluginRouteResponse,
  type VisibleRecord,
} from '#engine';
import { parsePhone, toText, type JsonObject } from '#engine/model';
import { PICTURE_FIELDS, UNREAD_STATUS } from '../../shared/sms.ts';
import { enterDecision } from '../services/reply-to-sms.ts';
import { findPeople, linkPeople, type NumberOwner } from '../services/people-by-number.ts';
import { MAX_PICTURE_BYTES } from '../services/sms-pictures.ts';
import { readSmsSettings } from '../services/sms-sender.ts';
import { openWebhook, type WebhookFields } from '../services/webhook-signature.ts';

const DONE: PluginRouteResponse = { body: {} };

/** `POST /api/sms/inbound`: the carrier received a message. One that it sends again is stored once. */
export async function receiveInbound(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const fields = await openWebhook(context);
  const received = await describeReceived(context, fields);
  try {
    const { record } = await context.records.create(SYSTEM_ACTOR, { module: 'sms', fields: received });
    // What it decides counts before the response; the effect of the save repeats this after a failure.
    await enterDecision(context, record);
  } catch (error) {
    if (!isRepetition(error)) throw error;
  }
  return DONE;
}

function isRepetition(error: unknown): boolean {
  return error instanceof MusterError && (error.code === 'not_unique' || error.code === 'record_conflict');
}

async function describeReceived(context: PluginRouteContext, fields: WebhookFields): Promise<JsonObject> {
  const [from, to] = [parsePhone(fields['From'] ?? ''), parsePhone(fields['To'] ?? '')];
  const people = from === undefined ? [] : await findPeople(context, from);
  const settings = to === undefined ? undefined : await readSmsSettings(context, { phone_number: { equals: to } });
  const owner = toText(settings?.['user']) || (from === undefined ? '' : await findOwner(context, from, people));
  const text = fields['Body'] ?? '';
  return {
    ...linkPeople(people, undefined),
    direction: 'Inbound',
    status: UNREAD_STATUS,
    carrier_id: fields['MessageSid'] ?? '',
    // A short code is no number that can be stored as one.
    message: from === undefined ? `${fields['From'] ?? ''}: ${text}` : text,
    sent_at: new Date(context.clock.now()).toISOString(),
    media: listMedia(fields),
    ...(from === undefined ? {} : { sentFrom: from }),
    ...(to === undefined ? {} : { to }),
    ...(settings === undefined ? {} : { smsSettings_sms: settings._id }),
    ...(owner === '' ? {} : { assigned_to: owner }),
  };
}

/** A carrier sends at most ten files with a message. */
const MOST_FILES = 10;

function listMedia(fields: WebhookFields): string[] {
  return Array.from({ length: MOST_FILES }, (_, index) => fields[`MediaUrl${index}`] ?? '').filter((url) => URL.canParse(url));
}

/** Who wrote to a number last, else the owner of the first record that has it. */
async function findOwner({ records }: PluginRouteContext, number: string, people: readonly NumberOwner[]): Promise<string> {
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: 'sms',
    filter: { person_number: { equals: number }, direction: 'Outbound', sent_by: { exists: true } },
    sort: [{ sortField: 'createdAt', sortOrder: 'desc' }],
    fields: ['sent_by'],
    limit: 1,
    totalLimit: 1,
  });
  return toText(data[0]?.['sent_by']) || toText(people.find(({ record }) => toText(record['assigned_to']) !== '')?.record['assigned_to']);
}

/** What the carrier says of a message that it accepted; other words change nothing. */
const DELIVERY: { readonly [word: string]: string } = {
  delivered: 'Delivered',
  read: 'Delivered',
  undelivered: 'Failed',
  failed: 'Failed',
};
/** A message that was delivered or ended stays so, in whatever order the reports arrive. */
const OPEN_STATUSES: readonly string[] = ['Queued', 'Sending', 'Sent'];

/** `POST /api/sms/status?message=`: what became of a message that the carrier accepted. */
export async function receiveStatus(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const fields = await openWebhook(context);
  const { data } = await context.records.find(SYSTEM_ACTOR, {
    module: 'sms',
    filter: { _id: context.query['message'] ?? '', direction: 'Outbound' },
    limit: 1,
  });
  const [sms] = data;
  const id = fields['MessageSid'] ?? '';
  const isAnother = sms === undefined || ![undefined, null, '', id].includes(sms['carrier_id'] as string | null | undefined);
  if (isAnother || !OPEN_STATUSES.includes(toText(sms['status']))) return DONE;
  await context.records.update(SYSTEM_ACTOR, {
    module: 'sms',
    id: sms._id,
    fields: describeDelivery(context, sms, fields),
  });
  return DONE;
}

/** A report proves that the carrier has the message, also if its response was lost. */
function describeDelivery({ clock }: PluginRouteContext, sms: VisibleRecord, fields: WebhookFields): JsonObject {
  const status = DELIVERY[fields['MessageStatus'] ?? ''] ?? 'Sent';
  const reason = toText(fields['ErrorMessage']) || `The carrier could not deliver it (error ${fields['ErrorCode'] ?? 'unknown'}).`;
  return {
    status,
    failure: status === 'Failed' ? reason : null,
    carrier_id: fields['MessageSid'] ?? '',
    sent_at: toText(sms['sent_at']) || new Date(clock.now()).toISOString(),
  };
}

/** `GET /api/sms/media/:message/:field?token=`: a picture, for the carrier that got the link. */
export async function sendPicture({ link, parameters, records, files, refuse }: PluginRouteContext): Promise<PluginDownload> {
  const { message = '', field = '' } = parameters;
  if (link === undefined || !PICTURE_FIELDS.some((one) => one === field)) return refuse('link_invalid');
  const sms = await records.get(SYSTEM_ACTOR, { module: 'sms', id: message });
  const { filename, type, content } = await files.read(toText(sms[field]), { maxBytes: MAX_PICTURE_BYTES });
  return { contentType: type, filename, body: content };
}

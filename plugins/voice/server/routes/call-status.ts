import { createHmac, timingSafeEqual } from 'node:crypto';
import { SYSTEM_ACTOR, type PluginRouteContext, type PluginRouteDefinition, type PluginRouteResponse } from '#engine';
import { toText } from '#engine/model';
import { STATE } from '../../shared/dialer.ts';
import { TOKEN_SECRET } from '../carrier/choose-carrier.ts';
import { findCampaign, findCurrent } from '../dialer/campaign.ts';
import { CALL_VOICESHOT } from '../jobs/call-voiceshot.ts';
import { DIAL } from '../jobs/dial.ts';
import { RECORD_MESSAGE } from '../jobs/record-message.ts';

type Fields = { readonly [name: string]: string };

/** The signature of a request of the carrier: over the address, and the fields of the form in the order of their names. */
export function signCallStatus(token: string, url: string, fields: Fields): string {
  const names = Object.keys(fields).sort((a, b) => (a < b ? -1 : 1));
  const text = `${url}${names.map((name) => `${name}${fields[name] ?? ''}`).join('')}`;
  return createHmac('sha1', token).update(text).digest('base64');
}

/** Errors: `voice_signature_invalid`, also as long as there is no token. */
async function openWebhook(context: PluginRouteContext): Promise<Fields> {
  const fields = (context.body ?? {}) as Fields;
  const { url = '', headers = {} } = context.webhook ?? {};
  const token = await context.secret(TOKEN_SECRET);
  const given = Buffer.from(headers['x-twilio-signature'] ?? '');
  const expected = Buffer.from(signCallStatus(token ?? '', `${context.publicUrl}${url}`, fields));
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
  return token === undefined || !isSigned ? context.refuse('voice_signature_invalid') : fields;
}

/**
 * `POST /api/dialer/call-status?campaign=|message=|recording=`: a call has changed, so its job looks at it now. What the call does is read
 * from the carrier: a report that is late or repeated changes nothing, and one about a call that is still being placed does not place it again.
 */
async function receiveStatus(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const fields = await openWebhook(context);
  const { campaign = '', message = '', recording = '' } = context.query;
  const call = toText(fields['CallSid']);
  const id = `report-${call}-${toText(fields['CallStatus'])}`.replace(/[^\w-]/g, '-').slice(0, 120);
  if (await isCallOf(context, 'messages', message, call)) await context.addJob(CALL_VOICESHOT, { message, look: 1 }, { id });
  if (await isCallOf(context, 'recordings', recording, call)) await context.addJob(RECORD_MESSAGE, { recording, look: 1 }, { id });
  const found = campaign === '' ? undefined : await findCampaign(context, campaign);
  if (found !== undefined && (found.state === STATE.awaitingCallIn || toText(findCurrent(found)?.carrierId) !== ''))
    await context.addJob(DIAL, { campaign, turn: found.turn, look: 1 }, { id: `${id}-${found.turn}` });
  return { body: {} };
}

/** Whether a record has the call, which is stored once it is placed. */
async function isCallOf({ records }: PluginRouteContext, module: 'messages' | 'recordings', id: string, call: string): Promise<boolean> {
  if (id === '' || call === '') return false;
  const { data } = await records.find(SYSTEM_ACTOR, { module, filter: { _id: id }, fields: ['call_id'], limit: 1, totalLimit: 1 });
  return data[0]?.['call_id'] === call;
}

/** The endpoint that the carrier calls. */
export const CALL_STATUS_ROUTES: readonly PluginRouteDefinition[] = [
  {
    method: 'POST',
    path: '/api/dialer/call-status',
    access: 'public',
    summary: 'A call has changed at the carrier',
    bodySchema: { type: 'object', additionalProperties: { type: 'string' } },
    responseSchema: { type: 'object' },
    errors: ['voice_signature_invalid'],
    handle: receiveStatus,
  },
];

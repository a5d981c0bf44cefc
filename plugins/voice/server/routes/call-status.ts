import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PluginRouteContext, PluginRouteDefinition, PluginRouteResponse } from '#engine';
import { toText } from '#engine/model';
import { TOKEN_SECRET } from '../carrier/choose-carrier.ts';
import { findCampaign } from '../dialer/campaign.ts';
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
 * from the carrier: a report that is late or repeated changes nothing.
 */
async function receiveStatus(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const fields = await openWebhook(context);
  const { campaign = '', message = '', recording = '' } = context.query;
  const id = `${toText(fields['CallSid'])}-${toText(fields['CallStatus'])}`.replace(/[^\w-]/g, '-').slice(0, 120);
  if (message !== '') await context.addJob(CALL_VOICESHOT, { message, look: 1 }, { id: `report-${id}` });
  if (recording !== '') await context.addJob(RECORD_MESSAGE, { recording, look: 1 }, { id: `report-${id}` });
  const found = campaign === '' ? undefined : await findCampaign(context, campaign);
  if (found !== undefined) await context.addJob(DIAL, { campaign, turn: found.turn, look: 1 }, { id: `report-${id}-${found.turn}` });
  return { body: {} };
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

import type { PluginRouteContext, PluginRouteDefinition, PluginRouteResponse } from '#engine';
import { parsePhone, toText } from '#engine/model';
import { CALLING } from '../../shared/recording-fields.ts';
import { actFor } from '../dialer/campaign.ts';
import { RECORD_MESSAGE } from '../jobs/record-message.ts';
import { getPhone } from './participants.ts';

/**
 * `POST /api/recordings/request-vm-call` `{ name?, description? }`: calls the caller at their own number, who speaks a message: a recording
 * of the type Voicemail, which has its file afterwards. Errors: `action_not_allowed` without the right to create recordings;
 * `dialer_phone_missing`, `dialer_number_invalid`.
 */
async function requestCall(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { records, actor, clock, refuse } = context;
  const { userId } = actor;
  if (userId === undefined) return refuse('action_not_allowed');
  const user = await records.get(actor, { module: 'users', id: userId });
  const phone = parsePhone(getPhone(user) ?? refuse('dialer_phone_missing')) ?? refuse('dialer_number_invalid');
  const { name, description } = (context.body ?? {}) as { readonly name?: string; readonly description?: string };
  const owner = toText(user['name']);
  const { record } = await records.create(actor, {
    module: 'recordings',
    batchId: context.batchId,
    idempotency: context.idempotencyKeyFor('recording'),
    fields: {
      ...{ name: name ?? `Voicemail of ${owner}`, description: description ?? `Spoken by ${owner} on the phone.`, type: 'Voicemail' },
      ...{ phone, user: userId, assigned_to: userId },
    },
  });
  const fields = { call_status: CALLING, called_at: new Date(clock.now()).toISOString() };
  const { record: called } = await records.update(actFor(actor), { module: 'recordings', id: record._id, fields });
  await context.addJob(RECORD_MESSAGE, { recording: record._id, look: 0 }, { id: `record-${record._id}` });
  return { status: 202, body: called };
}

/** The endpoint of recordings. */
export const RECORDING_ROUTES: readonly PluginRouteDefinition[] = [
  {
    method: 'POST',
    path: '/api/recordings/request-vm-call',
    summary: 'Be called, and speak a message that is recorded',
    status: 202,
    bodySchema: {
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 200 },
        description: { type: 'string', minLength: 1, maxLength: 2_000 },
      },
    },
    responseSchema: {
      type: 'object',
      required: ['_id', 'call_status'],
      properties: { _id: { type: 'string' }, name: { type: 'string' }, call_status: { type: 'string' } },
    },
    errors: ['dialer_phone_missing', 'dialer_number_invalid'],
    handle: requestCall,
  },
];

import { withWarnings, type PluginRouteResponse, type PluginRouteContext, type PluginRouteDefinition } from '#engine';
import type { JsonObject } from '#engine/model';
import { INVITE_CHANGE_SOURCE } from '../services/invitation.ts';

const ID: JsonObject = { type: 'string', minLength: 1, maxLength: 200 };
const RECORD: JsonObject = { type: 'object', required: ['_id'], properties: { _id: ID }, additionalProperties: true };

export const ACCOUNT_INVITE: Pick<PluginRouteDefinition, 'summary' | 'bodySchema' | 'responseSchema' | 'errors'> = {
  summary: 'Give a provider a user of the provider area, and invite them',
  bodySchema: {
    type: 'object',
    required: ['providerId'],
    properties: { providerId: { anyOf: [ID, RECORD], description: 'The provider, or its id.' } },
  },
  responseSchema: RECORD,
  errors: ['provider_has_user', 'provider_may_not_enter', 'provider_without_email', 'provider_user_failed'],
};

/**
 * `POST /api/users/provider-account-invite` `{ providerId }`: saves the provider with a user, regardless of the
 * assigned owner. The requester must be able to edit the provider and create users.
 */
export async function inviteProvider(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { records, actor, body, batchId } = context;
  const { providerId } = body as { readonly providerId: string | { readonly _id: string } };
  const id = typeof providerId === 'string' ? providerId : providerId._id;
  const saved = await records.update(actor, {
    module: 'providers',
    id,
    fields: {},
    runHooksIfUnchanged: true,
    changeSource: INVITE_CHANGE_SOURCE,
    batchId,
    idempotency: context.idempotencyKeyFor('provider'),
  });
  return { body: withWarnings(saved.record, saved.warnings), batchId: saved.batchId };
}

import type { PluginRouteContext, VisibleRecord } from '#engine';
import { toText } from '#engine/model';
import { readChannel, readSteps, type CampaignChannel } from '../../shared/campaign.ts';
import { readAudience } from './audience.ts';
import { SENDING } from './other-plugins.ts';

const MOST_STEPS = 20;

/** The channel of a campaign. Errors: `campaign_type_not_sent`. */
export function requireChannel({ refuse }: Pick<PluginRouteContext, 'refuse'>, campaign: VisibleRecord): CampaignChannel {
  return readChannel(campaign['campaign_type']) ?? refuse('campaign_type_not_sent');
}

/** The user who sends. Errors: `action_not_allowed` without the right to create messages; those of the plugin messages about senders. */
export async function requireSender(context: PluginRouteContext, channel: CampaignChannel): Promise<string> {
  const { actor, rights, refuse } = context;
  const { userId } = actor;
  if (userId === undefined || !rights.module(channel === 'email' ? 'messages' : 'sms').create) return refuse('action_not_allowed');
  await context.service(SENDING).assertSender({ channel, user: userId });
  return userId;
}

/**
 * Checks with the rights of the sender what a campaign needs before its start. Errors: `campaign_type_not_sent`, `campaign_steps_missing`,
 * `campaign_template_invalid`, those of `readAudience` and `requireSender`.
 */
export async function checkCampaign(context: PluginRouteContext, campaign: VisibleRecord): Promise<string> {
  const channel = requireChannel(context, campaign);
  const user = await requireSender(context, channel);
  const steps = readSteps(campaign['steps']);
  if (steps.length === 0 || steps.length > MOST_STEPS) context.refuse('campaign_steps_missing');
  const module = (await readAudience(context, context.actor, campaign))?.module;
  const ids = [...new Set(steps.map(({ template }) => template))];
  const { data } = await context.records.find(context.actor, { module: 'templates', filter: { _id: { in: ids } }, limit: ids.length });
  for (const [index, step] of steps.entries()) {
    const template = data.find(({ _id }) => _id === step.template);
    const only = toText(template?.['restrict_to_module']);
    if (template?.['type'] !== channel || (only !== '' && module !== undefined && only !== module))
      context.refuse('campaign_template_invalid', {
        message: `The template of step ${index + 1} cannot be used for this campaign.`,
        data: { step: index + 1 },
      });
  }
  return user;
}

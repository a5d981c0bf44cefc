import type { PluginRouteContext, PluginRouteResponse, VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { ACTIONS, readSteps, type CampaignAction } from '../../shared/campaign.ts';
import { readAudience } from '../services/audience.ts';
import { actForPlugin, isVersionConflict } from '../services/campaign-state.ts';
import { checkCampaign, requireChannel, requireSender } from '../services/check-campaign.ts';
import { SENDING } from '../services/other-plugins.ts';

/** Of an action, when others save the campaign at the same time. */
const MOST_ATTEMPTS = 5;

type Handler = (context: PluginRouteContext) => Promise<PluginRouteResponse>;

/** The campaign of the request, which its user may change. Errors: `record_not_found`, `action_not_allowed`. */
export async function requireCampaign(context: PluginRouteContext): Promise<VisibleRecord> {
  const { records, actor, parameters, refuse } = context;
  const campaign = await records.get(actor, { module: 'campaigns', id: parameters['campaign'] ?? '' });
  const { allowed } = await records.explain(actor, { module: 'campaigns', id: campaign._id, action: 'edit' });
  return allowed ? campaign : refuse('action_not_allowed');
}

/** `POST /api/campaigns/:campaign/start`, `pause`, `resume` and `stop`. Errors: `campaign_state` in another state. */
export function createAction(action: CampaignAction): Handler {
  return async (context) => {
    for (let attempt = 1; ; attempt += 1) {
      const campaign = await requireCampaign(context);
      const status = toText(campaign['status']);
      if (!(ACTIONS[action] as readonly string[]).includes(status))
        context.refuse('campaign_state', { message: `A campaign that is ${status.toLowerCase()} cannot ${action}.`, data: { status } });
      const change = {
        module: 'campaigns',
        id: campaign._id,
        version: Number(campaign['_version']),
        batchId: context.batchId,
        fields: await CHANGES[action](context, campaign),
      };
      try {
        return { body: (await context.records.update(actForPlugin(context.actor), change)).record };
      } catch (error) {
        // The jobs save a running campaign too: the action is decided again with what they stored.
        if (!isVersionConflict(error) || attempt === MOST_ATTEMPTS) throw error;
      }
    }
  };
}

const CHANGES: { readonly [Action in CampaignAction]: (context: PluginRouteContext, campaign: VisibleRecord) => Promise<JsonObject> } = {
  start: beginCampaign,
  pause: async () => ({ status: 'Paused', problem: null }),
  resume: async (context, campaign) => ({ status: 'Sending', problem: null, started_by: await checkCampaign(context, campaign) }),
  stop: async () => ({ status: 'Cancelled', problem: null }),
};

/** A campaign with a later time begins then. */
async function beginCampaign(context: PluginRouteContext, campaign: VisibleRecord): Promise<JsonObject> {
  const started_by = await checkCampaign(context, campaign);
  const now = context.clock.now();
  const scheduled = toText(campaign['scheduled_at']);
  if (scheduled !== '' && Date.parse(scheduled) > now) return { status: 'Scheduled', started_by, problem: null };
  return { status: 'Sending', started_by, started_at: new Date(now).toISOString(), problem: null };
}

/** `POST /api/campaigns/:campaign/test` `{ step, variant? }`: a step to the caller, filled for the first person of the audience. */
export async function sendTest(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const campaign = await requireCampaign(context);
  const { step: place, variant = 'A' } = context.body as unknown as { readonly step: number; readonly variant?: 'A' | 'B' };
  const channel = requireChannel(context, campaign);
  const user = await requireSender(context, channel);
  const step = readSteps(campaign['steps'])[place - 1] ?? context.refuse('campaign_steps_missing');
  const audience = await readAudience(context, context.actor, campaign);
  const [person] = audience === undefined ? [] : (await context.records.find(context.actor, { ...audience, limit: 1, totalLimit: 1 })).data;
  if (audience === undefined || person === undefined) return context.refuse('campaign_audience_missing');
  const own = await context.records.get(actForPlugin(), { module: 'users', id: user });
  const to = channel === 'email' ? toText(own['email']) : toText(own['mobile_phone'] ?? own['phone']);
  if (to === '') context.refuse('campaign_test_address_missing');
  const result = await context.service(SENDING).send({
    ...{ channel, user, template: step.template, module: audience.module, record: person._id, to },
    subject: variant === 'B' ? step.subjectB : step.subjectA,
    key: `campaign-test/${context.ids.next()}`,
    fields: {},
  });
  if (result.kind === 'stored') return { status: 202, body: { to, status: 'Queued' } };
  return {
    status: 202,
    body: { to, status: 'Not Sent', failure: result.kind === 'refused' ? result.reason : 'It is not the time for text messages.' },
  };
}

import type { PluginJob, PluginJobContext } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { actForSender, readAudience, type Audience } from '../services/audience.ts';
import { actForPlugin, isRefusal, pauseCampaign, readCampaign } from '../services/campaign-state.ts';
import { enterPeople } from '../services/enter-people.ts';

type Payload = JsonObject & { readonly campaign: string; readonly round: string; readonly after: string };
type Context = PluginJobContext<Payload>;

/** People that one run enters. */
const PAGE_SIZE = 500;

/** Enters a page of the audience of a campaign, and adds the run for the next page: a lost run begins its page again. */
export const ENTER_AUDIENCE: PluginJob<Payload> = {
  name: 'enter-audience',
  payloadSchema: {
    type: 'object',
    required: ['campaign', 'round', 'after'],
    properties: { campaign: { type: 'string' }, round: { type: 'string' }, after: { type: 'string' } },
  },
  concurrency: 2,
  deadline: 120_000,
  attempts: 8,
  backOff: { kind: 'exponential', delay: 2_000 },
  run: enterPage,
};

async function enterPage(context: Context): Promise<JsonObject> {
  const { payload } = context;
  const campaign = await readCampaign(context, payload.campaign);
  if (campaign === undefined || !['Sending', 'Paused'].includes(toText(campaign['status']))) return { skipped: true };
  let audience: Audience | undefined;
  try {
    audience = await readAudience(context, actForSender(campaign), campaign);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await pauseCampaign(context, campaign, error);
    return { paused: error.code };
  }
  if (audience === undefined) return { skipped: true };
  const { data } = await context.records.find(actForSender(campaign), {
    module: audience.module,
    filter: { and: [audience.filter, payload.after === '' ? {} : { _id: { range: { gt: payload.after } } }] },
    sort: [{ sortField: '_id', sortOrder: 'asc' }],
    limit: PAGE_SIZE,
    totalLimit: 1,
  });
  const entered = await enterPeople(context, campaign, audience.module, data);
  const after = data.length < PAGE_SIZE ? undefined : data.at(-1)?._id;
  if (after !== undefined) await addEntry(context, { ...payload, after });
  else await finish(context, payload.campaign);
  return { entered };
}

async function finish({ records, clock }: Context, id: string): Promise<void> {
  const fields = { entered_at: new Date(clock.now()).toISOString() };
  await records.update(actForPlugin(), { module: 'campaigns', id, fields, quiet: true });
}

/** Adds the run for a page; '' is the first one. The round makes it one run, however often it is added. */
export async function addEntry({ addJob }: Pick<Context, 'addJob'>, payload: Payload): Promise<void> {
  await addJob(ENTER_AUDIENCE, payload, { id: `enter-${payload.campaign}-${payload.round}-${payload.after}`.replace(/[^\w.-]/g, '-') });
}

import { SYSTEM_ACTOR, type PluginJobContext, type VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { changeCampaign, isRefusal, pauseCampaign } from '../services/campaign-state.ts';
import { readLimits, type SendLimits } from '../services/limits.ts';
import { SENDING } from '../services/other-plugins.ts';
import { countUsers, readSums } from '../services/results.ts';
import { sendStep } from '../services/send-step.ts';
import { readChannel } from '../../shared/campaign.ts';
import { addEntry } from './enter-audience.ts';

type Context = PluginJobContext;

/** Recipients of one campaign in a row: then it is the turn of the next one. */
const PAGE_SIZE = 100;
/** After this time the next run goes on. */
const WORK_MS = 100_000;
const MINUTE = 60_000;
const MOST_CAMPAIGNS = 1_000;
/** Domains that one filter leaves out. */
const MOST_DOMAINS = 1_000;

/** Every minute: begins campaigns that are due, sends the steps that are due, and ends campaigns that have nothing left to send. */
export async function dispatchCampaigns(context: Context): Promise<JsonObject> {
  const end = context.clock.now() + WORK_MS;
  await beginScheduled(context);
  const limits = await readLimits(context);
  const running = await findCampaigns(context, { status: 'Sending', started_by: { exists: true } });
  let remaining: VisibleRecord[] = [];
  let sent = 0;
  for (const campaign of running) if (await maintain(context, campaign)) remaining.push(campaign);
  while (remaining.length > 0 && context.clock.now() < end) {
    const next: VisibleRecord[] = [];
    for (const campaign of remaining) {
      if (context.clock.now() >= end) break;
      const page = await sendPage(context, campaign, limits);
      sent += page.sent;
      if (page.hasMore) next.push(campaign);
    }
    remaining = next;
  }
  for (const campaign of running) await summarize(context, campaign);
  return { sent };
}

async function findCampaigns({ records }: Context, filter: JsonObject): Promise<readonly VisibleRecord[]> {
  return (await records.find(SYSTEM_ACTOR, { module: 'campaigns', filter, limit: MOST_CAMPAIGNS, totalLimit: 1 })).data;
}

async function beginScheduled(context: Context): Promise<void> {
  const now = new Date(context.clock.now()).toISOString();
  const due = await findCampaigns(context, { status: 'Scheduled', started_by: { exists: true }, scheduled_at: { range: { lte: now } } });
  for (const campaign of due) await changeCampaign(context, campaign, { fields: { status: 'Sending', started_at: now } });
}

/** Checks the sender, and lets people enter a live view. Returns whether the campaign goes on. */
async function maintain(context: Context, campaign: VisibleRecord): Promise<boolean> {
  const channel = readChannel(campaign['campaign_type']);
  const user = toText(campaign['started_by']);
  if (channel === undefined || user === '') return false;
  try {
    await context.service(SENDING).assertSender({ channel, user });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await pauseCampaign(context, campaign, error);
    return false;
  }
  const entered = toText(campaign['entered_at']);
  const minutes = Number(context.setting('campaign_live_minutes'));
  if (campaign['audience'] === 'Live view' && entered !== '' && context.clock.now() - Date.parse(entered) >= minutes * MINUTE)
    await addEntry(context, { campaign: campaign._id, round: entered, after: '' });
  return true;
}

async function sendPage(
  context: Context,
  { _id }: VisibleRecord,
  limits: SendLimits,
): Promise<{ readonly sent: number; readonly hasMore: boolean }> {
  // It may have been paused meanwhile.
  const [campaign] = await findCampaigns(context, { _id, status: 'Sending' });
  const sender = toText(campaign?.['started_by']);
  if (campaign === undefined || !limits.acceptsSender(sender)) return { sent: 0, hasMore: false };
  const full = limits.fullDomains().slice(0, MOST_DOMAINS);
  const { data } = await context.records.find(SYSTEM_ACTOR, {
    module: 'campaignRecipients',
    filter: {
      campaign: _id,
      due_at: { range: { lte: new Date(context.clock.now()).toISOString() } },
      ...(full.length === 0 ? {} : { not: { domain: { in: full } } }),
    },
    sort: [{ sortField: 'due_at', sortOrder: 'asc' }],
    limit: PAGE_SIZE,
    totalLimit: 1,
  });
  let [sent, done] = [0, 0];
  for (const recipient of data) {
    context.signal.throwIfAborted();
    const domain = toText(recipient['domain']);
    if (!limits.acceptsSender(sender)) return { sent, hasMore: false };
    if (!limits.acceptsDomain(domain)) continue;
    done += 1;
    if (!(await sendStep(context, campaign, recipient))) continue;
    limits.add(sender, domain);
    sent += 1;
  }
  return { sent, hasMore: data.length === PAGE_SIZE && done > 0 };
}

/** Stores the sums, and ends a campaign whose audience has entered, with no steps left and no messages on their way. */
async function summarize(context: Context, { _id }: VisibleRecord): Promise<void> {
  const [campaign] = await findCampaigns(context, { _id, status: 'Sending' });
  if (campaign === undefined) return;
  const { total, statuses } = await readSums(context, SYSTEM_ACTOR, _id);
  const sums = {
    recipients_count: total,
    delivered_count: ['Sent', 'Replied', 'Opted out'].reduce((sum, status) => sum + (statuses[status] ?? 0), 0),
    opened_count: await countUsers(context, SYSTEM_ACTOR, _id, 'open_count'),
    replied_count: statuses['Replied'] ?? 0,
  };
  const isOpen = campaign['audience'] === 'Live view' || campaign['audience'] === 'Added' || toText(campaign['entered_at']) === '';
  if (!isOpen && !(await hasOpenSteps(context, _id))) {
    const sent_at = new Date(context.clock.now()).toISOString();
    await changeCampaign(context, campaign, { fields: { ...sums, status: 'Sent', sent_at } });
  } else if (Object.entries(sums).some(([name, value]) => campaign[name] !== value))
    await changeCampaign(context, campaign, { fields: sums, quiet: true });
}

async function hasOpenSteps({ records }: Context, campaign: string): Promise<boolean> {
  const filter: JsonObject = { campaign, or: [{ due_at: { exists: true } }, { status: { in: ['Queued', 'Deferred'] } }] };
  return (
    (await records.find(SYSTEM_ACTOR, { module: 'campaignRecipients', filter, fields: ['_id'], limit: 1, totalLimit: 1 })).data.length > 0
  );
}

import { SYSTEM_ACTOR, type Actor, type PluginContext } from '#engine';
import type { JsonObject } from '#engine/model';
import { sumUses } from './follow-message.ts';
import { RECIPIENT_STATUSES, type CampaignResults } from '../../shared/campaign.ts';

type Records = Pick<PluginContext, 'records'>;
type Groups = readonly { readonly keys: readonly (string | number | null)[]; readonly count: number }[];

/** The sums of a campaign that the actor may see: over the recipients visible to them, and its messages. */
export async function readResults(context: Records, actor: Actor, campaign: string): Promise<CampaignResults> {
  const [uses, opened, clicked, sums, replies, emails, texts] = await Promise.all([
    ...([
      sumUses(context, { campaigns_messages: campaign }),
      countUsers(context, actor, campaign, 'open_count'),
      countUsers(context, actor, campaign, 'click_count'),
    ] as const),
    readSums(context, actor, campaign),
    count(context, actor, 'campaignRecipients', { campaign, replied_at: { exists: true } }, ['step', 'variant']),
    count(context, SYSTEM_ACTOR, 'messages', { campaigns_messages: campaign, status: { in: ['Sent', 'Opened'] } }, STEP),
    count(context, SYSTEM_ACTOR, 'sms', { campaigns_sms: campaign, status: { in: ['Sent', 'Delivered'] } }, STEP),
  ]);
  const replied = new Map(replies.map(({ keys, count: sum }) => [keys.join('/'), sum]));
  // Groups of texts have their keys in lower case.
  const variants = [...emails, ...texts].flatMap(({ keys: [step, variant], count: sent }) =>
    typeof step === 'number'
      ? [{ step, variant: String(variant).toUpperCase(), sent, replied: replied.get([step, variant].join('/')) ?? 0 }]
      : [],
  );
  return {
    ...sums,
    ...{ opens: uses.open_count, clicks: uses.click_count, opened, clicked },
    variants: variants.sort((a, b) => a.step - b.step || a.variant.localeCompare(b.variant)),
  };
}

/** How many of them have opened an e-mail, or clicked on a link. */
export async function countUsers(context: Records, actor: Actor, campaign: string, field: 'open_count' | 'click_count'): Promise<number> {
  return addUp(await count(context, actor, 'campaignRecipients', { campaign, [field]: { range: { gte: 1 } } }, ['channel']));
}

/** How many recipients of a campaign the actor may see, in all and by status. */
export async function readSums(context: Records, actor: Actor, campaign: string): Promise<Pick<CampaignResults, 'total' | 'statuses'>> {
  const groups = await count(context, actor, 'campaignRecipients', { campaign }, ['status']);
  const found = new Map(groups.map(({ keys: [status], count: sum }) => [String(status), sum]));
  return {
    total: addUp(groups),
    statuses: Object.fromEntries(RECIPIENT_STATUSES.map((status) => [status, found.get(status) ?? 0])),
  };
}

function addUp(groups: Groups): number {
  return groups.reduce((sum, one) => sum + one.count, 0);
}

const STEP = ['campaign_step', 'campaign_variant'] as const;

async function count({ records }: Records, actor: Actor, module: string, filter: JsonObject, fields: readonly string[]): Promise<Groups> {
  const { groups } = await records.group(actor, {
    module,
    filter,
    by: fields.map((field) => ({ field })),
    measures: [{ name: 'count', kind: 'count' }],
  });
  return groups.map(({ keys, measures }) => ({ keys, count: measures['count'] ?? 0 }));
}

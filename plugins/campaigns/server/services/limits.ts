import { SYSTEM_ACTOR, type PluginContext } from '#engine';
import type { JsonObject } from '#engine/model';

const HOUR = 3_600_000;

/** How many messages may still be sent within the hour. */
export interface SendLimits {
  /** Whether the sender may send one more. */
  acceptsSender(sender: string): boolean;
  /** Domains that get no more within the hour. */
  fullDomains(): readonly string[];
  /** Whether a domain may get one more; '' has no limit. */
  acceptsDomain(domain: string): boolean;
  /** Counts a message. */
  add(sender: string, domain: string): void;
}

/** Reads what campaigns have sent within the last hour, by sender and domain. */
export async function readLimits(context: Pick<PluginContext, 'records' | 'clock' | 'setting'>): Promise<SendLimits> {
  const since = new Date(context.clock.now() - HOUR).toISOString();
  const recent: JsonObject = { queued_at: { range: { gte: since } } };
  const [bySender, byDomain] = await Promise.all([
    countBy(context, 'sender', recent),
    countBy(context, 'domain', { ...recent, channel: 'email' }),
  ]);
  const perSender = Number(context.setting('campaign_sender_limit'));
  const perDomain = Number(context.setting('campaign_domain_limit'));
  const acceptsDomain = (domain: string): boolean => domain === '' || (byDomain.get(domain) ?? 0) < perDomain;
  return {
    acceptsSender: (sender) => (bySender.get(sender) ?? 0) < perSender,
    fullDomains: () => [...byDomain.keys()].filter((domain) => !acceptsDomain(domain)),
    acceptsDomain,
    add: (sender, domain) => {
      bySender.set(sender, (bySender.get(sender) ?? 0) + 1);
      if (domain !== '') byDomain.set(domain, (byDomain.get(domain) ?? 0) + 1);
    },
  };
}

async function countBy(
  { records }: Pick<PluginContext, 'records'>,
  field: 'sender' | 'domain',
  filter: JsonObject,
): Promise<Map<string, number>> {
  const { groups } = await records.group(SYSTEM_ACTOR, {
    module: 'campaignRecipients',
    filter,
    by: [{ field }],
    measures: [{ name: 'count', kind: 'count' }],
    limit: 10_000,
  });
  return new Map(groups.map(({ keys: [key = null], measures }) => [String(key ?? ''), measures['count'] ?? 0]));
}

import { SYSTEM_ACTOR, type PluginContext, type VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { findDueTime, readChannel, readSteps } from '../../shared/campaign.ts';
import { SENDING } from './other-plugins.ts';

type Context = Pick<PluginContext, 'records' | 'clock' | 'service'>;

/**
 * Enters people into a campaign, at most 1,000; those in it stay as they are. Of several people with one address, the first one gets the
 * messages. Returns how many entered.
 */
export async function enterPeople(
  context: Context,
  campaign: VisibleRecord,
  module: string,
  people: readonly VisibleRecord[],
): Promise<number> {
  const [first] = readSteps(campaign['steps']);
  const channel = readChannel(campaign['campaign_type']);
  if (people.length === 0 || first === undefined || channel === undefined) return 0;
  const keyOf = ({ _id }: VisibleRecord) => `${campaign._id}/${module}/${_id}`;
  const entered = await readValues(context, 'person_key', people.map(keyOf));
  const missing = people.filter((person) => !entered.has(keyOf(person)));
  if (missing.length === 0) return 0;
  const reach = await context.service(SENDING).findReach({ channel, records: missing });
  const used = await readAddresses(
    context,
    campaign._id,
    reach.map(({ address }) => address),
  );
  const due_at = new Date(findDueTime(context.clock.now(), first)).toISOString();
  const records = missing.map((person, index): JsonObject => {
    const { address = '', reason } = reach[index] ?? {};
    const refusal = reason ?? (used.has(address) ? 'Somebody else with this address is in the campaign.' : undefined);
    used.add(address);
    return {
      name: toText(person['name']) || address || person._id,
      campaign: campaign._id,
      person: { module, id: person._id },
      ...{ channel, address, domain: channel === 'email' ? (address.split('@')[1] ?? '') : '' },
      ...(refusal === undefined ? { status: 'Waiting', due_at } : { status: 'Suppressed', failure: refusal }),
      step: 0,
      sender: toText(campaign['started_by']) || null,
      assigned_to: toText(campaign['assigned_to']) || toText(campaign['started_by']) || null,
      person_key: keyOf(person),
    };
  });
  // One that another process has entered meanwhile is refused by its unique key.
  const { done } = await context.records.createMany(SYSTEM_ACTOR, { module: 'campaignRecipients', records, quiet: true });
  return done.length;
}

async function readValues({ records }: Context, field: 'person_key', values: readonly string[]): Promise<ReadonlySet<string>> {
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: 'campaignRecipients',
    filter: { [field]: { in: [...values] } },
    fields: [field],
    limit: values.length,
    totalLimit: 1,
  });
  return new Set(data.map((one) => toText(one[field])));
}

async function readAddresses({ records }: Context, campaign: string, addresses: readonly string[]): Promise<Set<string>> {
  const known = [...new Set(addresses.filter((address) => address !== ''))];
  if (known.length === 0) return new Set();
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: 'campaignRecipients',
    filter: { address: { in: known }, campaign },
    fields: ['address'],
    limit: known.length * 2,
    totalLimit: 1,
  });
  return new Set(data.map((one) => toText(one['address'])));
}

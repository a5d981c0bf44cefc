import { MusterError, paginateRecords, SYSTEM_ACTOR, type PluginContext, type VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { ENDED } from '../../shared/campaign.ts';
import { actForPlugin, readCampaign } from './campaign-state.ts';

type Context = Pick<PluginContext, 'records'>;

/** Ends the steps of somebody who has opted out, in all campaigns of the channel. */
export async function stopAfterOptOut(context: Context, channel: string, address: string): Promise<void> {
  for (const recipient of await findRecipients(context, channel, address)) {
    const hadMessage = Number(recipient['step'] ?? 0) > 0;
    await end(context, recipient, { status: hadMessage ? 'Opted out' : 'Suppressed', failure: `${address} has opted out.`, due_at: null });
  }
}

/** Notes the reply of somebody in the campaigns that wrote to them before it, and ends their steps unless the campaign goes on. */
export async function stopAfterReply(context: Context, channel: string, address: string, at: string): Promise<void> {
  for (const recipient of await findRecipients(context, channel, address)) {
    const queuedAt = toText(recipient['queued_at']);
    if (queuedAt === '' || Date.parse(queuedAt) > Date.parse(at) || toText(recipient['replied_at']) !== '') continue;
    const campaign = await readCampaign(context, toText(recipient['campaign']));
    const goesOn = campaign?.['stop_on_reply'] === false;
    await end(context, recipient, { replied_at: at, ...(goesOn ? {} : { status: 'Replied', due_at: null }) });
  }
}

async function findRecipients(context: Context, channel: string, address: string): Promise<readonly VisibleRecord[]> {
  if (address === '') return [];
  const filter: JsonObject = { address: { equals: address }, channel, not: { status: { in: [...ENDED] } } };
  const pages = paginateRecords({ ...context, actor: SYSTEM_ACTOR }, { module: 'campaignRecipients', filter, fields: FIELDS });
  const found: VisibleRecord[] = [];
  for await (const page of pages) found.push(...page);
  return found;
}

const FIELDS = ['campaign', 'step', 'queued_at', 'replied_at', '_version'] as const;

async function end({ records }: Context, { _id }: VisibleRecord, fields: JsonObject): Promise<void> {
  try {
    await records.update(actForPlugin(), { module: 'campaignRecipients', id: _id, fields });
  } catch (error) {
    if (!(error instanceof MusterError) || error.code !== 'record_not_found') throw error;
  }
}

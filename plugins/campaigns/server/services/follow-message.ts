import { SYSTEM_ACTOR, type PluginContext, type VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { ENDED } from '../../shared/campaign.ts';
import { actForPlugin, describeRefusal, isVersionConflict } from './campaign-state.ts';

type Records = Pick<PluginContext, 'records'>;

/** How often a recipient is read again that somebody else changes at the same moment. */
const ATTEMPTS = 5;

/** Brings a recipient up to date with the last message to them. Repeating it changes nothing. */
export async function followMessage(context: Records, module: 'messages' | 'sms', id: string): Promise<void> {
  const message = await readOne(context, module, id);
  if (message === undefined) return;
  await changeRecipient(context, toText(message['campaign_recipient']), async (recipient) => {
    const latest = await readOne(context, module, id);
    if (latest === undefined || ENDED.includes(toText(recipient['status']))) return {};
    return latest['campaign_step'] !== recipient['step'] && latest['status'] !== 'Bounced' ? {} : describeMessage(latest);
  });
}

/** Stores how often a recipient has opened the e-mails to them, and clicked on a link in one. Repeating it changes nothing. */
export function countUses(context: Records, id: string): Promise<void> {
  return changeRecipient(context, id, () => sumUses(context, { campaign_recipient: id }));
}

/** Openings and clicks of messages. */
export async function sumUses({ records }: Records, filter: JsonObject): Promise<Uses> {
  const { groups } = await records.group(SYSTEM_ACTOR, {
    module: 'messages',
    filter,
    by: [{ field: 'direction' }],
    measures: [
      { name: 'open_count', kind: 'sum', field: 'open_count' },
      { name: 'click_count', kind: 'sum', field: 'click_count' },
    ],
  });
  const sum = (name: keyof Uses): number => groups.reduce((all, { measures }) => all + (measures[name] ?? 0), 0);
  return { open_count: sum('open_count'), click_count: sum('click_count') };
}

type Uses = { readonly open_count: number; readonly click_count: number };

/** Changes a recipient as they are now: `decide` is called again if somebody else changed them meanwhile. */
async function changeRecipient(context: Records, id: string, decide: (recipient: VisibleRecord) => Promise<JsonObject>): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const recipient = await readOne(context, 'campaignRecipients', id);
    if (recipient === undefined) return;
    const fields = await decide(recipient);
    if (Object.entries(fields).every(([name, value]) => (recipient[name] ?? null) === value)) return;
    try {
      const version = Number(recipient['_version']);
      await context.records.update(actForPlugin(), { module: 'campaignRecipients', id: recipient._id, version, fields });
      return;
    } catch (error) {
      if (!isVersionConflict(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

async function readOne({ records }: Records, module: string, id: string): Promise<VisibleRecord | undefined> {
  return id === '' ? undefined : (await records.find(SYSTEM_ACTOR, { module, filter: { _id: id }, limit: 1, totalLimit: 1 })).data[0];
}

/** What the status of a message means for its recipient: after a failure there are no more steps. */
function describeMessage(message: VisibleRecord): JsonObject {
  const failure = toText(message['failure']).slice(0, 500) || null;
  switch (message['status']) {
    case 'Sent':
    case 'Opened':
    case 'Delivered':
      return { status: 'Sent', failure: null };
    case 'Bounced':
      return { status: 'Bounced', failure, due_at: null };
    case 'Failed':
      return { status: 'Failed', failure, due_at: null };
    case 'Cancelled':
      return { status: 'Failed', failure: 'It was cancelled in the outbox.', due_at: null };
    case 'Not Sent':
      return { ...describeRefusal(failure ?? '', Number(message['campaign_step'] ?? 1) - 1), due_at: null };
    default:
      // The server was busy, or it is the night of the recipient.
      return { status: failure === null ? 'Queued' : 'Deferred', failure };
  }
}

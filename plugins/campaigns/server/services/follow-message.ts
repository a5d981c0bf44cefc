import { SYSTEM_ACTOR, type PluginContext, type VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { ENDED } from '../../shared/campaign.ts';
import { actForPlugin, describeRefusal, isVersionConflict } from './campaign-state.ts';

type Records = Pick<PluginContext, 'records'>;

/** How often a recipient is read again that somebody else changes at the same moment. */
const ATTEMPTS = 5;

/** Brings a recipient up to date with the last message to them. Repeating it changes nothing. */
export async function followMessage(context: Records, module: 'messages' | 'sms', id: string): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const message = await readOne(context, module, id);
    const recipient =
      message === undefined ? undefined : await readOne(context, 'campaignRecipients', toText(message['campaign_recipient']));
    if (message === undefined || recipient === undefined || ENDED.includes(toText(recipient['status']))) return;
    if (message['campaign_step'] !== recipient['step'] && message['status'] !== 'Bounced') return;
    const fields = describeMessage(message);
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

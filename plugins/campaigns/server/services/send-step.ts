import { SYSTEM_ACTOR, type PluginContext, type VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { chooseVariant, findDueTime, readChannel, readSteps, type CampaignStep } from '../../shared/campaign.ts';
import { actForPlugin, describeRefusal, isRefusal, isVersionConflict } from './campaign-state.ts';
import { SENDING } from './other-plugins.ts';
import { followMessage } from './follow-message.ts';

type Context = Pick<PluginContext, 'records' | 'clock' | 'service'>;

/**
 * Sends the step that is due for a recipient. The message has a key of recipient and step: a run that was lost after it was stored finds it
 * again. Returns whether a message was stored.
 */
export async function sendStep(context: Context, campaign: VisibleRecord, recipient: VisibleRecord): Promise<boolean> {
  const at = Number(recipient['step'] ?? 0);
  const steps = readSteps(campaign['steps']);
  const step = steps[at];
  if (step === undefined) return save(context, recipient, { due_at: null });
  const sending = await send(context, campaign, recipient, step, at + 1).catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
    return { kind: 'failed', reason: error.message } as const;
  });
  if (sending.kind === 'failed') return save(context, recipient, { status: 'Failed', failure: sending.reason.slice(0, 500), due_at: null });
  if (sending.kind === 'refused') return save(context, recipient, { ...describeRefusal(sending.reason, at), due_at: null });
  if (sending.kind === 'later')
    return save(context, recipient, {
      status: 'Deferred',
      failure: 'It is not the time for text messages there.',
      due_at: toTime(sending.at),
    });
  const next = steps[at + 1];
  const now = context.clock.now();
  await save(context, recipient, {
    ...{ status: 'Queued', failure: null, step: at + 1, variant: chooseVariant(recipient._id, step), queued_at: toTime(now) },
    due_at: next === undefined ? null : toTime(findDueTime(now, next)),
  });
  // Its job may have ended before the recipient was saved.
  await followMessage(context, sending.module, sending.id);
  return true;
}

function send(context: Context, campaign: VisibleRecord, recipient: VisibleRecord, step: CampaignStep, place: number) {
  const { module = '', id = '' } = (recipient['person'] ?? {}) as { readonly module?: string; readonly id?: string };
  const variant = chooseVariant(recipient._id, step);
  return context.service(SENDING).send({
    channel: readChannel(campaign['campaign_type']) ?? 'email',
    user: toText(campaign['started_by']),
    template: step.template,
    module,
    record: id,
    subject: variant === 'B' ? step.subjectB : step.subjectA,
    key: `campaign/${recipient._id}/${place}`,
    fields: {
      [readChannel(campaign['campaign_type']) === 'sms' ? 'campaigns_sms' : 'campaigns_messages']: campaign._id,
      ...{ campaign_recipient: recipient._id, campaign_step: place, campaign_variant: variant },
    },
  });
}

async function save({ records }: Context, { _id, _version }: VisibleRecord, fields: JsonObject): Promise<false> {
  try {
    await records.update(actForPlugin(), { module: 'campaignRecipients', id: _id, version: Number(_version), fields });
  } catch (error) {
    if (!isVersionConflict(error)) throw error;
    await recordStep({ records }, _id, fields);
  }
  return false;
}

/** Somebody has replied or opted out while their message was stored: that decides, and the step was still done. */
async function recordStep({ records }: Pick<Context, 'records'>, id: string, fields: JsonObject): Promise<void> {
  const { step, variant, queued_at } = fields;
  if (step === undefined) return;
  const done = { step, ...(variant === undefined ? {} : { variant }), ...(queued_at === undefined ? {} : { queued_at }) };
  await records.update({ ...SYSTEM_ACTOR, name: 'campaigns' }, { module: 'campaignRecipients', id, fields: done });
}

function toTime(at: number): string {
  return new Date(at).toISOString();
}

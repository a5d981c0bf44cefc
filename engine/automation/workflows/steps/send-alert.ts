import type { WorkflowAlert } from '#engine/model/definitions';
import { isDay, parseInstant } from '#engine/model/field-types';
import type { JsonObject } from '#engine/model/values';
import { MusterError } from '../../../errors/index.ts';
import { deriveRunId } from '../runs/derive-run-id.ts';
import type { StepAction, StepContext } from '../runs/step-context.ts';
import { fillText } from '../values/fill-text.ts';
import { toOneLine } from '../values/one-line.ts';
import type { RenderedTemplate, WorkflowMessageResult } from '../workflow-context.ts';
import { makeInvite } from './make-invite.ts';
import { requireRecord } from './require-record.ts';
import { resolveRecipients } from './resolve-recipients.ts';

const HOUR = 3_600_000;
const MAX_SUBJECT = 300;

/** Sends an alert to each recipient by itself, so that none sees the others. */
export const sendAlert: StepAction<'notify'> = async (context, { alert }) => {
  const content = await makeContent(context, alert);
  const { users, addresses, skipped } = await resolveRecipients(context, alert.recipients);
  const withoutAddress = users
    .filter(({ email }) => email === undefined)
    .map(({ id }) => ({ recipient: id, reason: 'no_address' as const }));
  const ofUsers = new Set(users.flatMap(({ email }) => email ?? []));
  const start = alert.alertType === 'invite' ? await findStart(context, alert.dateField) : undefined;
  const sent: string[] = [];
  const refused: JsonObject[] = [];
  for (const to of new Set([...ofUsers, ...addresses])) {
    context.signal.throwIfAborted();
    const { refusal } = await sendTo(context, { alert, content, start, to, isUser: ofUsers.has(to) });
    if (refusal === undefined) sent.push(to);
    else refused.push({ recipient: to, reason: 'refused', text: refusal });
  }
  return { sent, skipped: [...skipped, ...withoutAddress, ...refused], subject: content.subject };
};

/** A message of an alert to one recipient. */
interface AlertMessage {
  readonly alert: WorkflowAlert;
  readonly content: RenderedTemplate;
  /** Of an invite. */
  readonly start: string | number | undefined;
  readonly to: string;
  readonly isUser: boolean;
}

/** Sends it through the plugin that sends messages, else over the mail port. */
async function sendTo(
  { services, run, path, subject, actor }: StepContext,
  { alert, content, start, to, isUser }: AlertMessage,
): Promise<WorkflowMessageResult> {
  const id = deriveRunId(run._id, `${path}/${to.toLowerCase()}`);
  const event = { attendee: to, summary: content.subject, description: content.text, now: services.clock.now() };
  const calendar = start === undefined ? {} : { calendar: makeInvite({ uid: id, start, ...event }) };
  if (services.sendMessage === undefined) {
    await services.mail.send({ to: [to], ...content, ...calendar, id });
    return {};
  }
  const about = { module: subject.module.name, record: subject.id, actor };
  return services.sendMessage({ ...content, ...calendar, ...about, to, isUser, key: id, template: alert.campaignTemplate });
}

async function makeContent(context: StepContext, alert: WorkflowAlert): Promise<RenderedTemplate> {
  const { subject, ...rest } = alert.sourceType === 'template' ? await renderTemplate(context, alert) : await fillAlert(context, alert);
  return { ...rest, subject: toOneLine(subject, MAX_SUBJECT) };
}

async function fillAlert(context: StepContext, { name, subject = name, message = '' }: WorkflowAlert): Promise<RenderedTemplate> {
  return { subject: await fillText(context, subject), text: await fillText(context, message) };
}

/** Errors: `workflow_template_unavailable`, those of the plugin that renders templates. */
async function renderTemplate(
  { services, subject, actor }: StepContext,
  { campaignTemplate = '' }: WorkflowAlert,
): Promise<RenderedTemplate> {
  if (services.renderTemplate === undefined) throw new MusterError('workflow_template_unavailable');
  return services.renderTemplate({ template: campaignTemplate, module: subject.module.name, record: requireRecord(subject), actor });
}

/** The day or time of an invite: that of the field, else the next full hour. */
async function findStart(context: StepContext, field: string | undefined): Promise<string | number> {
  const nextHour = (Math.floor(context.services.clock.now() / HOUR) + 1) * HOUR;
  if (field === undefined) return nextHour;
  const { value } = await context.values.find(field);
  if (typeof value !== 'string') return nextHour;
  return isDay(value) ? value : (parseInstant(value) ?? nextHour);
}

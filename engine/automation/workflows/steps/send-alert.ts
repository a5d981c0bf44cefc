import type { WorkflowAlert } from '#engine/model/definitions';
import { isDay, parseInstant } from '#engine/model/field-types';
import { MusterError } from '../../../errors/index.ts';
import { deriveRunId } from '../runs/derive-run-id.ts';
import type { StepAction, StepContext } from '../runs/step-context.ts';
import { fillText } from '../values/fill-text.ts';
import type { RenderedTemplate } from '../workflow-context.ts';
import { makeInvite } from './make-invite.ts';
import { requireRecord } from './require-record.ts';
import { resolveRecipients } from './resolve-recipients.ts';

const HOUR = 3_600_000;
const MAX_SUBJECT = 300;

/** Sends an alert to each recipient by itself, so that none sees the others. */
export const sendAlert: StepAction<'notify'> = async (context, { alert }) => {
  const { services, path, run } = context;
  const content = await makeContent(context, alert);
  const { users, addresses, skipped } = await resolveRecipients(context, alert.recipients);
  const withoutAddress = users
    .filter(({ email }) => email === undefined)
    .map(({ id }) => ({ recipient: id, reason: 'no_address' as const }));
  const to = [...new Set([...users.flatMap(({ email }) => email ?? []), ...addresses])];
  const start = alert.alertType === 'invite' ? await findStart(context, alert.dateField) : undefined;
  for (const address of to) {
    context.signal.throwIfAborted();
    const id = deriveRunId(run._id, `${path}/${address.toLowerCase()}`);
    const invite =
      start === undefined
        ? {}
        : {
            calendar: makeInvite({
              ...{ uid: id, attendee: address, start },
              summary: content.subject,
              description: content.text,
              now: services.clock.now(),
            }),
          };
    await services.mail.send({ to: [address], ...content, ...invite, id });
  }
  return { sent: to, skipped: [...skipped, ...withoutAddress], subject: content.subject };
};

async function makeContent(context: StepContext, alert: WorkflowAlert): Promise<RenderedTemplate> {
  const { subject, ...rest } = alert.sourceType === 'template' ? await renderTemplate(context, alert) : await fillAlert(context, alert);
  // A line break would begin another header.
  return {
    ...rest,
    subject: subject
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, MAX_SUBJECT),
  };
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

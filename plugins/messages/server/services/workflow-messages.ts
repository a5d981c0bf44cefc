import { SYSTEM_ACTOR, type PluginManifest } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { cleanHtml } from './clean-html.ts';
import { decide } from './queue-message.ts';
import { chooseSystemSender } from './senders.ts';
import { readTarget } from './template-values.ts';
import { assertComplete, writeFromTemplate } from './write-from-template.ts';

type Renderer = NonNullable<PluginManifest['templateRenderer']>;
type Sender = NonNullable<PluginManifest['messageSender']>;

/** What a step of a workflow runs with. */
export type StepContext = Parameters<Sender['send']>[0];
type Message = Parameters<Sender['send']>[1];
type Rendered = Awaited<ReturnType<Renderer['render']>>;
type Result = Awaited<ReturnType<Sender['send']>>;

/** Makes the messages of alerts with a template: with the values that the user behind the run may see. */
export const TEMPLATE_RENDERER: Renderer = { render: renderForWorkflow };

/** Stores the messages of alerts in the outbox, if their recipients may be written to. */
export const MESSAGE_SENDER: Sender = { send: sendForWorkflow };

/**
 * The admin who published the workflow chose the template, so its access is not checked again. Errors: `record_not_found`,
 * `template_not_for_email`, `template_values_missing`, those of filling it in.
 */
async function renderForWorkflow(context: StepContext, { template: id }: { readonly template: string }): Promise<Rendered> {
  const { records, module, record, refuse } = context;
  if (record === undefined) return refuse('record_not_found');
  const template = await records.get(SYSTEM_ACTOR, { module: 'templates', id });
  if (template['type'] !== 'email') refuse('template_not_for_email');
  const { values } = await readTarget(context, { module, record });
  const written = writeFromTemplate(context, template, module, values);
  assertComplete(context, written);
  const { subject, text, html } = written;
  return { subject, text, ...(html === undefined ? {} : { html }) };
}

/** A repetition finds the message by its Message-ID, and sends nothing more. */
async function sendForWorkflow(context: StepContext, message: Message): Promise<Result> {
  const { records, publicUrl, key } = context;
  const messageId = `${key}@${new URL(publicUrl).hostname}`;
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: 'messages',
    filter: { message_id: { equals: messageId } },
    fields: ['status', 'failure'],
    limit: 1,
  });
  const stored = data[0] ?? (await storeMessage(context, message, messageId));
  return stored['status'] === 'Not Sent' ? { refusal: toText(stored['failure']) } : {};
}

async function storeMessage(context: StepContext, message: Message, messageId: string) {
  const { records, key } = context;
  const { to, subject, text, html = '', calendar, template, isUser } = message;
  const { record: saved } = await records.create(
    { ...SYSTEM_ACTOR, name: 'messages' },
    {
      module: 'messages',
      idempotency: { key, path: 'alert', bodyDigest: key },
      fields: {
        ...(await decide(context, to)),
        ...(await describeSubject(context)),
        ...{ subject, message: text, html: html === '' ? null : cleanHtml(html), to: [to], is_system: isUser },
        ...{ messageType: 'Email', direction: 'Outbound', message_id: messageId },
        sentFrom: chooseSystemSender(context).sentFrom || null,
        ...(calendar === undefined ? {} : { calendar }),
        ...(template === undefined ? {} : { template }),
      },
    },
  );
  return saved;
}

/** The record that the message is about. Its owner is the message's, who so finds it. */
async function describeSubject({ records, module, record }: StepContext): Promise<JsonObject> {
  if (record === undefined) return {};
  const { data } = await records.find(SYSTEM_ACTOR, { module, filter: { _id: record }, limit: 1 });
  const owner = toText(data[0]?.['assigned_to']);
  return { related_record: { module, id: record }, ...(owner === '' ? {} : { assigned_to: owner }) };
}

import { SYSTEM_ACTOR, type PluginContext, type PluginWorkflowAction } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { measureSms, MAX_SEGMENTS } from '../../shared/sms-segments.ts';
import { hasCarrier } from './choose-carrier.ts';
import { findPeople } from './people-by-number.ts';
import { decideSms, describeSms } from './queue-sms.ts';
import { findProductNumber } from './sms-sender.ts';
import { getPhone, readTarget } from './template-values.ts';
import type { StepContext } from './workflow-messages.ts';
import { assertComplete, writeFromTemplate } from './write-from-template.ts';

type Input = JsonObject & { readonly message: string };

/** Workflows send a text message to the phone number of the record. */
export const SEND_SMS_ACTION: PluginWorkflowAction<PluginContext, Input> = {
  name: 'send-sms',
  label: 'Send a text message',
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['message'],
    properties: {
      message: {
        type: 'string',
        title: 'Message',
        minLength: 1,
        maxLength: 1_600,
        format: 'textarea',
        description: 'To the phone number of the record. Variables are those of templates, such as {{ target.first_name }}.',
      },
    },
  },
  run: sendWorkflowSms,
};

/** Errors: `record_not_found` without a record, those of a template, `sms_too_long`, `sms_number_missing`. */
async function sendWorkflowSms(context: StepContext, { message }: Input): Promise<JsonObject> {
  const { records, module, record, key, refuse } = context;
  if (record === undefined) return refuse('record_not_found');
  const { found, values } = await readTarget(context, { module, record });
  const to = getPhone(found);
  if (to === undefined) return { status: 'Not Sent', reason: 'The record has no phone number.' };
  const written = writeFromTemplate(context, { body: message, content_type: 'Plain text' }, module, values);
  assertComplete(context, written);
  const { text } = written;
  if (measureSms(text).segments > MAX_SEGMENTS) refuse('sms_too_long');
  const number = findProductNumber(context, toText((found['current_address'] as JsonObject | undefined)?.['state']));
  if (number === '' && hasCarrier(context)) refuse('sms_number_missing');
  const people = await findPeople(context, to);
  const owner = toText(found['assigned_to']);
  const { record: saved } = await records.create(
    { ...SYSTEM_ACTOR, name: 'messages' },
    {
      module: 'sms',
      idempotency: { key, path: 'messages/workflow-sms', bodyDigest: '' },
      fields: {
        ...describeSms(to, text, { number, settingsId: undefined, signature: '' }, people, { module, id: record }),
        ...(await decideSms(context, to, found)),
        ...(owner === '' ? {} : { assigned_to: owner }),
      },
    },
  );
  return { to, status: toText(saved['status']), ...(saved['failure'] ? { reason: toText(saved['failure']) } : {}) };
}

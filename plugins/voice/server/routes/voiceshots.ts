import type { PluginRouteContext, PluginRouteDefinition, PluginRouteResponse, VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import type { Recipient } from '../../shared/voiceshot-fields.ts';
import { decideCall } from '../call-rules.ts';
import { actFor } from '../dialer/campaign.ts';
import { getPhone } from './participants.ts';

const MAX_RECIPIENTS = 100;
const ID = { type: 'string', minLength: 1, maxLength: 200 };
const TEXT = { type: 'string' };
const PEOPLE: JsonObject = {
  module: { ...ID, description: 'Name of the module of the recipients.' },
  records: { type: 'array', minItems: 1, maxItems: MAX_RECIPIENTS, uniqueItems: true, items: ID, description: 'Ids of the recipients.' },
};

interface PeopleBody {
  readonly module: string;
  readonly records: readonly string[];
}

/** The recipients in their order, as the caller may see them. Errors: `record_not_found`. */
async function readPeople({ records, actor }: PluginRouteContext, { module, records: ids }: PeopleBody): Promise<readonly VisibleRecord[]> {
  const people: VisibleRecord[] = [];
  for (const id of ids) people.push(await records.get(actor, { module, id }));
  return people;
}

/** `POST /api/voiceshots/recipients` `{ module, records }`: the names and numbers of the recipients. */
async function listRecipients(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const people = await readPeople(context, context.body as unknown as PeopleBody);
  const data = people.map((one): Recipient => ({ record: one._id, name: toText(one['name']), phone: getPhone(one) ?? '' }));
  return { body: { data: data as unknown as JsonObject[] } };
}

/** `POST /api/messages/process-blast-voiceshot`: one call for each recipient with a number; two with the same number are one. */
async function processBlast(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { records, actor, rights, refuse, body } = context;
  const blast = body as unknown as PeopleBody & { readonly voiceshot: string };
  const { userId } = actor;
  if (userId === undefined || !rights.module('messages').create) return refuse('action_not_allowed');
  const voiceshot = await records.get(actor, { module: 'voiceshots', id: blast.voiceshot });
  if (voiceshot['active'] === false || voiceshot['deleted'] === true) refuse('voiceshot_not_in_use');
  if (toText(voiceshot['path']) === '' || toText(voiceshot['filename']) === '') refuse('voiceshot_file_missing');
  const people = (await readPeople(context, blast)).filter((one) => getPhone(one) !== undefined);
  if (people.length === 0) refuse('voiceshot_nobody');
  const data: VisibleRecord[] = [];
  const numbers = new Set<string>();
  for (const person of people) {
    const { fields, to } = await describeCall(context, voiceshot, { module: blast.module, person, userId });
    if (numbers.has(to)) continue;
    numbers.add(to);
    const idempotency = context.idempotencyKeyFor(`voiceshot-${person._id}`);
    data.push((await records.create(actFor(actor), { module: 'messages', batchId: context.batchId, idempotency, fields })).record);
  }
  return { status: 202, body: { data } };
}

async function describeCall(
  context: PluginRouteContext,
  voiceshot: VisibleRecord,
  { module, person, userId }: { readonly module: string; readonly person: VisibleRecord; readonly userId: string },
): Promise<{ readonly fields: JsonObject; readonly to: string }> {
  const about = { module, id: person._id };
  const given = getPhone(person) ?? '';
  const { number, refusal, callAfter } = await decideCall(context, given, about);
  const to = number ?? given;
  const fields: JsonObject = {
    messageType: 'Voice',
    direction: 'Outbound',
    status: refusal === null ? 'Queued' : 'Not Sent',
    failure: refusal,
    to: [to],
    sentFrom: toText(voiceshot['caller_phone']) || null,
    subject: toText(voiceshot['title']),
    message: toText(voiceshot['description']) || null,
    related_record: about,
    voiceshot: voiceshot._id,
    call_after: new Date(callAfter).toISOString(),
    sent_by: userId,
    assigned_to: userId,
  };
  return { fields, to };
}

/** The endpoints of voiceshots. */
export const VOICESHOT_ROUTES: readonly PluginRouteDefinition[] = [
  {
    method: 'POST',
    path: '/api/messages/process-blast-voiceshot',
    summary: 'Call up to 100 people, and play a voiceshot to them',
    status: 202,
    deadline: 120_000,
    bodySchema: { type: 'object', required: ['voiceshot', 'module', 'records'], properties: { voiceshot: ID, ...PEOPLE } },
    responseSchema: {
      type: 'object',
      required: ['data'],
      properties: {
        data: { type: 'array', items: { type: 'object', required: ['_id', 'status'], properties: { _id: TEXT, status: TEXT } } },
      },
    },
    moduleNames: ['module'],
    errors: ['voiceshot_not_in_use', 'voiceshot_file_missing', 'voiceshot_nobody'],
    handle: processBlast,
  },
  {
    method: 'POST',
    path: '/api/voiceshots/recipients',
    summary: 'Names and numbers of the people who would get a voiceshot',
    readOnly: true,
    bodySchema: { type: 'object', required: ['module', 'records'], properties: PEOPLE },
    responseSchema: {
      type: 'object',
      required: ['data'],
      properties: { data: { type: 'array', items: { type: 'object', properties: { record: TEXT, name: TEXT, phone: TEXT } } } },
    },
    moduleNames: ['module'],
    errors: [],
    handle: listRecipients,
  },
];

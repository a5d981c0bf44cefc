import type { PluginRouteContext, PluginRouteResponse, VisibleRecord } from '#engine';
import { parsePhone, toText } from '#engine/model';
import { MAX_PARTICIPANTS, STATE, type Participant } from '../../shared/dialer.ts';
import { actFor, changeCampaign, findCurrent, toEntries, type Campaign, type CampaignChange } from '../dialer/campaign.ts';
import { describeCampaign, openCampaign } from '../dialer/open-campaign.ts';

const PHONE_FIELDS = ['mobile_phone', 'home_phone', 'office_phone', 'other_phone', 'phone'] as const;

interface AddBody {
  readonly campaign: string;
  readonly name?: string;
  readonly phone?: string;
  readonly module?: string;
  readonly record?: string;
}

/** The first number of a record; undefined: none. */
export function getPhone(record: VisibleRecord): string | undefined {
  return PHONE_FIELDS.map((field) => toText(record[field])).find((phone) => phone !== '');
}

/** `POST /api/dialer/add-participant`: a person by number, or a record of the module of the campaign. They are called last. */
export async function addParticipant(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const body = context.body as unknown as AddBody;
  await openCampaign(context, body.campaign);
  const person = await readPerson(context, body);
  const module = body.record === undefined ? '' : (body.module ?? '');
  const campaign = await changeCampaign(context, actFor(context.actor), body.campaign, (one) => add(context, one, person, module));
  return { body: await describeCampaign(context, campaign) };
}

/** `POST /api/dialer/remove-participant` `{ campaign, phone }`: nobody who is on the line. Their calls stay. */
export async function removeParticipant(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { campaign: id, phone } = context.body as { readonly campaign: string; readonly phone: string };
  await openCampaign(context, id);
  const campaign = await changeCampaign(context, actFor(context.actor), id, (one) => {
    const others = (list: readonly Participant[]) => toEntries(list.filter((person) => person.phone !== phone));
    if (!one.participants.some((person) => person.phone === phone)) context.refuse('dialer_participant_missing');
    if (findCurrent(one)?.phone === phone) context.refuse('dialer_state', { message: 'End the call with this person first.' });
    return { participants: others(one.participants), remainingCalls: others(one.remaining) };
  });
  return { body: await describeCampaign(context, campaign) };
}

async function readPerson(context: PluginRouteContext, { module, record: id, name, phone }: AddBody): Promise<Participant> {
  const { records, actor, refuse } = context;
  const record = module === undefined || id === undefined ? undefined : await records.get(actor, { module, id });
  const given = phone ?? (record === undefined ? undefined : getPhone(record)) ?? refuse('dialer_phone_missing');
  const number = (/[\r\n\0]/.test(given) ? undefined : parsePhone(given)) ?? refuse('dialer_number_invalid', { data: { phone: given } });
  const known = name ?? toText(record?.['name']);
  return { phone: number, ...(known === '' ? {} : { name: known }), ...(record === undefined ? {} : { recordId: record._id }) };
}

function add({ refuse }: PluginRouteContext, campaign: Campaign, person: Participant, module: string): CampaignChange {
  const { participants, remaining, state } = campaign;
  if (participants.some(({ phone }) => phone === person.phone)) refuse('dialer_participant_known');
  if (participants.length >= MAX_PARTICIPANTS) refuse('dialer_full');
  if (module !== '' && campaign.module !== '' && campaign.module !== module) refuse('dialer_other_module');
  return {
    participants: toEntries([...participants, person]),
    remainingCalls: toEntries([...remaining, person]),
    ...(module === '' ? {} : { related_module: module }),
    ...(state === STATE.complete ? { status: STATE.ready } : {}),
  };
}

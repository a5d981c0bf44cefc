import { SYSTEM_ACTOR, type PluginContext } from '#engine';
import { foldText, isEmailAddress, toText, type JsonObject } from '#engine/model';

type Records = Pick<PluginContext, 'records'>;

/** The ways in which a person can be reached. */
export type Channel = 'email' | 'sms' | 'voice';

/** The channels with their names for people. */
export const CHANNELS: readonly { readonly channel: Channel; readonly label: string }[] = [
  { channel: 'email', label: 'E-mail' },
  { channel: 'sms', label: 'Text messages' },
  { channel: 'voice', label: 'Phone calls' },
];

const PHONE_FIELDS = ['mobile_phone', 'home_phone', 'office_phone', 'other_phone'] as const;

/** An address in the form of the ledger: an e-mail address in lower case, a number by its digits. */
export function normalizeAddress(channel: Channel, address: string): string {
  if (channel === 'email') return foldText(address);
  const digits = address.replace(/\D/g, '');
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
}

/** Whether a text is an address of the channel. */
export function isAddressOf(channel: Channel, address: string): boolean {
  return channel === 'email' ? isEmailAddress(address) : normalizeAddress(channel, address).length >= 10;
}

/**
 * Why nothing may be sent to an address; undefined: it may. Every message passes it when it is queued, and again when it is sent: the last
 * entry of the ledger, and the flags of every record that has the address, however many there are.
 */
export async function findRefusal({ records }: Records, channel: Channel, address: string): Promise<string | undefined> {
  const decision = await readDecision({ records }, channel, address);
  if (decision === 'Opted out') return `${address} has opted out.`;
  return channel === 'email' ? findEmailFlag({ records }, address) : findDoNotCall({ records }, address);
}

/** The last decision of the ledger; undefined: there is none. */
export async function readDecision({ records }: Records, channel: Channel, address: string): Promise<string | undefined> {
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: 'consents',
    filter: { channel, address: { equals: normalizeAddress(channel, address) } },
    sort: [
      { sortField: 'at', sortOrder: 'desc' },
      { sortField: '_id', sortOrder: 'desc' },
    ],
    fields: ['state'],
    limit: 1,
    totalLimit: 1,
  });
  const [latest] = data;
  return latest === undefined ? undefined : toText(latest['state']);
}

async function findEmailFlag({ records }: Records, address: string): Promise<string | undefined> {
  for await (const { optOut, invalid } of records.streamEmailUses(SYSTEM_ACTOR, address)) {
    if (optOut) return `${address} has opted out.`;
    if (invalid) return `${address} is marked as invalid.`;
  }
  return undefined;
}

async function findDoNotCall({ records }: Records, number: string): Promise<string | undefined> {
  const filter: JsonObject = { do_not_call: true, or: PHONE_FIELDS.map((field) => ({ [field]: { equals: number } })) };
  const { data } = await records.find(SYSTEM_ACTOR, { module: 'contacts', filter, fields: ['_id'], limit: 1, totalLimit: 1 });
  return data.length > 0 ? `${number} is not to be called.` : undefined;
}

/** A decision of a person. */
export interface Decision {
  readonly channel: Channel;
  readonly address: string;
  readonly receives: boolean;
  readonly source: 'Unsubscribe link' | 'Preference page' | 'Text message';
  /** The words with which they decided. */
  readonly text: string;
  readonly person?: { readonly module: string; readonly id: string } | undefined;
  /** What makes it one entry, however often it is added within a day; default: each call adds one. */
  readonly key?: string | undefined;
}

/** Adds a decision of a person to the ledger. */
export async function addDecision({ records }: Records, decision: Decision): Promise<void> {
  const { channel, address, receives, source, text, person, key } = decision;
  await records.create(SYSTEM_ACTOR, {
    module: 'consents',
    ...(key === undefined ? {} : { idempotency: { key, path: 'messages/consents', bodyDigest: '' } }),
    fields: { channel, address, state: receives ? 'Opted in' : 'Opted out', source, text, ...(person === undefined ? {} : { person }) },
  });
}

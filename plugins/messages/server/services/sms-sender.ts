import { SYSTEM_ACTOR, type PluginContext, type VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';

type Services = Pick<PluginContext, 'records' | 'setting'>;

/** The number of a user's text messages, and what is added to their text. */
export interface SmsSender {
  /** Ten digits or E.164; '' for none. */
  readonly number: string;
  /** Id of the settings that have the number; undefined: it is one of the product. */
  readonly settingsId: string | undefined;
  /** '' for none. */
  readonly signature: string;
}

/** The sender of a user's text messages: their own number in use, else one of the product for the state of the recipient. */
export async function chooseSmsSender(context: Services, userId: string, state: string): Promise<SmsSender> {
  const settings = await readSmsSettings(context, { user: userId });
  const own = toText(settings?.['phone_number']);
  return {
    number: own === '' ? findProductNumber(context, state) : own,
    settingsId: own === '' ? undefined : settings?._id,
    signature: await readSignature(context, userId),
  };
}

/** The text message settings that are in use: of a user, or with a number. */
export async function readSmsSettings({ records }: Pick<Services, 'records'>, terms: JsonObject): Promise<VisibleRecord | undefined> {
  const { data } = await records.find(SYSTEM_ACTOR, { module: 'smsSettings', filter: { active: true, ...terms }, limit: 1 });
  return data[0];
}

/** The first number of the product for a state, else the first without a state, else any. */
export function findProductNumber({ setting }: Pick<Services, 'setting'>, state: string): string {
  const all = (setting('sms-campaign-numbers') ?? []) as readonly {
    readonly number: string;
    readonly state?: string;
    readonly active: boolean;
  }[];
  const active = all.filter((one) => one.active);
  const chosen = active.find((one) => one.state === state && state !== '') ?? active.find((one) => (one.state ?? '') === '') ?? active[0];
  return chosen?.number.replace(/\D/g, '') ?? '';
}

async function readSignature({ records }: Services, user: string): Promise<string> {
  const filter = { user, isDefault: true };
  const { data } = await records.find(SYSTEM_ACTOR, { module: 'smsSignatures', filter, fields: ['signature'], limit: 1 });
  return toText(data[0]?.['signature']);
}

import { SYSTEM_ACTOR, type PluginContext } from '#engine';
import { foldText, toText, type JsonValue } from '#engine/model';

type Settings = Pick<PluginContext, 'setting'>;
type Services = Settings & Pick<PluginContext, 'records'>;

/** A sender that an admin has verified. */
export interface VerifiedSender {
  readonly from_email: string;
  readonly from_name?: string;
}

/** The setting with the verified senders. */
export const SENDERS_SETTING = 'verified_senders';

/** The verified senders; empty: messages come from the address of the product. */
export function listSenders({ setting }: Settings): readonly VerifiedSender[] {
  return (setting(SENDERS_SETTING) ?? []) as JsonValue as unknown as readonly VerifiedSender[];
}

/** Whether a message may still be sent from an address: that of the product, or a verified one. */
export function isVerified(context: Settings, sentFrom: string): boolean {
  const address = foldText(/<([^<>]*)>$/.exec(sentFrom)?.[1] ?? sentFrom);
  return sentFrom === '' || listSenders(context).some(({ from_email }) => foldText(from_email) === address);
}

/** The header values of a message, and what is added to its text. */
export interface ChosenSender {
  /** '' for the address of the product. */
  readonly sentFrom: string;
  /** '' for none. */
  readonly replyTo: string;
  readonly signature: string;
}

/**
 * The sender of a user's messages: their own address if it is verified, else the first verified one, to which they are named, with replies
 * to their own address.
 */
export async function chooseSender(context: Services, userId: string): Promise<ChosenSender> {
  const user = await context.records.get(SYSTEM_ACTOR, { module: 'users', id: userId });
  const settings = await readEmailSettings(context, userId);
  const own = toText(user['email']);
  const senders = listSenders(context);
  const sender = senders.find(({ from_email }) => foldText(from_email) === foldText(own)) ?? senders[0];
  const name = toText(settings?.['from_name']) || toText(user['name']);
  return {
    sentFrom: sender === undefined ? '' : writeAddress(name, sender.from_email),
    replyTo: toText(settings?.['reply_to']) || own,
    signature: toText(settings?.['signature']),
  };
}

/** The sender of messages of the system. */
export function chooseSystemSender(context: Settings): ChosenSender {
  const [sender] = listSenders(context);
  return { sentFrom: sender === undefined ? '' : writeAddress(sender.from_name ?? '', sender.from_email), replyTo: '', signature: '' };
}

/** Whether a user may send e-mail: `sendgrid_approved`, and active. */
export async function isApproved({ records }: Pick<PluginContext, 'records'>, userId: string): Promise<boolean> {
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: 'users',
    filter: { _id: userId, active: true, sendgrid_approved: true },
    fields: ['_id'],
    limit: 1,
  });
  return data.length > 0;
}

async function readEmailSettings({ records }: Services, user: string) {
  const { data } = await records.find(SYSTEM_ACTOR, { module: 'emailSettings', filter: { user }, limit: 1 });
  return data[0];
}

/** A name that cannot end the address or begin another one. */
function writeAddress(name: string, address: string): string {
  const plain = name.replace(/["\\<>,;:@\r\n]+/g, ' ').trim();
  return plain === '' ? address : `${plain} <${address}>`;
}

import { SYSTEM_ACTOR, type PluginContext, type VisibleRecord } from '#engine';
import { foldText, toText, type JsonValue } from '#engine/model';

type Settings = Pick<PluginContext, 'setting'>;
type Services = Settings & Pick<PluginContext, 'records'>;

/** A sender that an admin has verified. */
export interface VerifiedSender {
  readonly from_email: string;
  readonly from_name?: string;
}

/** Most mail accounts of a user that are offered. */
const MAX_ACCOUNTS = 50;

/** The setting with the verified senders. */
export const SENDERS_SETTING = 'verified_senders';

/** The verified senders; empty: messages come from the address of the product. */
export function listSenders({ setting }: Settings): readonly VerifiedSender[] {
  return (setting(SENDERS_SETTING) ?? []) as JsonValue as unknown as readonly VerifiedSender[];
}

/** The address in `Name <address>`, in the form in which addresses are compared. */
export function addressOf(sender: string): string {
  return foldText(/<([^<>]*)>$/.exec(sender)?.[1] ?? sender);
}

/** Whether a message may still be sent from an address: that of the product, or a verified one. */
export function isVerified(context: Settings, sentFrom: string): boolean {
  const address = addressOf(sentFrom);
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

/** A mail account over which its user sends; undefined: it is of somebody else, or cannot send (any more). */
export async function findSendingAccount({ records }: Pick<Services, 'records'>, userId: string, id: string) {
  return (await listSendingAccounts({ records }, userId, { _id: id }))[0];
}

/** The mail accounts over which a user sends, the usual one first. */
export async function listSendingAccounts(
  { records }: Pick<Services, 'records'>,
  userId: string,
  more: { readonly _id?: string } = {},
): Promise<readonly VisibleRecord[]> {
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: 'mailAccounts',
    filter: { ...more, user: userId, can_send: true },
    sort: [
      { sortField: 'isDefault', sortOrder: 'desc' },
      { sortField: 'name', sortOrder: 'asc' },
    ],
    limit: MAX_ACCOUNTS,
    totalLimit: 1,
  });
  return data;
}

/** The sender of messages that a user sends over a mail account: its address. Replies go there, too, unless the user wants them elsewhere. */
export async function chooseAccountSender(context: Services, userId: string, account: VisibleRecord): Promise<ChosenSender> {
  const user = await context.records.get(SYSTEM_ACTOR, { module: 'users', id: userId });
  const settings = await readEmailSettings(context, userId);
  const name = toText(settings?.['from_name']) || toText(user['name']);
  return {
    sentFrom: writeAddress(name, toText(account['gmail_email_address']).trim()),
    replyTo: toText(settings?.['reply_to']),
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

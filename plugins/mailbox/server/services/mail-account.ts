import { MusterError, SYSTEM_ACTOR, type PluginContext, type VisibleRecord } from '#engine';
import { toText, type JsonObject, type JsonValue } from '#engine/model';
import { findOutgoing, INCOMING_PORTS, OUTGOING_PORTS, type MailServer } from '../../shared/mail-servers.ts';

/** A mail account as the product reads it, with its internal fields. */
export type MailAccount = VisibleRecord;

/** With what an account signs in: a password, or tokens of a provider. */
export interface Credentials {
  readonly password?: string;
  readonly accessToken?: string;
  readonly refreshToken?: string;
  /** Epoch milliseconds at which the access token expires. */
  readonly expiresAt?: number;
}

type Servers = { readonly [field: string]: unknown };

/** The credentials of an account; undefined: none were entered. Nothing but a connection to its server may get them. */
export function readCredentials(account: MailAccount): Credentials | undefined {
  const text = toText(account['credentials']);
  return text === '' ? undefined : (JSON.parse(text) as Credentials);
}

/** The server of an account: that of Gmail, or the one that its user entered. */
export function readServer(account: Servers): MailServer {
  const entered = readEntered(account, 'incoming', INCOMING_PORTS);
  return account['kind'] !== 'IMAP' && entered.host === '' ? { host: 'imap.gmail.com', port: 993, security: 'TLS' } : entered;
}

/** The server over which an account sends: the one that its user entered, or that of a known provider; undefined: it only receives. */
export function readOutgoing(account: Servers): MailServer | undefined {
  const entered = readEntered(account, 'outgoing', OUTGOING_PORTS);
  return entered.host === '' ? findOutgoing(readServer(account).host) : entered;
}

function readEntered(account: Servers, kind: 'incoming' | 'outgoing', ports: { readonly [security: string]: number }): MailServer {
  const read = (name: string): JsonValue | undefined => account[`${kind}_${name}`] as JsonValue | undefined;
  const security = (toText(read('security')) || 'TLS') as MailServer['security'];
  return { host: toText(read('host')).trim(), port: Number(read('port') ?? ports[security]), security };
}

/** An account as it is now; undefined: it is gone, or its user is not active any more. */
export async function readUsableAccount({ records }: Pick<PluginContext, 'records'>, id: string): Promise<MailAccount | undefined> {
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: 'mailAccounts',
    filter: { _id: id, user: { related: { active: true } } },
    limit: 1,
    totalLimit: 1,
  });
  return data[0];
}

/** Stores values that the product sets. They are no edit by a person: `updatedAt` stays. */
export async function setAccount(
  { records }: Pick<PluginContext, 'records'>,
  account: Pick<MailAccount, '_id'>,
  fields: JsonObject,
): Promise<void> {
  try {
    await records.update(SYSTEM_ACTOR, { module: 'mailAccounts', id: account._id, fields });
  } catch (error) {
    if (error instanceof MusterError && error.code === 'record_not_found') return;
    throw error;
  }
}

import { MusterError, SYSTEM_ACTOR, type PluginContext, type VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';

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

/** Where the messages of an account are. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly security: 'TLS' | 'STARTTLS' | 'None';
}

const TLS_PORT = 993;
const PLAIN_PORT = 143;

/** The credentials of an account; undefined: none were entered. Nothing but a connection to its server may get them. */
export function readCredentials(account: MailAccount): Credentials | undefined {
  const text = toText(account['credentials']);
  return text === '' ? undefined : (JSON.parse(text) as Credentials);
}

/** The server of an account: that of Gmail, or the one that its user entered. */
export function readServer(account: MailAccount): MailServer {
  const host = toText(account['incoming_host']).trim();
  if (account['kind'] !== 'IMAP' && host === '') return { host: 'imap.gmail.com', port: TLS_PORT, security: 'TLS' };
  const security = (toText(account['incoming_security']) || 'TLS') as MailServer['security'];
  const port = Number(account['incoming_port'] ?? (security === 'TLS' ? TLS_PORT : PLAIN_PORT));
  return { host, port, security };
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

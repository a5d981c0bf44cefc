import { isIP } from 'node:net';
import { ImapFlow } from 'imapflow';
import { MusterError, type PluginContext } from '#engine';
import { toText } from '#engine/model';
import type { MailServer } from '../../shared/mail-servers.ts';
import { readServer, type MailAccount } from './mail-account.ts';
import { readLogin } from './sign-in.ts';

/** What a connection needs. */
export type MailboxContext = Pick<PluginContext, 'http' | 'records' | 'setting' | 'secret' | 'clock' | 'refuse'>;

/** Ports of mailboxes on hosts that the configuration does not name. */
const MAILBOX_PORTS = [143, 993];
/** Bytes that a server may send as one value: the largest message, and a bit. */
const MAX_VALUE_BYTES = 53_000_000;
const MAX_LINE_BYTES = 4_194_304;
const GREETING_TIMEOUT = 15_000;
/** Characters of the words of a server that are shown. */
const MAX_WORDS = 300;

/**
 * Connects to the mailbox of an account and signs in. Errors: `mail_account_incomplete`, `mail_server_unreachable`, `mail_server_insecure`,
 * `mail_sign_in_failed`, with the reason for people.
 */
export async function openMailbox(context: MailboxContext, account: MailAccount): Promise<ImapFlow> {
  const { host, port, security } = readServer(account);
  if (host === '') return context.refuse('mail_account_incomplete');
  const address = await findAddress(context, { host, port, security }, MAILBOX_PORTS);
  const timeout = Number(context.setting('mail_timeout_seconds')) * 1_000;
  const client = new ImapFlow({
    host: address,
    port,
    secure: security === 'TLS',
    doSTARTTLS: security === 'STARTTLS',
    ...(isIP(host) === 0 ? { servername: host } : {}),
    auth: await readLogin(context, account),
    logger: false,
    autoIdleDelay: 100,
    connectionTimeout: timeout,
    greetingTimeout: Math.min(timeout, GREETING_TIMEOUT),
    socketTimeout: timeout,
    maxIdleTime: Math.max(1_000, timeout / 2),
    maxLiteralSize: MAX_VALUE_BYTES,
    maxLineLength: MAX_LINE_BYTES,
  });
  // Each command rejects with the error too.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    client.close();
    return refuseConnection(context, error);
  }
  return client;
}

/** The checked address of a mail server. Errors: `mail_server_unreachable`, `mail_server_insecure`. */
export async function findAddress(
  { http, refuse }: Pick<MailboxContext, 'http' | 'refuse'>,
  { host, port, security }: MailServer,
  allowedPorts: readonly number[],
): Promise<string> {
  try {
    const { address, isNamed } = await http.resolve({ host, port, allowedPorts: [...allowedPorts] });
    return security === 'None' && !isNamed ? refuse('mail_server_insecure') : address;
  } catch (error) {
    if (!(error instanceof MusterError) || error.code !== 'outbound_failed') throw error;
    return refuse('mail_server_unreachable', { message: `The mail server ${host} cannot be used. ${error.message}` });
  }
}

/** Errors of a connection as errors of the plugin. */
function refuseConnection({ refuse }: MailboxContext, error: unknown): never {
  if (error instanceof MusterError) throw error;
  const { authenticationFailed = false } = error as { readonly authenticationFailed?: boolean };
  const words = describeServerError(error);
  if (authenticationFailed) return refuse('mail_sign_in_failed', { message: `The mail server did not accept the sign-in: ${words}` });
  return refuse('mail_server_unreachable', { message: `The mail server cannot be reached: ${words}` });
}

/** The words of a server, or what went wrong on the way to it, as a short text. */
export function describeServerError(error: unknown): string {
  if (error instanceof MusterError) return error.message.slice(0, MAX_WORDS);
  const { responseText, response, message, code } = error as { readonly [name: string]: unknown };
  const said = typeof response === 'string' ? response : responseText;
  const text = toText(said) || toText(message) || toText(code) || 'no reason was given';
  return text.replace(/\p{C}+/gu, ' ').slice(0, MAX_WORDS);
}

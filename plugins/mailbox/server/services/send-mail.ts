import { isIP } from 'node:net';
import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer';
import { MusterError, type PluginMail } from '#engine';
import { readOutgoing, type MailAccount } from './mail-account.ts';
import { describeServerError, findAddress, type MailboxContext } from './open-mailbox.ts';
import { readLogin } from './sign-in.ts';

/** An e-mail as the outbox gives it. */
export type PreparedMail = Parameters<PluginMail['send']>[0];

/** Why a message was not sent. */
export interface SendFailure {
  readonly response: string;
  /** The server refused the message for ever. */
  readonly permanent: boolean;
}

/** Ports of outgoing servers on hosts that the configuration does not name. */
const OUTGOING_PORTS = [465, 587];
const GREETING_TIMEOUT = 15_000;

/**
 * Connects to the outgoing server of an account and signs in; false: it has none. Errors: `mail_account_incomplete`, `mail_server_unreachable`,
 * `mail_server_insecure`, `mail_sign_in_failed`, with the reason for people.
 */
export async function testOutgoing(context: MailboxContext, account: MailAccount): Promise<boolean> {
  if (readOutgoing(account) === undefined) return false;
  const transport = await openTransport(context, account);
  try {
    return await transport.verify();
  } catch (error) {
    const words = describeServerError(error);
    if (isSignIn(error))
      return context.refuse('mail_sign_in_failed', { message: `The outgoing mail server did not accept the sign-in: ${words}` });
    return context.refuse('mail_server_unreachable', { message: `The outgoing mail server cannot be used: ${words}` });
  } finally {
    transport.close();
  }
}

/** Sends a message over an account; a failure is returned. */
export async function sendOver(context: MailboxContext, account: MailAccount, mail: PreparedMail): Promise<SendFailure | undefined> {
  let transport: Transporter | undefined;
  try {
    transport = await openTransport(context, account);
    await transport.sendMail(toMail(mail));
    return undefined;
  } catch (error) {
    const { responseCode = 0 } = error as { readonly responseCode?: number };
    // A refused sign-in is no refusal of the message: its user can correct it.
    return { response: describeServerError(error), permanent: responseCode >= 500 && !isSignIn(error) };
  } finally {
    transport?.close();
  }
}

function isSignIn(error: unknown): boolean {
  return !(error instanceof MusterError) && (error as { readonly code?: unknown }).code === 'EAUTH';
}

async function openTransport(context: MailboxContext, account: MailAccount): Promise<Transporter> {
  const server = readOutgoing(account);
  if (server === undefined) return context.refuse('mail_account_incomplete', { message: 'The mail account has no outgoing server.' });
  const { host, port, security } = server;
  const address = await findAddress(context, server, OUTGOING_PORTS);
  const { user, pass, accessToken } = await readLogin(context, account);
  const timeout = Number(context.setting('mail_timeout_seconds')) * 1_000;
  return createTransport({
    host: address,
    port,
    secure: security === 'TLS',
    requireTLS: security === 'STARTTLS',
    ignoreTLS: security === 'None',
    tls: isIP(host) === 0 ? { servername: host } : {},
    auth: accessToken === undefined ? { user, pass: pass ?? '' } : { type: 'OAuth2', user, accessToken },
    connectionTimeout: timeout,
    greetingTimeout: Math.min(timeout, GREETING_TIMEOUT),
    socketTimeout: timeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function toMail({ to, subject, text, html, from, replyTo, headers, messageId, calendar, attachments = [] }: PreparedMail): SendMailOptions {
  return {
    to: [...to],
    subject,
    text,
    ...(from === undefined ? {} : { from }),
    ...(html === undefined ? {} : { html }),
    ...(replyTo === undefined ? {} : { replyTo }),
    ...(headers === undefined ? {} : { headers: { ...headers } }),
    ...(messageId === undefined ? {} : { messageId: `<${messageId}>` }),
    ...(calendar === undefined ? {} : { icalEvent: { method: 'REQUEST', filename: 'invite.ics', content: calendar } }),
    attachments: attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content: Buffer.from(content) })),
  };
}

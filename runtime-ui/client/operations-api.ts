import { callApi } from './call-api.ts';

/** What happened to an e-mail. */
export const MAIL_STATUSES = ['sent-to-outbox', 'sent', 'failed'] as const;
export type MailStatus = (typeof MAIL_STATUSES)[number];

/** An e-mail that was sent, or stored instead; see `StoredMail` in the API reference. */
export interface MailView {
  readonly _id: string;
  readonly to: readonly string[];
  readonly subject: string;
  /** Absent: it contained a password, and its text was not kept. */
  readonly text?: string;
  readonly sentAt: string;
  readonly status: MailStatus;
}

/** A page of e-mails with their total. */
export interface MailViewPage {
  readonly data: readonly MailView[];
  readonly total: number;
}

/** The e-mails, newest first; System Admins only. */
export function getMail(
  query: { readonly status?: MailStatus | undefined; readonly pageSize: number },
  signal?: AbortSignal,
): Promise<MailViewPage> {
  return callApi('GET', '/api/mail', { query: { ...query }, ...(signal ? { signal } : {}) });
}

/** Sends an e-mail again. Errors: `mail_not_repeatable`, `mail_failed`. */
export function resendMail(id: string): Promise<void> {
  return callApi('POST', `/api/mail/${encodeURIComponent(id)}/resend`);
}

/** What runs now. */
export interface RunningProduct {
  readonly version: string;
  /** The database. */
  readonly store: string;
}

/** The version that runs, and its database. */
export async function getRunningProduct(signal?: AbortSignal): Promise<RunningProduct> {
  const options = signal ? { signal } : {};
  const [{ version }, { store }] = await Promise.all([
    callApi<{ readonly version: string }>('GET', '/api/health', options),
    callApi<{ readonly store: string }>('GET', '/api/ready', options),
  ]);
  return { version, store };
}

/** Every open browser asks whether it may reload its page. */
export function triggerUpdate(): Promise<void> {
  return callApi('POST', '/api/events/trigger-update', { body: {} });
}

import type { MailStatus, StoredMail } from '#engine/model/wire';
import { callApi } from './call-api.ts';

/** A page of e-mails with their total. */
export interface MailViewPage {
  readonly data: readonly StoredMail[];
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

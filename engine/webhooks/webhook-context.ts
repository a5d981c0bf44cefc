import type { Access } from '../access/index.ts';
import type { ClockPort, IdsPort, LogPort, MailPort, OutboundHttpPort, CipherPort, StorePort } from '../ports/index.ts';
import type { RecordMatcher } from '../records/index.ts';

/** The dependencies of this package; one object, passed to each of its functions. */
export interface WebhookContext {
  readonly store: StorePort;
  readonly cipher: CipherPort;
  readonly access: Access;
  /** Checks whether a record matches a filter. */
  readonly matcher: RecordMatcher;
  readonly http: OutboundHttpPort;
  readonly mail: Pick<MailPort, 'send'>;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
  readonly log: LogPort;
  /** Public URL of the product, for links in e-mails. */
  readonly publicUrl: string;
  /** E-mails of the System Admins, who are notified when a webhook is paused. */
  readonly listAdminEmails: () => Promise<readonly string[]>;
}

import type { Access } from '../access/index.ts';
import type { ClockPort, IdsPort, LogPort, MailPort, OutboundHttpPort, CipherPort, StorePort } from '../ports/index.ts';
import type { RecordMatcher } from '../records/index.ts';

/** What the room works with; one object, passed to each of its parts. */
export interface WebhookContext {
  readonly store: StorePort;
  readonly cipher: CipherPort;
  readonly access: Access;
  /** Tells whether a record matches a filter. */
  readonly matcher: RecordMatcher;
  readonly http: OutboundHttpPort;
  readonly mail: Pick<MailPort, 'send'>;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
  readonly log: LogPort;
  /** Where people reach the product, for links in e-mails. */
  readonly publicUrl: string;
  /** E-mails of the System Admins, who are told of a webhook that is paused. */
  readonly listAdminEmails: () => Promise<readonly string[]>;
}

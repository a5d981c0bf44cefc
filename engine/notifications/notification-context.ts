import type { NotificationKind } from './contract.ts';
import type { MailPort } from '../ports/index.ts';
import type { ReadServices } from '../records/index.ts';

/** The dependencies of this package; one object, passed to each of its functions. */
export interface NotificationContext extends ReadServices {
  /** The kinds of the product and of its plugins, by name. */
  readonly kinds: ReadonlyMap<string, NotificationKind>;
  readonly mail: MailPort;
  /** The base URL of the product for links in e-mails, without a trailing slash. */
  readonly publicUrl: string;
  /** Reports the users whose notifications changed. */
  readonly report: (users: readonly string[]) => void;
}

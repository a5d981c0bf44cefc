import type { NotificationKind } from './contract.ts';
import type { ReadServices } from '../records/index.ts';

/** The dependencies of this package; one object, passed to each of its functions. */
export interface NotificationContext extends ReadServices {
  /** The kinds of the product and of its plugins, by name. */
  readonly kinds: ReadonlyMap<string, NotificationKind>;
  /** Reports the users whose notifications changed. */
  readonly report: (users: readonly string[]) => void;
}

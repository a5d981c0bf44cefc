import { MusterError } from '../errors/index.ts';
import type { ClockPort, IdsPort, LogPort, MailPort, StorePort } from '../ports/index.ts';
import type { RecordOperations } from '../records/index.ts';
import type { Registry } from '../registry/index.ts';

/** Whether a password matches an argon2 hash. */
export type VerifyHash = (hash: string, password: string) => Promise<boolean>;

/** The dependencies of this package; one object, passed to each of its functions. */
export interface SessionContext {
  readonly store: StorePort;
  readonly registry: Registry;
  readonly records: RecordOperations;
  readonly mail: MailPort;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
  readonly log: LogPort;
  /** Signs refresh tokens. */
  readonly secret: string;
  /** Public URL of the product, for links in e-mails. */
  readonly publicUrl: string;
  /** Default: argon2; a test counts its calls. */
  readonly verifyHash?: VerifyHash;
}

/** Whether an error says that the store can be read but not written: signing in continues without what could not be saved. */
export function canOnlyRead(error: unknown): boolean {
  return error instanceof MusterError && (error.code === 'store_full' || error.code === 'store_read_only');
}

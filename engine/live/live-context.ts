import type { Access } from '../access/index.ts';
import type { CipherPort, ClockPort, IdsPort, LogPort, PubSubPort, StorePort } from '../ports/index.ts';
import type { NameAlias } from '../registry/index.ts';
import type { ChangeReader, RecordOperations } from '../records/index.ts';
import type { LiveSession } from './contract.ts';

/** The dependencies of live events. */
export interface LiveContext {
  readonly store: StorePort;
  readonly access: Access;
  readonly records: RecordOperations;
  readonly views: ChangeReader;
  /** Whether a session is still valid. */
  readonly isLive: (claims: LiveSession['claims']) => Promise<boolean>;
  /** Counts the use of an earlier name by a client. */
  readonly countAlias: (alias: NameAlias, session: LiveSession) => void;
  /** Name of a user, for others who have the same record open. */
  readonly nameOf: (userId: string) => Promise<string>;
  /** Absent: processes exchange signals through the store only. */
  readonly pubSub: PubSubPort | undefined;
  readonly cipher: Pick<CipherPort, 'encrypt' | 'decrypt'>;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
  readonly log: LogPort;
}

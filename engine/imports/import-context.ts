import type { Access } from '../access/index.ts';
import type { ClockPort, FilesPort, IdsPort, LogPort, QueuePort, StorePort } from '../ports/index.ts';
import type { RecordOperations } from '../records/index.ts';

/** The dependencies of this package; one object, passed to each of its functions. */
export interface ImportContext {
  readonly store: StorePort;
  /** Stores files and their rows. */
  readonly contents: FilesPort;
  readonly access: Access;
  readonly records: RecordOperations;
  readonly queue: Pick<QueuePort, 'add'>;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
  readonly log: LogPort;
}

import type { Access } from '../access/index.ts';
import type { ClockPort, FilesPort, IdsPort, LogPort, QueuePort, StorePort } from '../ports/index.ts';
import type { RecordOperations } from '../records/index.ts';

/** An import that ended, for the notification of its user. */
export interface EndedImport {
  /** Id of the user. */
  readonly user: string;
  /** Id of the import. */
  readonly id: string;
  /** The same for the same run. */
  readonly key: string;
  /** A sentence without a full stop. */
  readonly text: string;
}

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
  /** Tells the user of an import that it ended. Repeating it with the same key has no effect. */
  readonly notify: (ended: EndedImport) => Promise<void>;
}

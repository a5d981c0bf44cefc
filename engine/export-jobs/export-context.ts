import type { Access } from '../access/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { ClockPort, FilesPort, IdsPort, LogPort, QueuePort, StorePort } from '../ports/index.ts';
import type { RecordOperations } from '../records/index.ts';

/** The dependencies of this package; one object, passed to each of its functions. */
export interface ExportContext {
  readonly store: StorePort;
  /** Stores the files. */
  readonly contents: FilesPort;
  readonly access: Access;
  readonly records: Pick<RecordOperations, 'find' | 'openExport'>;
  readonly notifications: Pick<Notifications, 'notifyOfPage'>;
  readonly queue: Pick<QueuePort, 'add'>;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
  readonly log: LogPort;
}

import type { Access } from '../access/index.ts';
import type { ClockPort, FilesPort, IdsPort, LogPort, StorePort } from '../ports/index.ts';
import type { RecordOperations } from '../records/index.ts';

/** The dependencies of the files service. */
export interface FileContext {
  readonly contents: FilesPort;
  readonly store: StorePort;
  readonly access: Access;
  readonly records: RecordOperations;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
  readonly log: LogPort;
}

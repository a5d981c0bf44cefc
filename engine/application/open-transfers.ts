import type { Access } from '../access/index.ts';
import { createExportJobs, type ExportJobs } from '../export-jobs/index.ts';
import { createImports, type Imports } from '../imports/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { ClockPort, FilesPort, IdsPort, LogPort, QueuePort, StorePort } from '../ports/index.ts';
import type { RecordOperations } from '../records/index.ts';

/** What is needed below the records. */
interface BaseServices {
  readonly store: StorePort;
  readonly contents: FilesPort;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
  readonly log: LogPort;
}

interface RecordServices {
  readonly access: Access;
  readonly records: RecordOperations;
  readonly notifications: Notifications;
}

/** Imports, and exports that run as jobs: both notify their user of their end. */
export function openTransfers(
  { store, contents, clock, ids, log }: BaseServices,
  { access, records, notifications }: RecordServices,
  queue: QueuePort,
): { readonly imports: Imports; readonly exportJobs: ExportJobs } {
  const services = { store, contents, access, records, queue, clock, ids, log };
  return {
    imports: createImports({
      ...services,
      notify: ({ user, id, key, text }) =>
        notifications.notifyOfPage({
          kind: 'import_ended',
          to: user,
          key,
          page: { path: `/imports/${encodeURIComponent(id)}`, name: text },
        }),
    }),
    exportJobs: createExportJobs({ ...services, notifications }),
  };
}

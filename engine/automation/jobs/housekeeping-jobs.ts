import type { LogPort } from '../../ports/index.ts';
import {
  removeExpiredIdempotencyRecords,
  removeOldHistory,
  encryptPlaintextValues,
  type HistoryServices,
  type EncryptionServices,
} from '../../records/index.ts';
import type { ScheduledJob } from './create-scheduler.ts';

/** The product's own jobs: remove expired data, and encrypt plaintext values of fields that became sensitive. */
export function createHousekeepingJobs(
  services: HistoryServices & EncryptionServices & { readonly log: LogPort },
): readonly ScheduledJob[] {
  const { log } = services;
  return [
    {
      plugin: 'muster',
      name: 'housekeeping',
      schedule: '15 3 * * *',
      run: async () => log.info({ removed: await removeExpiredIdempotencyRecords(services) }, 'expired idempotency records were removed'),
    },
    {
      plugin: 'muster',
      name: 'history',
      schedule: '45 * * * *',
      run: async () => log.info({ ...(await removeOldHistory(services)) }, 'old history was removed'),
    },
    { plugin: 'muster', name: 'seal', schedule: '*/5 * * * *', run: async () => logEncrypted(await encryptPlaintextValues(services), log) },
  ];
}

function logEncrypted(encrypted: number, log: LogPort): void {
  if (encrypted > 0) log.info({ encrypted }, 'sensitive values in plaintext were encrypted');
}

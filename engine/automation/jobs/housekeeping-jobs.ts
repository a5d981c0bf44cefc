import {
  removeExpiredIdempotencyRecords,
  removeOldHistory,
  encryptPlaintextValues,
  type HistoryServices,
  type EncryptionServices,
} from '../../records/index.ts';
import type { ScheduledJob } from './job-definition.ts';

/** The product's own jobs: remove expired data, and encrypt plaintext values of fields that became sensitive. */
export function createHousekeepingJobs(services: HistoryServices & EncryptionServices): readonly ScheduledJob[] {
  return [
    {
      plugin: 'muster',
      name: 'remove-idempotency-keys',
      schedule: '15 3 * * *',
      run: async () => ({ removed: await removeExpiredIdempotencyRecords(services) }),
    },
    { plugin: 'muster', name: 'remove-old-history', schedule: '45 * * * *', run: async () => ({ ...(await removeOldHistory(services)) }) },
    {
      plugin: 'muster',
      name: 'encrypt-sensitive-values',
      schedule: '*/5 * * * *',
      run: async () => ({ encrypted: await encryptPlaintextValues(services) }),
    },
  ];
}

import {
  removeExpiredIdempotencyRecords,
  removeOldHistory,
  encryptPlaintextValues,
  replaceRemovedValues,
  updateCalculatedFields,
  updateStoredFields,
  type RecordServices,
  type RemovedValuesServices,
  type HistoryServices,
  type EncryptionServices,
  type StoredFieldsServices,
} from '../../records/index.ts';
import type { ScheduledJob } from './job-definition.ts';

/**
 * The product's own jobs: remove expired data, encrypt plaintext values of fields that became sensitive, and remove the values of
 * fields that were removed.
 */
export function createHousekeepingJobs(services: HistoryServices & EncryptionServices & StoredFieldsServices): readonly ScheduledJob[] {
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
    {
      plugin: 'muster',
      name: 'update-stored-fields',
      schedule: '*/5 * * * *',
      run: async ({ signal, progress }) => ({ updated: await updateStoredFields(services, { signal, report: progress }) }),
    },
  ];
}

/** The job that replaces the values of removed options, also in stored filters, and removes the records of removed modules. */
export function createReplacementJob(services: RemovedValuesServices): ScheduledJob {
  return {
    plugin: 'muster',
    name: 'replace-removed-values',
    schedule: '*/5 * * * *',
    run: async ({ signal, progress }) => ({ ...(await replaceRemovedValues(services, { signal, report: progress })) }),
  };
}

/**
 * The job that calculates the fields of stored records: those of new and changed formulas and roll-ups, and those that point to a changed
 * record with too many others to be calculated in its save.
 */
export function createCalculationJob(services: RecordServices): ScheduledJob {
  return {
    plugin: 'muster',
    name: 'calculate-fields',
    schedule: '* * * * *',
    run: async ({ signal, progress }) => ({ ...(await updateCalculatedFields(services, { signal, report: progress })) }),
  };
}

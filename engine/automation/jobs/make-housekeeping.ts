import type { LogPort } from '../../ports/index.ts';
import { removeExpiredAnswers, removeOldHistory, sealClearValues, type HistoryServices, type SealServices } from '../../records/index.ts';
import type { ScheduledJob } from './create-scheduler.ts';

/** The product's own jobs: clears away what it need not keep, and seals what a field that became sensitive left in clear. */
export function makeHousekeeping(services: HistoryServices & SealServices & { readonly log: LogPort }): readonly ScheduledJob[] {
  const { log } = services;
  return [
    { plugin: 'muster', name: 'housekeeping', schedule: '15 3 * * *', run: async () => log.info({ removed: await removeExpiredAnswers(services) }, 'expired answers were removed') },
    { plugin: 'muster', name: 'history', schedule: '45 * * * *', run: async () => log.info({ ...(await removeOldHistory(services)) }, 'old history was removed') },
    { plugin: 'muster', name: 'seal', schedule: '*/5 * * * *', run: async () => noteSealed(await sealClearValues(services), log) },
  ];
}

function noteSealed(sealed: number, log: LogPort): void {
  if (sealed > 0) log.info({ sealed }, 'sensitive values that lay in clear were sealed');
}

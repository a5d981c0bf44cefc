import type { LogPort } from '../../ports/index.ts';
import { removeExpiredAnswers, removeOldHistory, type HistoryServices } from '../../records/index.ts';
import type { ScheduledJob } from './create-scheduler.ts';

/** Clears away what the product itself need not keep: expired answers each night, old history in small portions each hour. */
export function makeHousekeeping(services: HistoryServices & { readonly log: LogPort }): readonly ScheduledJob[] {
  const { log } = services;
  return [
    { plugin: 'muster', name: 'housekeeping', schedule: '15 3 * * *', run: async () => log.info({ removed: await removeExpiredAnswers(services) }, 'expired answers were removed') },
    { plugin: 'muster', name: 'history', schedule: '45 * * * *', run: async () => log.info({ ...(await removeOldHistory(services)) }, 'old history was removed') },
  ];
}

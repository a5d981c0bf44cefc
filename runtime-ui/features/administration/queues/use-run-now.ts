import { queryKeys, runQueue } from '../../../client/index.ts';
import { t } from '../../../kit/index.ts';
import { useAdminAction } from '../use-admin-action.ts';
import { formatQueueName } from './job-format.ts';

/** Starts a job now, and shows whether that succeeded. */
export function useRunNow(queue: string): { readonly isBusy: boolean; readonly run: () => void } {
  const { isBusy, run } = useAdminAction(queryKeys.queues());
  return { isBusy, run: () => run(() => runQueue(queue), t('queues.started', { name: formatQueueName(queue) })) };
}

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getErrorMessage, queryKeys, runQueue } from '../../../client/index.ts';
import { showNotice, t } from '../../../kit/index.ts';
import { formatQueueName } from './job-format.ts';

/** Starts a job now, and shows whether that succeeded. */
export function useRunNow(queue: string): { readonly isBusy: boolean; readonly run: () => void } {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const run = () => {
    setBusy(true);
    runQueue(queue)
      .then(
        () => showNotice({ kind: 'ok', text: t('queues.started', { name: formatQueueName(queue) }) }),
        (error: unknown) => showNotice({ kind: 'error', text: getErrorMessage(error) }),
      )
      .finally(() => {
        setBusy(false);
        void client.invalidateQueries({ queryKey: queryKeys.queues() });
      });
  };
  return { isBusy, run };
}

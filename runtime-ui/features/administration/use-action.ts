import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { getErrorMessage } from '../../client/index.ts';
import { showNotice } from '../../kit/index.ts';

/** An action of an admin that sends one request. */
export interface Action {
  readonly isBusy: boolean;
  /** Sends the request, and shows `done` or why it failed. `onDone` is called when it succeeded. */
  readonly run: (request: () => Promise<unknown>, done: string, onDone?: () => void) => void;
}

/** `stale`: the queries that are loaded again after each request, whether it succeeded or not. */
export function useAction(stale: QueryKey): Action {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  return {
    isBusy,
    run: (request, done, onDone) => {
      setBusy(true);
      request()
        .then(
          () => {
            showNotice({ kind: 'ok', text: done });
            onDone?.();
          },
          (error: unknown) => showNotice({ kind: 'error', text: getErrorMessage(error) }),
        )
        .finally(() => {
          setBusy(false);
          void client.invalidateQueries({ queryKey: stale });
        });
    },
  };
}

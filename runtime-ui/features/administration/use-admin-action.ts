import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { showNotice } from '../../kit/index.ts';
import { useAction } from '../../views/index.ts';

/** An action of an admin that sends one request. */
export interface AdminAction {
  readonly isBusy: boolean;
  /** Sends the request, and shows `done` or why it failed. `onDone` is called when it succeeded. */
  readonly run: (request: () => Promise<unknown>, done: string, onDone?: () => void) => void;
}

/** `stale`: the queries that are loaded again after each request, whether it succeeded or not. */
export function useAdminAction(stale: QueryKey): AdminAction {
  const client = useQueryClient();
  const { isBusy, run } = useAction({ onEnd: () => void client.invalidateQueries({ queryKey: stale }) });
  return {
    isBusy,
    run: (request, done, onDone) =>
      run(async () => {
        await request();
        showNotice({ kind: 'ok', text: done });
        onDone?.();
      }),
  };
}

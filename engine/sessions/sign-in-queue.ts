/** Maximum number of concurrent sign-ins of one address. */
const MAX_CONCURRENT = 8;

/** Makes attempts that share a key wait for each other. */
export type SignInQueue = <T>(keys: { readonly exclusiveKey: string; readonly limitedKey: string }, run: () => Promise<T>) => Promise<T>;

interface KeyQueue {
  busy: number;
  readonly waiting: (() => void)[];
}

/**
 * The limit on failed sign-ins counts finished attempts; without the queue, a thousand attempts sent at once would all start before the
 * first is counted. `exclusiveKey`: one at a time (an e-mail); `limitedKey`: eight at a time (an address). Applies within this process, so
 * several nodes together may allow a few attempts more than the limit.
 */
export function createSignInQueue(): SignInQueue {
  const queues = new Map<string, KeyQueue>();

  const enter = async (key: string, width: number): Promise<void> => {
    const queue = queues.get(key) ?? { busy: 0, waiting: [] };
    queues.set(key, queue);
    if (queue.busy < width) queue.busy += 1;
    else await new Promise<void>((resolve) => queue.waiting.push(resolve));
  };
  const leave = (key: string): void => {
    const queue = queues.get(key);
    const next = queue?.waiting.shift();
    // The slot passes to the next in the queue, so `busy` does not change.
    if (next !== undefined) return next();
    if (queue !== undefined && --queue.busy === 0) queues.delete(key);
  };

  return async (keys, run) => {
    await enter(keys.exclusiveKey, 1);
    try {
      await enter(keys.limitedKey, MAX_CONCURRENT);
      try {
        return await run();
      } finally {
        leave(keys.limitedKey);
      }
    } finally {
      leave(keys.exclusiveKey);
    }
  };
}

/** Sign-ins of one address that are tried at the same time, at most. */
const MAX_CONCURRENT = 8;

/** Lets what shares a key wait for its turn. */
export type SignInQueue = <T>(keys: { readonly exclusiveKey: string; readonly limitedKey: string }, run: () => Promise<T>) => Promise<T>;

interface KeyQueue {
  busy: number;
  readonly waiting: (() => void)[];
}

/**
 * The limit on failed sign-ins counts those that ended; without turns, a thousand sent at once would all begin before
 * the first is counted. `one`: tried one after the other (an e-mail); `few`: eight at once (an address). Holds within
 * this process, so that several nodes together let through a handful more than the limit.
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
    // The place goes to the next in line as it is.
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

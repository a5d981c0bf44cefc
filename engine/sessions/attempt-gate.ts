/** Sign-ins of one address that are tried at the same time, at most. */
const AT_ONCE = 8;

/** Lets what shares a key wait for its turn. */
export type AttemptGate = <T>(keys: { readonly one: string; readonly few: string }, run: () => Promise<T>) => Promise<T>;

interface Lane {
  busy: number;
  readonly waiting: (() => void)[];
}

/**
 * The limit on failed sign-ins counts those that ended; without turns, a thousand sent at once would all begin before
 * the first is counted. `one`: tried one after the other (an e-mail); `few`: eight at once (an address). Holds within
 * this process, so that several nodes together let through a handful more than the limit.
 */
export function createAttemptGate(): AttemptGate {
  const lanes = new Map<string, Lane>();

  const enter = async (key: string, width: number): Promise<void> => {
    const lane = lanes.get(key) ?? { busy: 0, waiting: [] };
    lanes.set(key, lane);
    if (lane.busy < width) lane.busy += 1;
    else await new Promise<void>((resolve) => lane.waiting.push(resolve));
  };
  const leave = (key: string): void => {
    const lane = lanes.get(key);
    const next = lane?.waiting.shift();
    // The place goes to the next in line as it is.
    if (next !== undefined) return next();
    if (lane !== undefined && --lane.busy === 0) lanes.delete(key);
  };

  return async (keys, run) => {
    await enter(keys.one, 1);
    try {
      await enter(keys.few, AT_ONCE);
      try {
        return await run();
      } finally {
        leave(keys.few);
      }
    } finally {
      leave(keys.one);
    }
  };
}

/** Keys that are requested within these milliseconds are read with one request. */
const BATCH_MILLISECONDS = 15;
const MAX_KEYS = 100;

interface Batch<Value> {
  readonly keys: Set<string>;
  readonly values: Promise<ReadonlyMap<string, Value>>;
}

/**
 * Returns a function that reads a value by its key, undefined if there is none. What the parts of one page read at the same time is one
 * call of `read`, of at most 100 keys. An error of `read` is that of each of its keys.
 */
export function createBatchReader<Value>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let pending: Batch<Value> | undefined;
  const start = (): Batch<Value> => {
    const keys = new Set<string>();
    const values = new Promise((resolve) => {
      setTimeout(resolve, BATCH_MILLISECONDS);
    }).then(() => {
      if (pending === own) pending = undefined;
      return read([...keys]);
    });
    const own: Batch<Value> = { keys, values };
    return own;
  };
  return async (key) => {
    if (pending === undefined || pending.keys.size >= MAX_KEYS) pending = start();
    pending.keys.add(key);
    return (await pending.values).get(key);
  };
}

import { AsyncLocalStorage } from 'node:async_hooks';
import type { StorePort } from '../../ports/index.ts';

/** Set while a save has its turn: the saves of its hooks do not wait for the turn that it has itself. */
const turn = new AsyncLocalStorage<true>();

/** The last save of this process that waits for each contested record, by store. */
const queues = new WeakMap<StorePort, Map<string, Promise<void>>>();

/**
 * Runs an attempt after the other saves of this process that want to write the same contested records: one after the other they are
 * committed at the first try, while at the same time all but one would fail again and again. Other processes are not waited for.
 */
export async function runInTurn<Result>(store: StorePort, contested: ReadonlySet<string>, run: () => Promise<Result>): Promise<Result> {
  if (contested.size === 0 || turn.getStore() === true) return run();
  const ends: (() => void)[] = [];
  try {
    // In one order for all saves, so that no two wait for each other.
    for (const place of [...contested].sort()) ends.push(await enterQueue(store, place));
    return await turn.run(true, run);
  } finally {
    for (const end of ends) end();
  }
}

/** Waits for the turn, and returns the function that ends it. */
async function enterQueue(store: StorePort, place: string): Promise<() => void> {
  const queue = queues.get(store) ?? new Map<string, Promise<void>>();
  queues.set(store, queue);
  const before = queue.get(place);
  let resolve: () => void = () => undefined;
  const mine = new Promise<void>((done) => {
    resolve = done;
  });
  queue.set(place, mine);
  await before;
  return () => {
    if (queue.get(place) === mine) queue.delete(place);
    resolve();
  };
}

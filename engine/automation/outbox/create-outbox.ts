import { createBackOff, runWithBackOff } from '#engine/model/time';
import type { FailingEffect } from '#engine/model/wire';
import { withCurrentModule, type ChangeEntry } from '../../records/index.ts';
import { createEffectEntries, readEffectState, type EffectEntries } from './effect-entries.ts';
import { runEntry, type EffectServices } from './run-entry.ts';

const BATCH_SIZE = 50;
const CONCURRENCY = 4;
const MAX_LISTED = 1000;
/** Maximum interval between two polls while the store is unavailable, in milliseconds. */
const MAX_PAUSE = 10_000;
/** Milliseconds from a commit to its poll: the commits within them share one. */
const COMMIT_PAUSE = 20;

/** Runs the post-save effects of committed saves: each at least once, for each record in the order of its saves. */
export interface Outbox {
  /** Starts polling for due entries: at once, soon after each commit of this process, and every `interval` milliseconds. */
  start(): void;
  /** Polls now, such as after a commit of this process. */
  wake(): void;
  /** Runs all due entries and resolves when none is left; failed ones wait for their next attempt. Returns how many entries were run. */
  drain(): Promise<number>;
  /** Failed effects, by the time of their next attempt; at most 1,000. */
  failing(): Promise<readonly FailingEffect[]>;
  /** Makes a failing effect due now. False when there is none with that id. */
  retry(id: string): Promise<boolean>;
  /** Stops polling; resolves when the running effects have ended. Entries that have not started stay due. */
  stop(): Promise<void>;
}

/** Options of an outbox. */
export interface OutboxOptions extends EffectServices {
  /** Refreshes the data that hooks have cached from the store, before found entries are run. */
  readonly refresh?: () => Promise<void>;
  /** Milliseconds between two polls; default 500. */
  readonly interval?: number;
}

/** Creates the outbox of a process. Several processes share the work, because each entry is leased. */
export function createOutbox(options: OutboxOptions): Outbox {
  const entries = createEffectEntries(options.store);
  const backOff = createBackOff({ initialDelay: 1_000, maxDelay: MAX_PAUSE });
  let timer: NodeJS.Timeout | undefined;
  let stopListening: (() => void) | undefined;
  let running: Promise<number> | undefined;
  let again = false;
  let stopped = false;
  const runAllDue = async (): Promise<number> => {
    let count = 0;
    do {
      again = false;
      for (let found = await runDue(options, entries); found > 0 && !stopped; found = await runDue(options, entries)) count += found;
    } while (again && !stopped);
    return count;
  };
  const drain = (): Promise<number> => {
    again = true;
    running ??= runAllDue().finally(() => (running = undefined));
    return running;
  };
  const wake = (): void => {
    // An unavailable store is reported by other callers; the next poll finds the due entries.
    if (!stopped)
      runWithBackOff(backOff, drain, ({ name }, nextInSeconds) =>
        options.log.warn({ error: name, nextInSeconds }, 'The outbox could not be read.'),
      );
  };
  return {
    start: () => {
      timer ??= setInterval(wake, options.interval ?? 500).unref();
      stopListening ??= wakeAfterCommits(options.store, wake);
      wake();
    },
    wake,
    drain,
    failing: async () =>
      (await entries.findWaiting(MAX_LISTED)).flatMap((entry) => describeFailing(withCurrentModule(options.registry.current(), entry))),
    retry: async (id) => {
      const entry = await entries.get(id);
      if (entry?.pending === undefined) return false;
      const { done, attempts, failure } = readEffectState(entry);
      const postponed = await entries.postpone(entry, options.clock.now(), { done, attempts, failure });
      wake();
      return postponed !== undefined;
    },
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      stopListening?.();
      await running?.catch(() => undefined);
    },
  };
}

/** Wakes soon after each commit of this process; those within the pause share one. Returns what ends it. */
function wakeAfterCommits(store: OutboxOptions['store'], wake: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const stopListening = store.onCommit(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      wake();
    }, COMMIT_PAUSE).unref();
  });
  return () => {
    clearTimeout(timer);
    stopListening();
  };
}

/** Records are processed concurrently, the saves of one record one after the other. */
async function runDue(services: OutboxOptions, entries: EffectEntries): Promise<number> {
  const due = await entries.findDue(services.clock.now(), BATCH_SIZE);
  if (due.length > 0) await services.refresh?.();
  const byRecord = new Map<string, ChangeEntry[]>();
  for (const entry of [...due].sort((a, b) => (a._id < b._id ? -1 : 1))) {
    const key = `${entry.module}/${entry.record_id}`;
    byRecord.set(key, [...(byRecord.get(key) ?? []), entry]);
  }
  const queue = [...byRecord.values()];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) for (const entry of next) await runEntry(services, entries, entry);
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(CONCURRENCY, queue.length) }, work));
  // Fails only after all workers have ended: otherwise they would continue after the outbox was stopped.
  const failed = ended.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return due.length;
}

function describeFailing(entry: ChangeEntry): FailingEffect[] {
  const { attempts, failure, isDead } = readEffectState(entry);
  if (!failure) return [];
  return [
    {
      _id: entry._id,
      module: entry.module,
      record_id: entry.record_id,
      attempts,
      nextAt: isDead === true ? null : new Date(entry.pending ?? 0).toISOString(),
      ...failure,
    },
  ];
}

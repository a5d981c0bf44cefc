import { url as debuggerUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import type { LogPort } from '../ports/index.ts';
import { CURRENT_HANDLER, MAX_HANDLERS, HANDLER_RUNS, LOOP_TURNS, WATCHDOG_THREAD, type WatchdogData } from './watchdog-thread.ts';

/** Milliseconds of processor time that a handler may block the event loop before it is reported. */
const REPORT_AFTER = 1000;
const BEAT = 50;

/** One run of a handler. */
export interface HandlerWatch {
  /** The handler returned for the first time, with a result or a promise. */
  returned(): void;
  /** The handler has ended, or its deadline has passed. */
  ended(): void;
}

/** Notifies the watchdog that a handler of a plugin starts. */
export type Watch = (plugin: string, handler: string) => HandlerWatch | undefined;

/** Watches running handlers from a separate thread. */
export interface Watchdog {
  readonly watch: Watch;
  stop(): Promise<void>;
}

/** How a supervised process ends when it is blocked. */
export interface BlockedProcessOptions {
  /** Milliseconds of processor time for which the event loop may be blocked before the process ends itself. */
  readonly endAfter: number;
  /** File descriptor on which the supervising process reads which plugin blocked. */
  readonly reportFd: number;
  /** Id of the supervising process. */
  readonly supervisorPid: number;
}

export interface WatchdogOptions {
  readonly log: LogPort;
  /** Names of the plugins: code in the folder of a plugin belongs to it. */
  readonly plugins: readonly string[];
  /** Absent: a blocking handler is only reported. */
  readonly blockedProcess?: BlockedProcessOptions | undefined;
}

/**
 * Starts the thread, which does not keep the process alive. With a debugger attached, which may pause the process, nothing is reported as
 * blocked.
 */
export function startWatchdog({ log, plugins, blockedProcess }: WatchdogOptions): Watchdog {
  const shared = new SharedArrayBuffer((HANDLER_RUNS + MAX_HANDLERS) * Int32Array.BYTES_PER_ELEMENT);
  const state = new Int32Array(shared);
  const isDebugged = debuggerUrl() !== undefined;
  const data: WatchdogData = {
    shared,
    plugins,
    reportAfter: isDebugged ? Number.POSITIVE_INFINITY : REPORT_AFTER,
    endAfter: isDebugged ? undefined : blockedProcess?.endAfter,
    reportFd: blockedProcess?.reportFd,
    supervisorPid: blockedProcess?.supervisorPid,
  };
  const worker = new Worker(WATCHDOG_THREAD, { eval: true, workerData: data, execArgv: [], stderr: false });
  worker.unref();
  worker.on('error', (error) => log.warn({ error: error.name }, 'The watchdog of plugins ended.'));
  const beat = setInterval(() => Atomics.add(state, LOOP_TURNS, 1), BEAT);
  beat.unref();
  return {
    watch: createWatch(state, (id, plugin, handler) => worker.postMessage({ id, plugin, handler })),
    stop: async () => {
      clearInterval(beat);
      await worker.terminate();
    },
  };
}

function createWatch(state: Int32Array, report: (id: number, plugin: string, handler: string) => void): Watch {
  const ids = new Map<string, number>();
  const idOf = (plugin: string, handler: string): number => {
    const key = `${plugin}: ${handler}`;
    const known = ids.get(key);
    if (known !== undefined) return known;
    const id = ids.size + 1;
    ids.set(key, id);
    report(id, plugin, handler);
    return id;
  };
  return (plugin, handler) => {
    const id = idOf(plugin, handler);
    if (id >= MAX_HANDLERS) return undefined;
    // A handler that saves may run others synchronously: when they return, it is the current one again.
    const before = Atomics.load(state, CURRENT_HANDLER);
    Atomics.store(state, CURRENT_HANDLER, id);
    Atomics.add(state, HANDLER_RUNS + id, 1);
    let runs = 1;
    return {
      returned: () => void Atomics.store(state, CURRENT_HANDLER, before),
      ended: () => {
        Atomics.sub(state, HANDLER_RUNS + id, runs);
        runs = 0;
      },
    };
  };
}

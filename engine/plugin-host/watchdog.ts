import { url as debuggerUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import type { LogPort } from '../ports/index.ts';
import { CURRENT_HANDLER, MAX_HANDLERS, HANDLER_RUNS, LOOP_TURNS, WATCHDOG_THREAD, type WatchdogData } from './watchdog-thread.ts';

/** Milliseconds that the event loop may stand still before the handler that runs is named. */
const REPORT_AFTER = 1000;
const BEAT = 50;

/** One run of a handler. */
export interface HandlerWatch {
  /** It gave the loop back for the first time, by an answer or a promise of one. */
  returned(): void;
  /** It has ended, or is given up. */
  ended(): void;
}

/** Tells the watchdog that a handler of a plugin begins. */
export type Watch = (plugin: string, handler: string) => HandlerWatch | undefined;

/** Looks on from a thread of its own while handlers run. */
export interface Watchdog {
  readonly watch: Watch;
  stop(): Promise<void>;
}

/** How a process that another one supervises ends when it blocks. */
export interface BlockedProcessOptions {
  /** Milliseconds that the event loop may stand still before the process ends itself. */
  readonly endAfter: number;
  /** File descriptor on which the supervising process reads whose code blocked. */
  readonly reportFd: number;
  /** Id of the supervising process. */
  readonly supervisorPid: number;
}

export interface WatchdogOptions {
  readonly log: LogPort;
  /** Names of the plugins: code in the folder of one is its own. */
  readonly plugins: readonly string[];
  /** Absent: a handler that blocks is named, and blocks on. */
  readonly blockedEnd?: BlockedProcessOptions | undefined;
}

/** Starts the thread. It keeps no process alive. While a debugger may halt the process nothing is taken for blocked. */
export function startWatchdog({ log, plugins, blockedEnd }: WatchdogOptions): Watchdog {
  const shared = new SharedArrayBuffer((HANDLER_RUNS + MAX_HANDLERS) * Int32Array.BYTES_PER_ELEMENT);
  const state = new Int32Array(shared);
  const isDebugged = debuggerUrl() !== undefined;
  const data: WatchdogData = {
    shared, plugins, reportAfter: isDebugged ? Number.POSITIVE_INFINITY : REPORT_AFTER,
    endAfter: isDebugged ? undefined : blockedEnd?.endAfter, reportFd: blockedEnd?.reportFd, supervisorPid: blockedEnd?.supervisorPid,
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

function createWatch(state: Int32Array, tell: (id: number, plugin: string, handler: string) => void): Watch {
  const ids = new Map<string, number>();
  const idOf = (plugin: string, handler: string): number => {
    const key = `${plugin}: ${handler}`;
    const known = ids.get(key);
    if (known !== undefined) return known;
    const id = ids.size + 1;
    ids.set(key, id);
    tell(id, plugin, handler);
    return id;
  };
  return (plugin, handler) => {
    const id = idOf(plugin, handler);
    if (id >= MAX_HANDLERS) return undefined;
    // A handler that saves may run others before it first waits: afterwards it is at work again.
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

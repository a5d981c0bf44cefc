import { Worker } from 'node:worker_threads';
import type { LogPort } from '../ports/index.ts';

/** Milliseconds that the event loop may stand still before the handler that runs is named. */
const LIMIT = 1000;

/** Looks on from a thread of its own while handlers run. */
export interface Watchdog {
  /** A handler begins; the answer is called when it has ended. */
  watch(handler: string): () => void;
  stop(): Promise<void>;
}

/**
 * The thread reads two numbers: the turns of the loop, and the handler that began last and has not ended (0: none). It
 * writes to standard error itself, for the logger and the thread's own streams live in the loop that stands still.
 */
const THREAD = `
const { parentPort, workerData } = require('node:worker_threads');
const { writeSync } = require('node:fs');
const state = new Int32Array(workerData.shared);
const names = new Map();
let reported = -1;
parentPort.on('message', ({ id, name }) => names.set(id, name));
setInterval(() => {
  const turn = Atomics.load(state, 0);
  const id = Atomics.load(state, 1);
  if (id === 0 || turn !== state.seen) { state.seen = turn; state.since = Date.now(); return; }
  if (Date.now() - state.since < workerData.limit || reported === turn) return;
  reported = turn;
  const text = 'The event loop stands still while a handler of a plugin runs: ' + names.get(id);
  writeSync(2, JSON.stringify({ level: 50, time: Date.now(), handler: names.get(id), msg: text }) + '\\n');
}, 100).unref();
`;

/** Starts the thread. It keeps no process alive. */
export function startWatchdog(log: LogPort, limit: number = LIMIT): Watchdog {
  const shared = new SharedArrayBuffer(8);
  const state = new Int32Array(shared);
  const ids = new Map<string, number>();
  const worker = new Worker(THREAD, { eval: true, workerData: { shared, limit }, stderr: false });
  worker.unref();
  worker.on('error', (error) => log.warn({ error: error.name }, 'The watchdog of plugins ended.'));
  const beat = setInterval(() => Atomics.add(state, 0, 1), 50);
  beat.unref();
  const running: number[] = [];
  const name = (handler: string): number => {
    const known = ids.get(handler);
    if (known !== undefined) return known;
    ids.set(handler, ids.size + 1);
    worker.postMessage({ id: ids.size, name: handler });
    return ids.size;
  };
  return {
    watch: (handler) => {
      const id = name(handler);
      running.push(id);
      Atomics.store(state, 1, id);
      return () => {
        running.splice(running.lastIndexOf(id), 1);
        Atomics.store(state, 1, running.at(-1) ?? 0);
      };
    },
    stop: async () => {
      clearInterval(beat);
      await worker.terminate();
    },
  };
}

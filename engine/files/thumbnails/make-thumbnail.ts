import type { Worker } from 'node:worker_threads';
import { MusterError } from '../../errors/index.ts';
import { startThread } from '../../threads/index.ts';
import type { ThumbnailReply, ThumbnailTask } from './contract.ts';

/** Pictures that are decoded or wait in this process. */
const MAX_WAITING = 200;
/** A picture that keeps the decoder busy for longer gets no thumbnail. */
const DEADLINE = 15_000;
/** The thread ends when it has had no work for so long. */
const IDLE_MILLISECONDS = 10_000;
const HEAP_MEGABYTES = 256;

let last: Promise<unknown> = Promise.resolve();
let waiting = 0;
let thread: Worker | undefined;
let idle: NodeJS.Timeout | undefined;

/**
 * Makes the thumbnail of a picture in a thread of its own, one at a time in a process. `read` is called when it is its turn, so that what
 * waits takes no memory. Returns undefined for what cannot be decoded. Errors: `overloaded`, those of `read`.
 */
export function makeThumbnail(read: () => Promise<ThumbnailTask>): Promise<Uint8Array | undefined> {
  if (waiting >= MAX_WAITING) throw new MusterError('overloaded');
  waiting += 1;
  const made = last.then(async () => runTask(await read()));
  last = made.catch(() => undefined);
  return made.finally(() => (waiting -= 1));
}

function runTask(task: ThumbnailTask): Promise<Uint8Array | undefined> {
  clearTimeout(idle);
  const worker = (thread ??= startThread(new URL('./thumbnail-thread.ts', import.meta.url), {
    limits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
  }));
  return new Promise((resolve) => {
    const finish = (content: Uint8Array | undefined, isAlive: boolean): void => {
      clearTimeout(timer);
      worker.removeAllListeners();
      if (isAlive) endWhenIdle(worker);
      else endThread(worker);
      resolve(content);
    };
    const timer = setTimeout(() => finish(undefined, false), DEADLINE);
    worker.once('message', ({ content }: ThumbnailReply) => finish(content, true));
    // A picture that needs more memory than the thread may use ends the thread, not the product.
    worker.once('error', () => finish(undefined, false));
    worker.once('exit', () => finish(undefined, false));
    worker.ref();
    worker.postMessage(task, [task.content.buffer]);
  });
}

/** An idle thread does not keep the process alive. */
function endWhenIdle(worker: Worker): void {
  worker.on('error', () => endThread(worker));
  worker.unref();
  idle = setTimeout(() => endThread(worker), IDLE_MILLISECONDS);
  idle.unref();
}

function endThread(worker: Worker): void {
  if (thread === worker) thread = undefined;
  worker.removeAllListeners();
  // A late error of a thread that is ending has no one to tell.
  worker.on('error', () => undefined);
  void worker.terminate();
}

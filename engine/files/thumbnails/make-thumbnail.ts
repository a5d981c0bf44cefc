import type { Worker } from 'node:worker_threads';
import { startThread } from '../../threads/index.ts';
import { createSerialQueue } from '../serial-queue.ts';
import type { ThumbnailReply, ThumbnailTask } from './contract.ts';

/** Pictures that are decoded or wait in this process. */
const MAX_WAITING = 200;
/** A file that keeps the thread busy for longer gets no thumbnail. */
const DEADLINE = 15_000;
/** The thread ends when it has had no work for so long. */
const IDLE_MILLISECONDS = 10_000;
const HEAP_MEGABYTES = 256;

/** A running thread. Its listeners stay for as long as it lives: a port whose last listener is removed stops. */
interface RunningThread {
  readonly worker: Worker;
  /** Takes the result of the picture that it works on; false: the thread ended. */
  finish: (reply: ThumbnailReply | false) => void;
}

const enqueue = createSerialQueue(MAX_WAITING);
let running: RunningThread | undefined;
let idle: NodeJS.Timeout | undefined;

/**
 * Makes the thumbnail of a picture in a thread of its own, one at a time in a process. `read` is called when it is its turn, so that what
 * waits takes no memory. Returns undefined for what cannot be decoded. Errors: `overloaded`, those of `read`.
 */
export function makeThumbnail(read: () => Promise<ThumbnailTask>): Promise<Uint8Array | undefined> {
  return enqueue(async () => runTask(await read()));
}

function runTask(task: ThumbnailTask): Promise<Uint8Array | undefined> {
  clearTimeout(idle);
  const thread = (running ??= openThread());
  return new Promise((resolve) => {
    const timer = setTimeout(() => thread.finish(false), DEADLINE);
    thread.finish = (reply) => {
      clearTimeout(timer);
      thread.finish = () => undefined;
      if (reply === false) endThread(thread);
      else endWhenIdle(thread);
      resolve(reply === false ? undefined : reply.content);
    };
    thread.worker.ref();
    thread.worker.postMessage(task, [task.content.buffer]);
  });
}

function openThread(): RunningThread {
  const worker = startThread(new URL('./thumbnail-thread.ts', import.meta.url), { limits: { maxOldGenerationSizeMb: HEAP_MEGABYTES } });
  const thread: RunningThread = { worker, finish: () => undefined };
  const fail = (): void => {
    if (running === thread) running = undefined;
    thread.finish(false);
  };
  worker.on('message', (reply: ThumbnailReply) => thread.finish(reply));
  // A picture that needs more memory than the thread may use ends the thread, not the product.
  worker.on('error', fail);
  worker.on('exit', fail);
  return thread;
}

/** An idle thread does not keep the process alive. */
function endWhenIdle(thread: RunningThread): void {
  thread.worker.unref();
  idle = setTimeout(() => endThread(thread), IDLE_MILLISECONDS);
  idle.unref();
}

function endThread(thread: RunningThread): void {
  if (running === thread) running = undefined;
  void thread.worker.terminate();
}

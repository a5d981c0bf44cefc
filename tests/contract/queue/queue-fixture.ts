import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject } from 'vitest';
import type { ClockPort, JobInput, LogPort, QueueJob, QueuePort } from '../../../engine/ports/index.ts';

/** Options with which a test opens a queue. */
export interface OpenOptions {
  /** Milliseconds. */
  readonly lease?: number;
  /** Milliseconds. */
  readonly retention?: number;
  /** Of adapters that do not rely on the clock of a server. */
  readonly clock?: ClockPort;
}

/** One storage for a suite, and ports on it. */
export interface QueueStorage {
  /** Opens a port on the storage, as in a process of its own. `close` also closes what the port is based on. */
  open(options?: OpenOptions): Promise<{ readonly queue: QueuePort; readonly close: () => Promise<void> }>;
  remove(): Promise<void>;
}

/** What the parts of the suite use. */
export interface QueueSuite {
  /** A port of its own, closed after the test. */
  readonly open: (options?: OpenOptions) => Promise<QueuePort>;
  /** A name of a queue that no other test uses. */
  readonly newName: () => string;
}

export const SILENT_LOG: LogPort = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** A lease that is short, and long enough for a busy machine to renew it. */
export const SHORT_LEASE = 1_000 * inject('timeoutFactor');

/** Waits until a job is in a state, and returns it. */
export async function untilState(queue: QueuePort, name: string, id: string, state: QueueJob['state']): Promise<QueueJob> {
  await expect.poll(async () => (await queue.get(name, [id]))[0]?.state, { interval: 10 }).toBe(state);
  return read(queue, name, id);
}

/** A job that exists. */
export async function read(queue: QueuePort, name: string, id: string): Promise<QueueJob> {
  const [job] = await queue.get(name, [id]);
  if (!job) throw new Error(`there is no job ${id}`);
  return job;
}

/** Adds jobs one after the other, and returns their ids. */
export async function addAll(queue: QueuePort, name: string, jobs: readonly JobInput[]): Promise<string[]> {
  const ids: string[] = [];
  for (const job of jobs) ids.push(await queue.add(name, job));
  return ids;
}

/** Work of a handler that takes time; ends early when it is aborted. */
export async function workFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}

/** Resolves when the signal is aborted, with the code of the reason. */
export function untilAborted(signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    const settle = (): void => resolve((signal.reason as { readonly code: string }).code);
    if (signal.aborted) settle();
    else signal.addEventListener('abort', settle, { once: true });
  });
}

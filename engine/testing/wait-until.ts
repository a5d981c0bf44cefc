import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

/** How long to wait. */
export interface WaitOptions {
  /** Milliseconds of real time, whatever a test clock says. */
  readonly timeout: number;
  /** What is waited for, for the error. */
  readonly what: string;
}

/** Waits until a condition is met. @throws AssertionError when it is not met in time, the errors of `isMet` */
export async function waitUntil(isMet: () => Promise<boolean>, { timeout, what }: WaitOptions): Promise<void> {
  const deadline = performance.now() + timeout;
  while (!(await isMet())) {
    if (performance.now() > deadline) assert.fail(`${what}: not within ${Math.round(timeout / 1000)} seconds.`);
    await pause(10);
  }
}

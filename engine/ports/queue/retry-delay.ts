import type { BackOffPolicy } from '../queue.ts';

/**
 * Milliseconds until the next attempt of a job.
 *
 * @param attempts attempts that have failed, 1 or more
 * @param random 0 to 1: the share of the jitter that is used
 */
export function getRetryDelay(policy: Required<BackOffPolicy>, attempts: number, random: number): number {
  const growth = policy.kind === 'fixed' ? 1 : 2 ** Math.min(attempts - 1, 40);
  return Math.round(Math.min(policy.delay * growth, policy.maxDelay) * (1 + policy.jitter * random));
}

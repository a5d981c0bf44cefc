import { execFileSync } from 'node:child_process';
import { median } from './load.ts';

/** Milliseconds that `node -e 0` takes on the reference machine for time limits. */
const REFERENCE_MILLISECONDS = 40;

/** Maximum factor for time limits. */
const MAX_FACTOR = 4;

/** The factor for time limits on a machine where `node -e 0` takes `node` milliseconds: 1 to 4. */
export function getTimeoutFactor(node: number): number {
  return Math.min(MAX_FACTOR, Math.max(1, node / REFERENCE_MILLISECONDS));
}

/** Milliseconds that `node -e 0` takes here, as a measure of the machine's speed. */
export function timeNode(): number {
  const times = Array.from({ length: 5 }, () => {
    const startedAt = performance.now();
    execFileSync(process.execPath, ['-e', '0']);
    return performance.now() - startedAt;
  });
  return Math.round(median(times));
}

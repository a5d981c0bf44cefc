import { execFileSync } from 'node:child_process';
import { median } from './load.ts';

/** Milliseconds that `node -e 0` takes here: the measure of a machine, 40 where bounds are given in seconds. */
export function timeNode(): number {
  const times = Array.from({ length: 5 }, () => {
    const startedAt = performance.now();
    execFileSync(process.execPath, ['-e', '0']);
    return performance.now() - startedAt;
  });
  return Math.round(median(times));
}

import { MusterError } from '../errors/index.ts';

/** Runs work of one kind, one at a time in this process. `most` may run or wait, then it rejects with `overloaded`. */
export function createSerialQueue(most: number): <T>(run: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let count = 0;
  return async (run) => {
    if (count >= most) throw new MusterError('overloaded');
    count += 1;
    const result = last.then(run);
    last = result.catch(() => undefined);
    try {
      return await result;
    } finally {
      count -= 1;
    }
  };
}

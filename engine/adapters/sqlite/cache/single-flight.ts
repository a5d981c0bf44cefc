import { MusterError } from '../../../errors/index.ts';

/** Milliseconds that cacheable work may continue after its requesters stopped waiting. */
const EXTENDED_DEADLINE = 60_000;

/**
 * Runs work of reader threads whose result is cached. Concurrent requests for the same work share it, and each waits no
 * longer than its own deadline. The first running work continues after that: in a large store whose pages must be read
 * from disk, each request would otherwise start and abandon the same work.
 */
export class SingleFlight {
  readonly #running = new Map<string, Promise<unknown>>();
  #hasExtended = false;

  /** Waits for the work with this name, and starts it when it is not running. Throws `filter_too_costly`, and the errors of the work. */
  run<Result>(name: string, deadline: number, begin: (deadline: number) => Promise<Result>): Promise<Result> {
    return waitWithin(deadline, (this.#running.get(name) as Promise<Result> | undefined) ?? this.#start(name, deadline, begin));
  }

  #start<Result>(name: string, deadline: number, begin: (deadline: number) => Promise<Result>): Promise<Result> {
    // Only one work is extended at a time, so that the other threads stay free.
    const isExtended = !this.#hasExtended;
    this.#hasExtended = true;
    const running = begin(isExtended ? Math.max(deadline, EXTENDED_DEADLINE) : deadline).finally(() => {
      this.#running.delete(name);
      if (isExtended) this.#hasExtended = false;
    });
    this.#running.set(name, running);
    return running;
  }
}

function waitWithin<Result>(deadline: number, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new MusterError('filter_too_costly')), deadline);
    timer.unref();
    // After the deadline a failure of the work has no effect.
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

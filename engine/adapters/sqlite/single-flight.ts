import { MusterError } from '../../errors/index.ts';

/** Milliseconds that work may go on whose result is kept, when those who asked for it wait no longer. */
const EXTENDED_DEADLINE = 60_000;

/**
 * Work of reader threads whose result is kept. Those who ask for the same meanwhile share it, and each waits no longer
 * than its own deadline. The first work under way goes on after that: a large store whose pages must come from the disk
 * would else begin anew, and be given up, at every request.
 */
export class SingleFlight {
  readonly #running = new Map<string, Promise<unknown>>();
  #hasExtended = false;

  /** Waits for the work of this kind and name, which is begun when it is not under way. Errors: `filter_too_costly`, those of the work. */
  run<Result>(name: string, deadline: number, begin: (deadline: number) => Promise<Result>): Promise<Result> {
    return waitWithin(deadline, (this.#running.get(name) as Promise<Result> | undefined) ?? this.#start(name, deadline, begin));
  }

  #start<Result>(name: string, deadline: number, begin: (deadline: number) => Promise<Result>): Promise<Result> {
    // One at a time, so that the other threads stay free.
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
    // When nobody waits any longer, a failure of the work is nobody's.
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

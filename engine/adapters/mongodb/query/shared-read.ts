/** Concurrent reads; further callers wait for one of them and share the next. */
const MAX_CONCURRENT_READS = 2;

/**
 * Shares one read between callers: calls of one turn of the event loop, and calls that have to wait because earlier reads
 * are running. The result is always read after the call.
 */
export class SharedRead<Value> {
  readonly #read: () => Promise<Value>;
  #next: Promise<Value> | undefined;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(read: () => Promise<Value>) {
    this.#read = read;
  }

  read(): Promise<Value> {
    return (this.#next ??= this.#run());
  }

  async #run(): Promise<Value> {
    if (this.#running < MAX_CONCURRENT_READS) await new Promise((resolve) => setImmediate(resolve));
    if (this.#running >= MAX_CONCURRENT_READS) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    // From here on the read is sent: later callers need another one.
    this.#next = undefined;
    this.#running += 1;
    try {
      return await this.#read();
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }
}

import { stat, statSync, type BigIntStats } from 'node:fs';
import { MusterError } from '../../../errors/index.ts';

/** Milliseconds between two checks of the file: for at most this long a write may go to a file that was moved away. */
const CHECK_INTERVAL = 1000;

/**
 * Detects that the file was moved or replaced while it is open: a connection continues with the file that it opened, and
 * all writes would be lost with the process. The store works again once the same file is back.
 */
export class FileWatcher {
  readonly #file: string;
  readonly #own: string;
  readonly #timer: NodeJS.Timeout;
  #isPresent = true;

  constructor(file: string) {
    this.#file = file;
    this.#own = getFileIdentity(statSync(file, { bigint: true }));
    this.#timer = setInterval(() => this.#check(), CHECK_INTERVAL).unref();
  }

  /** Throws `store_moved`. */
  assertPresent(): void {
    if (!this.#isPresent) throw new MusterError('store_moved');
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    stat(this.#file, { bigint: true }, (error, found) => {
      // Other disk errors are reported by the reads and writes themselves.
      if (error === null) this.#isPresent = getFileIdentity(found) === this.#own;
      else if (error.code === 'ENOENT' || error.code === 'ENOTDIR') this.#isPresent = false;
    });
  }
}

function getFileIdentity({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}

import { stat, statSync, type BigIntStats } from 'node:fs';
import { MusterError } from '../../errors/index.ts';

/** Milliseconds between two looks at the file: for so long at most a save may go to a file that nobody finds again. */
const CHECK_INTERVAL = 1000;

/**
 * Notices when the file was moved away or another put in its place while it is open: a connection goes on with the one that
 * it opened, and all that is saved would be lost with the process. It is well again once the same file is back.
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

  /** Errors: `store_moved`. */
  assertPresent(): void {
    if (!this.#isPresent) throw new MusterError('store_moved');
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    stat(this.#file, { bigint: true }, (error, found) => {
      // A disk that does not answer is told by the reads and writes themselves.
      if (error === null) this.#isPresent = getFileIdentity(found) === this.#own;
      else if (error.code === 'ENOENT' || error.code === 'ENOTDIR') this.#isPresent = false;
    });
  }
}

function getFileIdentity({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}

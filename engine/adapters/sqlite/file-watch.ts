import { stat, statSync, type BigIntStats } from 'node:fs';
import { MusterError } from '../../errors/index.ts';

/** Milliseconds between two looks at the file: for so long at most a save may go to a file that nobody finds again. */
const LOOK = 1000;

/**
 * Notices when the file was moved away or another put in its place while it is open: a connection goes on with the one that
 * it opened, and all that is saved would be lost with the process. It is well again once the same file is back.
 */
export class FileWatch {
  readonly #file: string;
  readonly #own: string;
  readonly #timer: NodeJS.Timeout;
  #isThere = true;

  constructor(file: string) {
    this.#file = file;
    this.#own = nameFile(statSync(file, { bigint: true }));
    this.#timer = setInterval(() => this.#look(), LOOK).unref();
  }

  /** Errors: `store_moved`. */
  assertThere(): void {
    if (!this.#isThere) throw new MusterError('store_moved');
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    stat(this.#file, { bigint: true }, (error, found) => {
      // A disk that does not answer is told by the reads and writes themselves.
      if (error === null) this.#isThere = nameFile(found) === this.#own;
      else if (error.code === 'ENOENT' || error.code === 'ENOTDIR') this.#isThere = false;
    });
  }
}

function nameFile({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}

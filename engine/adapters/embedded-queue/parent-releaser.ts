import type { ClockPort, JobReference, LogPort } from '../../ports/index.ts';
import { makeDue } from './job-changes.ts';
import { childrenOf, hasEnded, inPlace, type JobDocument } from './job-document.ts';
import type { JobTable } from './job-table.ts';

/** Blocked jobs of a queue that one search checks. */
const SWEEP_SIZE = 500;

/** Options of a releaser. */
export interface ParentReleaserOptions {
  readonly table: JobTable;
  readonly clock: ClockPort;
  readonly log: LogPort;
  readonly onReleased: (job: JobDocument) => void;
}

/** Makes blocked jobs wait for a worker when the last of their children has ended. */
export class ParentReleaser {
  readonly #options: ParentReleaserOptions;
  /** Blocked jobs of each queue before those that the next sweep checks. */
  readonly #offsets = new Map<string, number>();

  constructor(options: ParentReleaserOptions) {
    this.#options = options;
  }

  /** To be called after a job has ended. Errors are left to `sweep`. */
  async noticeEnd(job: JobDocument): Promise<void> {
    if (!job.parent || !hasEnded(job)) return;
    await this.#release(job.parent).catch((error: Error) =>
      this.#options.log.warn({ queue: job.queue, job: job.id, error: error.name }, 'The parent of a job could not be started yet.'),
    );
  }

  /**
   * Releases parents whose last child ended in a process that did not come to release them. Each call checks the next ones of the queue, and
   * after the last ones the first again.
   */
  async sweep(queue: string): Promise<void> {
    const offset = this.#offsets.get(queue) ?? 0;
    const blocked = await this.#options.table.find(inPlace(queue, 'blocked'), SWEEP_SIZE, offset);
    let released = 0;
    for (const job of blocked) if (await this.#release(job)) released += 1;
    this.#offsets.set(queue, blocked.length < SWEEP_SIZE ? 0 : offset + blocked.length - released);
  }

  /** Of children that end at the same time, the last to look finds no other; that no child is added meanwhile is checked by the commit. */
  async #release(reference: JobReference): Promise<boolean> {
    const { table, onReleased } = this.#options;
    const [open] = await table.find(childrenOf(reference, true), 1);
    if (open) return false;
    const parent = await table.getOne(reference);
    if (parent?.state !== 'blocked') return false;
    const released = await table.unblock(parent, makeDue(parent));
    if (released) onReleased(released);
    return released !== undefined;
  }
}

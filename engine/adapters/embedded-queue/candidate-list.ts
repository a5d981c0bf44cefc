import { inPlace, toKeys, type JobDocument } from './job-document.ts';
import type { JobTable } from './job-table.ts';

const MIN_SIZE = 16;
const MAX_SIZE = 400;
/** Jobs are claimed in a random order for this many lists after another process was faster. */
const SHUFFLED_LISTS = 20;

/** Options of a candidate list. */
export interface CandidateListOptions {
  readonly table: JobTable;
  readonly queue: string;
  /** Jobs that are wanted at the same time. */
  readonly size: number;
  /** Jobs that this process has already. */
  isBusy(job: JobDocument): boolean;
  /** Called when there are candidates again. */
  onFound(): void;
}

/** The next waiting jobs of a queue, read ahead so that one commit can end a job and claim another. Others may claim them first. */
export class CandidateList {
  readonly #options: CandidateListOptions;
  readonly #limit: number;
  #jobs: JobDocument[] = [];
  #isReading = false;
  /** More may be waiting than is known here. */
  #mayHaveMore = true;
  #shuffles = 0;

  constructor(options: CandidateListOptions) {
    this.#options = options;
    this.#limit = Math.min(Math.max(options.size * 4, MIN_SIZE), MAX_SIZE);
  }

  /** The next candidate; without one, reads further ones in the background. */
  take(): JobDocument | undefined {
    for (let job = this.#jobs.shift(); job; job = this.#jobs.shift()) if (!this.#options.isBusy(job)) return job;
    if (this.#mayHaveMore && !this.#isReading) void this.#read();
    return undefined;
  }

  /** Jobs were added. Those that come before the known candidates, at `order`, make these outdated. */
  expire(order?: number): void {
    this.#mayHaveMore = true;
    const last = this.#jobs.at(-1);
    if (last && (order === undefined || order < Number(toKeys(last)['order']))) this.#jobs = [];
  }

  /** Another process claimed a candidate: in a random order, processes seldom try the same ones. */
  noticeConflict(): void {
    this.#shuffles = SHUFFLED_LISTS;
    this.#mayHaveMore = true;
  }

  async #read(): Promise<void> {
    const { table, queue, isBusy, onFound } = this.#options;
    this.#isReading = true;
    this.#mayHaveMore = false;
    let found: readonly JobDocument[] = [];
    try {
      found = await table.find(inPlace(queue, 'waiting'), this.#limit);
    } catch {
      // The next poll tries again.
    }
    this.#isReading = false;
    this.#jobs = found.filter((job) => !isBusy(job));
    if (this.#shuffles > 0) this.#shuffle();
    const wasWoken = this.#mayHaveMore;
    this.#mayHaveMore ||= found.length === this.#limit;
    // When all of them are busy here, the end of one of them starts the next search: an immediate one would find the same.
    if (this.#jobs.length > 0 || wasWoken) onFound();
  }

  #shuffle(): void {
    this.#shuffles -= 1;
    const ranked = this.#jobs.map((job) => ({ job, rank: job.priority + Math.random() }));
    this.#jobs = ranked.sort((a, b) => a.rank - b.rank).map(({ job }) => job);
  }
}

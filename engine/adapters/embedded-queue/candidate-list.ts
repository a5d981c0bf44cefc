import { inPlace, toKeys, type JobDocument } from './job-document.ts';
import type { JobTable } from './job-table.ts';

const MIN_SIZE = 16;
const MAX_SIZE = 400;
/** Lists for which jobs are claimed in a random order after another process was faster. */
const SHUFFLED_LISTS = 20;

/** The part of the jobs that a process prefers, so that processes seldom try to claim the same one. */
export interface Share {
  /** 0 to `count - 1`. */
  readonly index: number;
  /** Processes that live. */
  readonly count: number;
}

/** Options of a candidate list. */
export interface CandidateListOptions {
  readonly table: JobTable;
  readonly queue: string;
  /** Jobs that are wanted at the same time. */
  readonly size: number;
  readonly share: () => Share;
  /** Jobs that this process has already. */
  readonly isBusy: (job: JobDocument) => boolean;
  /** Called when there are candidates again. */
  readonly onFound: () => void;
}

/** The next waiting jobs of a queue, read ahead so that one commit can end a job and claim another. Others may claim them first. */
export class CandidateList {
  readonly #options: CandidateListOptions;
  #jobs: JobDocument[] = [];
  #isReading = false;
  /** More may be waiting than is known here. */
  #mayHaveMore = true;
  #shuffles = 0;

  constructor(options: CandidateListOptions) {
    this.#options = options;
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

  /** Another process claimed a candidate. */
  noticeConflict(): void {
    this.#shuffles = SHUFFLED_LISTS;
    this.#mayHaveMore = true;
  }

  async #read(): Promise<void> {
    const { table, queue, size, share, isBusy, onFound } = this.#options;
    const isContended = this.#shuffles > 0;
    const wanted = Math.max(size * (isContended ? 2 : 4), MIN_SIZE);
    const limit = Math.min(wanted * (isContended ? 8 : share().count), MAX_SIZE);
    this.#isReading = true;
    this.#mayHaveMore = false;
    let found: readonly JobDocument[] = [];
    try {
      found = await table.find(inPlace(queue, 'waiting'), limit);
    } catch {
      // The next poll tries again.
    }
    this.#isReading = false;
    const free = found.filter((job) => !isBusy(job));
    this.#jobs = isContended || share().count > 1 ? this.#rank(free).slice(0, wanted) : free;
    const wasWoken = this.#mayHaveMore;
    this.#mayHaveMore ||= found.length === limit || free.length > this.#jobs.length;
    // When all of them are busy here, the end of one of them starts the next search: an immediate one would find the same.
    if (this.#jobs.length > 0 || wasWoken) onFound();
  }

  /** By priority, then those of the own share, then in their order or, while other processes are faster, in a random one. */
  #rank(jobs: readonly JobDocument[]): JobDocument[] {
    const { index, count } = this.#options.share();
    const isContended = this.#shuffles > 0;
    this.#shuffles = Math.max(this.#shuffles - 1, 0);
    const ranked = jobs.map((job, place) => ({
      job,
      rank: job.priority * 2 + (hash(job.id) % count === index ? 0 : 1),
      place: isContended ? Math.random() : place,
    }));
    return ranked.sort((a, b) => a.rank - b.rank || a.place - b.place).map(({ job }) => job);
  }
}

function hash(text: string): number {
  let value = 0;
  for (let at = 0; at < text.length; at += 1) value = (value * 31 + text.charCodeAt(at)) >>> 0;
  return value;
}

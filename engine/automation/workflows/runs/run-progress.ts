import type { JsonValue } from '#engine/model/values';
import { MusterError } from '../../../errors/index.ts';
import type { StorePort, StoreWrite } from '../../../ports/index.ts';
import { RUN_LEASE } from './run-jobs.ts';
import { changeRun, writeRun, type RunChange, type RunStep, type StoredRun } from './stored-run.ts';

/** Where the state of a run is written: the store, or nowhere when a workflow is tested. */
export type RunWriter = (before: StoredRun, after: StoredRun, more: readonly StoreWrite[]) => Promise<void>;

/** Writes the state to the store. Errors: `workflow_run_changed` when another process, or an admin, changed the run meanwhile. */
export function createRunWriter(store: StorePort): RunWriter {
  return async (before, after, more) => {
    const { _id, _version, ...fields } = after;
    const { committed } = await store.commit({ writes: [writeRun(_id, before, fields), ...more] });
    if (!committed) throw new MusterError('workflow_run_changed');
  };
}

/**
 * The state of a run while it is executed. The result of a step is written before the next step begins, or with the end of the run: a step
 * that is repeated after a crash has the same idempotency key.
 */
export class RunProgress {
  readonly #write: RunWriter;
  readonly #now: () => number;
  #stored: StoredRun;
  #run: StoredRun;

  constructor(run: StoredRun, write: RunWriter, now: () => number) {
    this.#write = write;
    this.#now = now;
    this.#stored = run;
    this.#run = run;
  }

  get run(): StoredRun {
    return this.#run;
  }

  step(path: string): RunStep | undefined {
    return this.#run.steps.find((step) => step.path === path);
  }

  /** Notes a step; it is written with the next `flush` or `end`. */
  note(step: Omit<RunStep, 'at'>): void {
    const earlier = this.step(step.path);
    const milliseconds = (earlier?.milliseconds ?? 0) + step.milliseconds;
    const noted: RunStep = { ...step, milliseconds, at: this.#now() };
    const others = this.#run.steps.filter(({ path }) => path !== step.path);
    this.#run = { ...this.#run, steps: [...others, noted], milliseconds: this.#run.milliseconds + step.milliseconds };
  }

  /** Changes the run; it is written with the next `flush` or `change`. */
  assign(change: RunChange): void {
    this.#run = { ...this.#run, ...change } as StoredRun;
  }

  /** Forgets the steps inside a loop whose record is done. */
  forget(prefix: string): void {
    this.#run = { ...this.#run, steps: this.#run.steps.filter(({ path }) => !path.startsWith(prefix)) };
  }

  /** Writes what was noted: to be called before each effect. */
  async flush(): Promise<void> {
    if (this.#run !== this.#stored) await this.change({ status: 'running', due: this.#now() + RUN_LEASE });
  }

  /** Writes what was noted together with a change, and with other documents. */
  async change(change: RunChange, more: readonly StoreWrite[] = []): Promise<void> {
    const next = changeRun({ ...this.#run, _version: this.#stored._version }, change);
    await this.#write(this.#stored, next, more);
    this.#stored = next;
    this.#run = next;
  }
}

/** The result of a step in a form that a run can keep. */
export function toResult(value: JsonValue): JsonValue {
  return JSON.stringify(value).length <= MAX_RESULT ? value : { omitted: true };
}

/** Characters of the result of a step; that of a loop with 1,000 records is the largest. */
const MAX_RESULT = 60_000;

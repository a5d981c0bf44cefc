import type { TraceError, TraceField, TraceOutcome, TraceQuery, TraceResult, TraceStep } from '#engine/model/wire';
import type { CompiledModule } from '#engine/model/compiled';
import type { JsonObject } from '#engine/model/values';
import { MusterError } from '../../errors/index.ts';
import { describeFields } from './describe-fields.ts';

/** Steps of a trace; later ones are counted. */
const MAX_STEPS = 400;
/** Queries of a step; later ones are counted. */
const MAX_QUERIES = 40;
/** Entries of saves whose post-save hooks are shown. */
const MAX_CHANGES = 100;

type OpenStep = { -readonly [name in keyof TraceStep]: TraceStep[name] } & {
  readonly fields: TraceField[];
  readonly queries: TraceQuery[];
};

/** What a step is called. */
type StepName = Pick<TraceStep, 'kind' | 'name'> & { readonly plugin?: string; readonly run?: string };

/** The values of a record, which a step may change. */
type Values = JsonObject;

/**
 * Records what one save does, one step after the other: each begins inside those that are open. It lives as long as the save, and keeps its
 * open steps in a list, so that no step needs to know about another one.
 */
export class TraceRecorder {
  readonly #now: () => number;
  readonly #startedAt: number;
  readonly #steps: OpenStep[] = [];
  readonly #open: OpenStep[] = [];
  readonly #changes: string[] = [];
  #leftOut = 0;
  #queryCount = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#startedAt = now();
  }

  /** Begins a step inside the open ones. Returns the function that ends it, and everything that is still open inside it. */
  begin({ kind, name, plugin, run }: StepName): (fields?: readonly TraceField[]) => void {
    const step: OpenStep = {
      ...{ kind, name, plugin: plugin ?? null, depth: this.#open.length, start: this.#elapsed(), milliseconds: 0 },
      ...{ fields: [], queries: [], queryCount: 0, run: run ?? null, error: null },
    };
    if (this.#steps.length < MAX_STEPS) this.#steps.push(step);
    else this.#leftOut += 1;
    this.#open.push(step);
    return (fields = []) => this.#end(step, fields);
  }

  /** Runs a step. Its error is that of the step, and is thrown on. */
  async run<Result>(step: StepName, run: () => Promise<Result>, readFields?: () => readonly TraceField[]): Promise<Result> {
    const end = this.begin(step);
    try {
      return await run();
    } catch (error) {
      this.fail(error);
      throw error;
    } finally {
      end(readFields?.());
    }
  }

  /** Begins the save of a record. */
  beginSave(module: CompiledModule, kind: string): SaveSteps {
    return new SaveSteps(this, module, this.begin({ kind: 'save', name: `${kind} ${module.name}` }));
  }

  /** Ids of the entries of its saves in `_changes` whose post-save hooks are still to run. */
  get changes(): readonly string[] {
    return this.#changes;
  }

  /** Notes an entry of a save. */
  addChange(id: string): void {
    if (this.#changes.length < MAX_CHANGES) this.#changes.push(id);
  }

  /** Adds a query to the innermost step. */
  addQuery(kind: string, collection: string, milliseconds: number): void {
    this.#queryCount += 1;
    const step = this.#open.at(-1);
    if (step === undefined) return;
    step.queryCount += 1;
    if (step.queries.length < MAX_QUERIES) step.queries.push({ kind, collection, milliseconds: round(milliseconds) });
  }

  /** Notes why the innermost step failed. */
  fail(error: unknown): void {
    const step = this.#open.at(-1);
    if (step !== undefined) step.error ??= describeError(error);
  }

  /** Drops the steps of an attempt that was not committed. */
  restart(): void {
    this.#steps.length = 0;
    this.#open.length = 0;
    this.#changes.length = 0;
    this.#leftOut = 0;
  }

  /** Ends everything that is open. Without `error` the save succeeded. */
  finish(error?: unknown): TraceResult {
    if (error !== undefined) this.fail(error);
    const [first] = this.#open;
    if (first !== undefined) this.#end(first, []);
    const outcome: TraceOutcome = error === undefined ? 'saved' : 'refused';
    return {
      ...{ outcome, error: error === undefined ? null : describeError(error), milliseconds: this.#elapsed() },
      ...{ queryCount: this.#queryCount, steps: this.#steps, stepsLeftOut: this.#leftOut },
    };
  }

  #end(step: OpenStep, fields: readonly TraceField[]): void {
    const place = this.#open.indexOf(step);
    if (place === -1) return;
    for (const open of this.#open.splice(place)) open.milliseconds = round(this.#elapsed() - open.start);
    step.fields.push(...fields);
  }

  #elapsed(): number {
    return round(this.#now() - this.#startedAt);
  }
}

/** The stages of the save of one record: each ends where the next one begins. */
export class SaveSteps {
  readonly #recorder: TraceRecorder;
  readonly #module: CompiledModule;
  readonly #endSave: () => void;
  #endStage: (fields?: readonly TraceField[]) => void = () => undefined;
  #values: Values | undefined;

  constructor(recorder: TraceRecorder, module: CompiledModule, end: () => void) {
    this.#recorder = recorder;
    this.#module = module;
    this.#endSave = end;
  }

  /** Begins a stage. With the values of the record at its beginning, so that the end of the earlier one shows what changed. */
  stage(name: string, values?: Values): void {
    this.#end(values);
    this.#endStage = this.#recorder.begin({ kind: 'stage', name });
  }

  /** Ends the save, and its last stage. */
  end(values?: Values): void {
    this.#end(values);
    this.#endSave();
  }

  #end(values: Values | undefined): void {
    this.#endStage(values === undefined || this.#values === undefined ? [] : describeFields(this.#module, this.#values, values));
    if (values !== undefined) this.#values = { ...values };
  }
}

function describeError(error: unknown): TraceError {
  const known = error instanceof MusterError && error.isPublic ? error : new MusterError('internal_error');
  return { code: error instanceof MusterError ? error.code : known.code, text: known.message };
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}

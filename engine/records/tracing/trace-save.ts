import type { SaveTraceSummary, TraceResult } from '#engine/model/wire';
import type { RecordDocument } from '#engine/model/values';
import type { SaveRequest, WriteContext } from '../save/write-context.ts';
import type { SaveToReplay, SaveTracer } from './trace-contract.ts';
import { createTracedServices } from './traced-services.ts';
import { TraceRecorder } from './trace-recorder.ts';

/** Saves of one write that are traced, such as entries of a bulk save. */
const MAX_TRACES = 50;

type Requested = Pick<SaveRequest, 'module' | 'id'> & Partial<Pick<SaveRequest, 'fields' | 'expectedVersion' | 'runHooksIfUnchanged'>>;

/** What is run: a save, which can be run again, or something else with a record. */
type TracedWrite = Requested & { readonly kind: SaveTraceSummary['kind'] };

/** Runs a write. `onAttempt` is called with the record before it, at the beginning of each attempt. */
type RunWrite<Result> = (context: WriteContext, onAttempt?: (before: RecordDocument | undefined) => void) => Promise<Result>;

/** Runs a write, and traces it if it is to be traced. Without a trace this is one check. */
export function runTraced<Result>(context: WriteContext, requested: TracedWrite, run: RunWrite<Result>): Promise<Result> {
  const { tracer } = context.services;
  const { traces } = context;
  return traces === undefined || tracer === undefined || traces.length >= MAX_TRACES
    ? run(context)
    : traceWrite({ ...context, traces }, requested, run, tracer);
}

async function traceWrite<Result>(
  context: WriteContext & { readonly traces: string[] },
  requested: TracedWrite,
  run: RunWrite<Result>,
  tracer: SaveTracer,
): Promise<Result> {
  const { services, scope, traces } = context;
  const id = services.ids.next();
  const at = services.clock.now();
  traces.push(id);
  const { before, end } = recordWrite(context, run);
  const { result, changes, written } = await end;
  const { module, kind, id: record } = requested;
  const save = describeSave(context, requested, before());
  await tracer.store({ id, at, module, kind, record, user: scope.actor.userId, result, changes, save });
  return written;
}

/** A save as it can be run again; undefined: another write, or a removal, which leaves nothing to compare. */
function describeSave(
  { scope, allowDuplicates, changeSource }: WriteContext,
  { kind, module, id, fields = {}, expectedVersion, runHooksIfUnchanged }: TracedWrite,
  before: RecordDocument | undefined,
): SaveToReplay | undefined {
  if (kind === 'remove' || kind === 'merge' || kind === 'undo') return undefined;
  return {
    ...{ kind, module: module.name, id, fields, expectedVersion, runHooksIfUnchanged, allowDuplicates, changeSource },
    ...{ actor: { ...scope.actor }, before: before ?? null, definitionVersion: scope.snapshot.version },
  };
}

/** A write with what its trace says about it. `written` rejects with its error. */
export interface RecordedWrite<Result> {
  readonly result: TraceResult;
  readonly changes: readonly string[];
  readonly written: Promise<Result>;
}

/** Runs a write on services that record it. */
export function recordWrite<Result>(
  context: WriteContext,
  run: RunWrite<Result>,
): { readonly before: () => RecordDocument | undefined; readonly end: Promise<RecordedWrite<Result>> } {
  const trace = new TraceRecorder();
  let earlier: RecordDocument | undefined;
  const traced: WriteContext = { ...context, services: createTracedServices(context.services, trace), traces: undefined };
  const written = run(traced, (before) => {
    trace.restart();
    earlier = before;
  });
  const end = written.then(
    () => ({ result: trace.finish(), changes: trace.changes, written }),
    (error: unknown) => ({ result: trace.finish(error), changes: trace.changes, written }),
  );
  return { before: () => earlier, end };
}

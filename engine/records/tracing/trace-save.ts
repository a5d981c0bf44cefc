import type { TraceResult } from '#engine/model/wire';
import type { RecordDocument } from '#engine/model/values';
import type { WriteResult } from '../contract.ts';
import type { SaveRequest, WriteContext } from '../save/write-context.ts';
import type { SaveTracer } from './trace-contract.ts';
import { createTracedServices } from './traced-services.ts';
import { TraceRecorder } from './trace-recorder.ts';

/** Saves of one write that are traced, such as entries of a bulk save. */
const MAX_TRACES = 50;

type Requested = Pick<SaveRequest, 'kind' | 'module' | 'id' | 'fields' | 'expectedVersion' | 'runHooksIfUnchanged'>;

/** Runs a save. `onAttempt` is called with the record before it, at the beginning of each attempt. */
type RunSave = (context: WriteContext, onAttempt?: (before: RecordDocument | undefined) => void) => Promise<WriteResult>;

/** Runs a save, and traces it if its write is traced. Without a trace this is one check. */
export function runSave(context: WriteContext, requested: Requested, run: RunSave): Promise<WriteResult> {
  const { tracer } = context.services;
  const { traces } = context;
  return traces === undefined || tracer === undefined || traces.length >= MAX_TRACES
    ? run(context)
    : traceSave({ ...context, traces }, requested, run, tracer);
}

async function traceSave(
  context: WriteContext & { readonly traces: string[] },
  requested: Requested,
  run: RunSave,
  tracer: SaveTracer,
): Promise<WriteResult> {
  const { services, scope, allowDuplicates, changeSource, traces } = context;
  const id = services.ids.next();
  const at = services.clock.now();
  traces.push(id);
  const { before, end } = recordSave(context, run);
  const { result, written } = await end;
  const { module, kind, id: record, fields, expectedVersion, runHooksIfUnchanged } = requested;
  await tracer.store({
    ...{ id, at, module, result },
    save: {
      ...{ kind, module: module.name, id: record, fields, expectedVersion, runHooksIfUnchanged, allowDuplicates, changeSource },
      ...{ actor: { ...scope.actor }, before: before() ?? null, definitionVersion: scope.snapshot.version },
    },
  });
  return written;
}

/** A save with what its trace says about it. `written` rejects with the error of the save. */
export interface RecordedSave {
  readonly result: TraceResult;
  readonly written: Promise<WriteResult>;
}

/** Runs a save on services that record it. */
export function recordSave(
  context: WriteContext,
  run: RunSave,
): { readonly before: () => RecordDocument | undefined; readonly end: Promise<RecordedSave> } {
  const trace = new TraceRecorder();
  let earlier: RecordDocument | undefined;
  const traced: WriteContext = { ...context, services: createTracedServices(context.services, trace), traces: undefined };
  const written = run(traced, (before) => {
    trace.restart();
    earlier = before;
  });
  const end = written.then(
    () => ({ result: trace.finish(), written }),
    (error: unknown) => ({ result: trace.finish(error), written }),
  );
  return { before: () => earlier, end };
}

import type { StorePort } from '../../ports/index.ts';
import type { HookRegistry, NamedHook, PreSaveContext, SaveParticipant } from '../hooks.ts';
import type { RecordServices } from '../record-services.ts';
import { describeFields } from './describe-fields.ts';
import type { TraceRecorder } from './trace-recorder.ts';

/** The services of one traced save: its queries, hooks and workflows are recorded. All others go on with the services as they are. */
export function createTracedServices(services: RecordServices, trace: TraceRecorder): RecordServices {
  const { operationsOn, records, ...options } = services;
  const traced = {
    ...options,
    ...{ store: traceStore(services.store, trace), hooks: traceHooks(services.hooks, trace) },
    // What hooks save by themselves belongs to this trace.
    ...{ trace, tracer: undefined },
  };
  return { ...traced, operationsOn, records: operationsOn?.(traced) ?? records };
}

const QUERIES: ReadonlySet<string> = new Set(['get', 'find', 'findAcross', 'findIds', 'count', 'page', 'group', 'reserveNumbers']);

type Call = (...values: readonly unknown[]) => unknown;

function traceStore(store: StorePort, trace: TraceRecorder): StorePort {
  return new Proxy(store, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      const call = (member as Call).bind(target);
      if (name === 'commit')
        return (...values: readonly unknown[]) => trace.run({ kind: 'commit', name: 'commit' }, async () => call(...values));
      return typeof name === 'string' && QUERIES.has(name) ? traceQuery(trace, name, call) : call;
    },
  });
}

function traceQuery(trace: TraceRecorder, kind: string, call: Call): Call {
  return async (...values) => {
    const startedAt = performance.now();
    try {
      return await call(...values);
    } finally {
      trace.addQuery(kind, collectionOf(values[0]), performance.now() - startedAt);
    }
  };
}

/** The first argument of a query: the name of a collection, a query, or several queries. */
function collectionOf(query: unknown): string {
  if (typeof query === 'string') return query;
  if (Array.isArray(query)) return [...new Set((query as readonly unknown[]).map(collectionOf))].join(', ');
  return (query as { readonly collection?: string }).collection ?? '';
}

function traceHooks(hooks: HookRegistry, trace: TraceRecorder): HookRegistry {
  const { participant } = hooks;
  return {
    ...hooks,
    preSave: (module) => hooks.preSave(module).map((hook) => tracePreSave(hook, trace)),
    inTransaction: (module) =>
      hooks.inTransaction(module).map((hook) => {
        const { plugin, name } = hook;
        return { ...hook, run: (context) => trace.run({ kind: 'inTransaction', name, plugin }, () => hook.run(context)) };
      }),
    onMerge: (module) =>
      hooks.onMerge(module).map((hook) => {
        const { plugin, name } = hook;
        return { ...hook, run: (context) => trace.run({ kind: 'onMerge', name, plugin }, () => hook.run(context)) };
      }),
    ...(participant === undefined ? {} : { participant: traceParticipant(participant, trace) }),
  };
}

function tracePreSave(hook: NamedHook<PreSaveContext>, trace: TraceRecorder): NamedHook<PreSaveContext> {
  const { plugin, name } = hook;
  return {
    ...hook,
    run: (context) => {
      const before = { ...context.draft };
      return trace.run(
        { kind: 'preSave', name, plugin },
        () => hook.run(context),
        () => describeFields(context.event.module, before, context.draft),
      );
    },
  };
}

/** Each workflow that the save starts is a step. Its run comes after the save. */
function traceParticipant(participant: SaveParticipant, trace: TraceRecorder): SaveParticipant {
  return {
    concerns: (scope, module) => participant.concerns(scope, module),
    prepare: async (save) => {
      const started = await participant.prepare(save);
      for (const { workflow, run } of started ?? [])
        trace.begin({ kind: 'workflow', name: save.scope.snapshot.workflows.byId(workflow)?.name ?? workflow, run })();
      return started;
    },
  };
}

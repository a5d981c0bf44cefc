import { MusterError } from '../errors/index.ts';
import type {
  HookContext,
  HookRegistry,
  MergeHookContext,
  InTransactionContext,
  NamedHook,
  PostSaveContext,
  PreSaveContext,
} from '../records/index.ts';
import { createRunIds } from './add-job.ts';
import { createPluginEffects } from './create-plugin-effects.ts';
import { type FieldCheck, watchFields } from './declared-fields.ts';
import { createRevocableReports } from './plugin-reports.ts';
import { createRevocableRecords } from './revocable-records.ts';
import type { JobAdder } from './manifest.ts';
import type { PluginHook } from './plugin-hook.ts';
import { listHooks, type HookKind } from './order-hooks.ts';
import { actAsPlugin, assertRunning, type PluginRuntime, type PluginServices } from './plugin-runtime.ts';
import { runGuarded } from './run-guarded.ts';
import { trackErrorOwner, type HandlerRef } from './uncaught-errors.ts';
import type { Watch } from './watchdog.ts';

const DEFAULT_DEADLINE = 5000;

/** Methods that return a promise, so that a refusal is a rejection and not a throw. */
const ASYNC_METHODS = new Set(['userInTurn', 'create', 'update', 'markDeleted', 'createOnce', 'invite', 'addJob']);

/** The hooks of all plugins, by module, in the order in which they run. */
export function createHookRegistry(plugins: readonly PluginRuntime[], watch: Watch, services: () => PluginServices): HookRegistry {
  const hooks = new Map<string, readonly NamedHook<never>[]>();
  const hooked = new Map<string, readonly PluginRuntime[]>();
  const runtimes = new Map(plugins.map((plugin) => [plugin.manifest, plugin]));
  const manifests = [...runtimes.keys()];
  const list = <Context extends HookContext>(kind: HookKind, module: string, guarded: readonly string[]): readonly NamedHook<Context>[] => {
    const key = `${kind} ${module}`;
    let found = hooks.get(key);
    if (!found) {
      found = listHooks<PluginHook<Context>>(manifests, kind, module).flatMap(({ plugin, hook }) => {
        const runtime = runtimes.get(plugin);
        return runtime === undefined ? [] : [nameHook(runtime, kind, hook, guarded, watch, services)];
      });
      hooks.set(key, found);
    }
    return found;
  };
  return {
    preSave: (module) => list<PreSaveContext>('preSave', module, ['warn', 'requireAbsence', 'userInTurn']),
    inTransaction: (module) => list<InTransactionContext>('inTransaction', module, ['create', 'update', 'markDeleted']),
    onMerge: (module) => list<MergeHookContext>('onMerge', module, ['create']),
    postSave: (module) => list<PostSaveContext>('postSave', module, ['createOnce', 'invite', 'addJob']),
    assertAvailable: (module) => {
      let required = hooked.get(module);
      if (!required) {
        required = plugins.filter(({ manifest }) =>
          (['preSave', 'inTransaction', 'postSave'] as const).some((kind) => listHooks([manifest], kind, module).length > 0),
        );
        hooked.set(module, required);
      }
      for (const plugin of required) assertRunning(plugin);
    },
  };
}

function nameHook<Context extends HookContext>(
  plugin: PluginRuntime,
  kind: HookKind,
  hook: PluginHook<Context>,
  guarded: readonly string[],
  watch: Watch,
  services: () => PluginServices,
): NamedHook<Context> {
  const name = plugin.manifest.name;
  const handler = `${kind} ${hook.module} ${hook.name}`;
  const checks = plugin.fieldChecks(handler);
  const purpose = kind === 'postSave' ? 'effect' : 'save';
  const task = { plugin: name, handler, purpose, deadline: hook.deadline ?? DEFAULT_DEADLINE, log: plugin.log, watch } as const;
  return {
    plugin: name,
    name: hook.name,
    run: async (context) => {
      assertRunning(plugin);
      const isEffect = kind === 'postSave';
      const given = isEffect ? { ...context, addJob: createAddJob(plugin, hook, context, services) } : context;
      const { narrowed, revoke } = narrowContext(plugin, given, { guarded, check: checks(), owner: task });
      // What is written in the transaction must not depend on reads that it does not track.
      if (kind === 'inTransaction' || kind === 'onMerge') return runGuarded({ revoke, ...task }, () => hook.run(narrowed));
      const { reports, revoke: revokeReports } = createRevocableReports(services, task);
      const reading = { ...narrowed, reports };
      if (!isEffect) return runGuarded({ ...task, revoke: () => endAll(revoke, revokeReports) }, () => hook.run(reading));
      const { effects, revoke: revokeEffects } = createEffects(plugin, context, handler, services());
      const revokeAll = (): void => endAll(revoke, revokeReports, revokeEffects);
      return runGuarded({ ...task, revoke: revokeAll }, () => hook.run({ ...reading, ...effects }));
    },
  };
}

function endAll(...ends: readonly (() => void)[]): void {
  for (const end of ends) end();
}

/** The effects of one run of a post-save hook, for the actor of its save. */
function createEffects(
  plugin: PluginRuntime,
  { actor }: HookContext,
  handler: string,
  services: PluginServices,
): ReturnType<typeof createPluginEffects> {
  const { manifest, log, createLive, findService } = plugin;
  const owner = { plugin: manifest.name, handler };
  return createPluginEffects({ owner, manifest, log, actor: actAsPlugin(actor, manifest.name), services, createLive, findService });
}

/** Runs that a post-save hook adds have the same ids each time that the hook runs for a save. */
function createAddJob(
  plugin: PluginRuntime,
  { module, name: hook }: PluginHook<never>,
  context: HookContext,
  services: () => PluginServices,
): JobAdder['addJob'] {
  const { changeId } = (context as PostSaveContext).event;
  return plugin.createAddJob(() => services().queue, createRunIds({ changeId, module, hook }));
}

interface NarrowInput {
  /** Methods that throw after the deadline. */
  readonly guarded: readonly string[];
  readonly check: FieldCheck | undefined;
  readonly owner: HandlerRef;
}

/** Wraps the pipeline's context with the plugin's own log, settings, errors and name; its writing methods throw after the deadline. */
function narrowContext<Context extends HookContext>(
  plugin: PluginRuntime,
  context: Context,
  { guarded, check, owner }: NarrowInput,
): { narrowed: Context; revoke: () => void } {
  let over = false;
  const revocable = createRevocableRecords(
    context.records,
    { plugin: plugin.manifest.name, handler: owner.handler },
    { chain: context.chain, check },
  );
  const narrowed = {
    ...context,
    ...(check === undefined ? {} : watchFields(context, check)),
    records: revocable.records,
    actor: actAsPlugin(context.actor, plugin.manifest.name),
    log: plugin.log,
    setting: plugin.setting,
    refuse: plugin.refuse,
  };
  const methods = narrowed as unknown as { [name: string]: (...inputs: unknown[]) => unknown };
  for (const method of guarded) {
    const original = methods[method];
    const invoke = (inputs: readonly unknown[]): unknown => {
      if (over) throw new MusterError('plugin_timeout', { values: { plugin: plugin.manifest.name } });
      return original?.(...inputs);
    };
    methods[method] = ASYNC_METHODS.has(method)
      ? (...inputs) => trackErrorOwner((async () => invoke(inputs))(), owner)
      : (...inputs) => invoke(inputs);
  }
  const revoke = (): void => {
    over = true;
    revocable.revoke();
  };
  return { narrowed, revoke };
}

import { MusterError } from '../../errors/index.ts';
import type { ClockPort, IdsPort, LogPort, SealPort, StorePort } from '../../ports/index.ts';
import { openChange, openRecord, type ChangeEntry, type HookRegistry, type NamedHook, type PostSaveContext, type RecordOperations } from '../../records/index.ts';
import type { DefinitionSnapshot, Registry } from '../../registry/index.ts';
import type { EffectEntries } from './effect-entries.ts';
import { pauseAfter, readEffectState, type EffectFailure, type EffectState } from './effect-state.ts';

/** What running effects needs. */
export interface EffectServices {
  readonly store: StorePort;
  readonly seal: SealPort;
  readonly registry: Registry;
  readonly records: RecordOperations;
  readonly hooks: HookRegistry;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
  readonly log: LogPort;
}

/** Milliseconds for which a process holds an entry; after it another may take it. Renewed before each hook. */
export const LEASE = 15_000;

/**
 * Runs the effects of one save that are not done yet, under a lease. What fails is tried again later, with what was done
 * remembered; the save itself is never touched. Nothing happens when another process holds the entry.
 */
export async function runEntry(services: EffectServices, entries: EffectEntries, due: ChangeEntry): Promise<void> {
  const module = services.registry.current().modules.get(due.module);
  const hooks = module ? services.hooks.postSave(due.module) : [];
  let state = readEffectState(due);
  let failure: EffectFailure | undefined;
  let entry: ChangeEntry | undefined = due;
  for (const hook of hooks) {
    const key = `${hook.plugin}/${hook.name}`;
    if (state.done.includes(key)) continue;
    entry = await entries.postpone(entry, services.clock.now() + LEASE, state);
    if (!entry) return;
    const failed = await runHook(services, entry, hook);
    if (failed) failure = failed;
    else state = { ...state, done: [...state.done, key] };
  }
  if (failure) await keepFailure(services, entries, entry, { ...state, attempts: state.attempts + 1, failure });
  else await entries.finish(entry);
}

async function keepFailure({ clock, log }: EffectServices, entries: EffectEntries, entry: ChangeEntry, state: EffectState): Promise<void> {
  const pause = pauseAfter(state.attempts, Math.random());
  await entries.postpone(entry, clock.now() + pause, state);
  log.warn({ change: entry._id, module: entry.module, record: entry.record_id, plugin: state.failure?.plugin, hook: state.failure?.hook, code: state.failure?.code, attempts: state.attempts, nextInSeconds: Math.round(pause / 1000) }, 'An effect of a save failed and will be tried again.');
}

async function runHook(services: EffectServices, entry: ChangeEntry, hook: NamedHook<PostSaveContext>): Promise<EffectFailure | undefined> {
  try {
    await hook.run(await makeContext(services, entry));
    return undefined;
  } catch (error) {
    const known = error instanceof MusterError ? error : new MusterError('plugin_failed', { values: { plugin: hook.plugin }, cause: error });
    return { plugin: hook.plugin, hook: hook.name, code: known.code, text: known.message, at: new Date(services.clock.now()).toISOString() };
  }
}

async function makeContext({ store, seal, registry, records, clock, ids, log }: EffectServices, entry: ChangeEntry): Promise<PostSaveContext> {
  const snapshot: DefinitionSnapshot = registry.current();
  const module = snapshot.modules.get(entry.module);
  if (!module) throw new MusterError('module_not_found');
  const [stored] = await store.get(module.storage.name, [entry.record_id]);
  return {
    actor: entry.actor,
    clock,
    ids,
    log,
    records,
    setting: (key) => snapshot.settings.get(key)?.setting as ReturnType<PostSaveContext['setting']>,
    record: stored && openRecord({ seal }, { snapshot }, module, stored),
    event: { kind: entry.kind, module, id: entry.record_id, before: openChange(seal, module, entry).before_record, actor: entry.actor, batchId: entry.batch_id, allowDuplicates: entry.allow_duplicates === true, changedFields: entry.changed },
  };
}

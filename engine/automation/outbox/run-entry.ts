import { getAdminMessage, MusterError } from '../../errors/index.ts';
import type { StorePort } from '../../ports/index.ts';
import {
  effectKeyOf,
  withCurrentModule,
  type ChangeEntry,
  type HookRegistry,
  type NamedHook,
  type PostSaveContext,
} from '../../records/index.ts';
import { makeEffectContext, type EffectContextServices } from './effect-context.ts';
import {
  beginRun,
  isInterruptedTooOften,
  LEASE,
  NEVER,
  retryDelay,
  readEffectState,
  type EffectEntries,
  type EffectFailure,
  type EffectState,
} from './effect-entries.ts';
import { holdLease, type LeaseServices } from './hold-lease.ts';

/** The dependencies of running effects. */
export interface EffectServices extends EffectContextServices, LeaseServices {
  readonly store: StorePort;
  readonly hooks: HookRegistry;
}

/** Codes of failures that another attempt would repeat or make worse. */
const NOT_RETRYABLE: ReadonlySet<string> = new Set(['plugin_cycle']);

/** Milliseconds after which an effect that found no queue is tried again. */
const OUTAGE_DELAY = 5_000;

/**
 * Runs the effects of one save that are not done yet, under a lease. Failed ones are tried again later, and completed ones are stored; the
 * save itself is never changed. Does nothing when another process has leased the entry.
 */
export async function runEntry(services: EffectServices, entries: EffectEntries, due: ChangeEntry): Promise<void> {
  const snapshot = services.registry.current();
  const module = snapshot.modules.get(withCurrentModule(snapshot, due).module);
  const hooks = module ? services.hooks.postSave(module.name).filter((hook) => appliesTo(hook, due)) : [];
  let state = readEffectState(due);
  let failure: EffectFailure | undefined;
  let entry = due;
  for (const hook of hooks) {
    const key = effectKeyOf(hook);
    if (state.done.includes(key)) continue;
    state = beginRun(state, key);
    const isInterrupted = isInterruptedTooOften(state);
    const leased = await entries.postpone(entry, services.clock.now() + LEASE, state);
    if (!leased) return entry === due ? undefined : logLostLease(services, due);
    const startedAt = services.clock.now();
    const began = performance.now();
    const { failed, current } = await holdLease(services, entries, { entry: leased, state }, async () => ({
      failed: isInterrupted ? describeInterruption(services, hook) : await runHook(services, leased, hook),
    }));
    if (!current) return logLostLease(services, due);
    entry = isInterrupted ? current : noteTime(current, hook, { startedAt, milliseconds: performance.now() - began, failed });
    state = { ...state, running: undefined, ...(failed ? {} : { done: [...state.done, key] }) };
    if (!failed) continue;
    if (!failure || (!isOutage(failed) && state.isDead !== true)) failure = failed;
    if (isInterrupted || NOT_RETRYABLE.has(failed.code)) state = { ...state, isDead: true };
  }
  const isStored = failure
    ? await saveFailure(services, entries, entry, { ...state, attempts: state.attempts + 1, failure })
    : await entries.finish(entry);
  // Without hooks left to run the entry was not leased: another process may have finished it.
  if (!isStored && entry !== due) logLostLease(services, due);
}

/** Attempts of effects whose times a traced save stores. */
const MAX_TIMES = 50;

/** The entry of a traced save with the time of an attempt, which is stored with its next state. */
function noteTime(
  entry: ChangeEntry,
  { plugin, name: hook }: NamedHook<PostSaveContext>,
  attempt: { readonly startedAt: number; readonly milliseconds: number; readonly failed: EffectFailure | undefined },
): ChangeEntry {
  const { effect_times: earlier = [] } = entry;
  if (entry.traced !== true || earlier.length >= MAX_TIMES) return entry;
  const { startedAt, milliseconds, failed } = attempt;
  const error = failed === undefined ? null : { code: failed.code, text: failed.text };
  const at = new Date(startedAt).toISOString();
  return { ...entry, effect_times: [...earlier, { plugin, hook, at, milliseconds: Math.round(milliseconds * 1000) / 1000, error }] };
}

/** Whether a hook runs for a save: the save decided it for hooks with a condition. */
function appliesTo(hook: NamedHook<PostSaveContext>, { conditional_effects: effects = [] }: ChangeEntry): boolean {
  return hook.appliesTo === undefined || effects.includes(effectKeyOf(hook));
}

/** Another process took the entry after its lease had ended, or an admin made it due. */
function logLostLease({ log }: EffectServices, { _id: change, module, record_id: record }: ChangeEntry): void {
  log.warn({ change, module, record }, 'The result of an effect of a save was not stored: its entry was changed meanwhile.');
}

/** A queue that is away is not the effect's fault. */
function isOutage({ code }: EffectFailure): boolean {
  return code === 'queue_unavailable';
}

/** False when another process has taken the entry. */
async function saveFailure(
  { clock, log }: EffectServices,
  entries: EffectEntries,
  entry: ChangeEntry,
  state: EffectState & { readonly failure: EffectFailure },
): Promise<boolean> {
  if (state.isDead === true) {
    if (!(await entries.postpone(entry, NEVER, state))) return false;
    log.error(
      { change: entry._id, module: entry.module, record: entry.record_id, ...state.failure },
      'An effect of a save failed for good; an admin can try it again.',
    );
    return true;
  }
  // An outage waits without counting the attempt, unless another hook failed by itself.
  const isAway = isOutage(state.failure);
  const attempts = isAway ? state.attempts - 1 : state.attempts;
  const pause = isAway ? OUTAGE_DELAY : retryDelay(state.attempts, Math.random());
  if (!(await entries.postpone(entry, clock.now() + pause, { ...state, attempts }))) return false;
  log.warn(
    {
      change: entry._id,
      module: entry.module,
      record: entry.record_id,
      plugin: state.failure.plugin,
      hook: state.failure.hook,
      code: state.failure.code,
      attempts: state.attempts,
      nextInSeconds: Math.round(pause / 1000),
    },
    'An effect of a save failed and will be tried again.',
  );
  return true;
}

function describeInterruption({ clock }: EffectServices, hook: NamedHook<PostSaveContext>): EffectFailure {
  return {
    plugin: hook.plugin,
    hook: hook.name,
    code: 'plugin_failed',
    text: 'It blocked its process, or the process ended, each time that it ran.',
    at: new Date(clock.now()).toISOString(),
  };
}

async function runHook(services: EffectServices, entry: ChangeEntry, hook: NamedHook<PostSaveContext>): Promise<EffectFailure | undefined> {
  try {
    await hook.run(await makeEffectContext(services, entry, hook));
    return undefined;
  } catch (error) {
    return {
      plugin: hook.plugin,
      hook: hook.name,
      code: error instanceof MusterError ? error.code : 'plugin_failed',
      // The text of most errors is written for a save that fails; here the save has succeeded.
      text: getAdminMessage(error).replace('Nothing was saved.', 'The record itself was saved.'),
      at: new Date(services.clock.now()).toISOString(),
    };
  }
}

import type { JsonObject } from '#engine/model';
import type { ChangeEntry } from '../../records/index.ts';

/** What the outbox keeps of the effects of one save, in its entry. */
export interface EffectState {
  /** Hooks that ran to their end, as 'plugin/name'; they are not run again. */
  readonly done: readonly string[];
  /** Times that some hook failed. */
  readonly attempts: number;
  /** The last failure. */
  readonly failure: EffectFailure | undefined;
  /** The hook that runs, as 'plugin/name', and how many runs of it were cut off by the end of their process. */
  readonly running?: { readonly hook: string; readonly interruptions: number } | undefined;
  /** It is not tried again by itself. */
  readonly isDead?: boolean | undefined;
}

export interface EffectFailure {
  readonly plugin: string;
  readonly hook: string;
  readonly code: string;
  readonly text: string;
  readonly at: string;
}

/** When a dead effect is due: never, yet it stays among those that wait for an admin. */
export const NEVER = 8_640_000_000_000_000;
/** Runs that may be cut off by the end of their process, before the hook is taken to be what ends it. */
const MAX_INTERRUPTED_RUNS = 3;

const MIN_PAUSE = 1000;
const MAX_PAUSE = 3_600_000;

/** Reads the state of an entry; a fresh one has none. */
export function readEffectState(entry: ChangeEntry): EffectState {
  const stored = (entry.effects ?? {}) as unknown as Partial<EffectState>;
  return { done: stored.done ?? [], attempts: stored.attempts ?? 0, failure: stored.failure, running: stored.running, isDead: stored.isDead };
}

/** The state as the entry keeps it. */
export function toEffects(state: EffectState): JsonObject {
  return { done: [...state.done], attempts: state.attempts, ...(state.failure ? { failure: { ...state.failure } } : {}), ...(state.running ? { running: { ...state.running } } : {}), ...(state.isDead === true ? { isDead: true } : {}) };
}

/** Milliseconds until the next try: doubling from one second to an hour, up to a fifth more so that crowds spread. */
export function retryDelay(attempts: number, random: number): number {
  const pause = Math.min(MIN_PAUSE * 2 ** Math.min(attempts - 1, 30), MAX_PAUSE);
  return Math.round(pause * (1 + random / 5));
}

/** The state while a hook runs. One that was running already was cut off: its process ended or blocked. */
export function beginRun(state: EffectState, hook: string): EffectState {
  const interruptions = state.running?.hook === hook ? state.running.interruptions + 1 : 0;
  return { ...state, running: { hook, interruptions } };
}

/** Whether a hook ended its process so often that it must not run again by itself. */
export function isInterruptedTooOften(state: EffectState): boolean {
  return (state.running?.interruptions ?? 0) >= MAX_INTERRUPTED_RUNS;
}

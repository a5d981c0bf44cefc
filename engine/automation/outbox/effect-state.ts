import type { JsonObject } from '#engine/model';
import type { ChangeEntry } from '../../records/index.ts';

/** The state of the effects of one save, stored in its entry. */
export interface EffectState {
  /** Hooks that completed, as 'plugin/name'; they are not run again. */
  readonly done: readonly string[];
  /** Number of failed attempts. */
  readonly attempts: number;
  /** The last failure. */
  readonly failure: EffectFailure | undefined;
  /** The running hook, as 'plugin/name', and how many of its runs were interrupted by the end of their process. */
  readonly running?: { readonly hook: string; readonly interruptions: number } | undefined;
  /** It is not retried automatically. */
  readonly isDead?: boolean | undefined;
}

export interface EffectFailure {
  readonly plugin: string;
  readonly hook: string;
  readonly code: string;
  readonly text: string;
  readonly at: string;
}

/** Due time of a dead effect: never, but it stays among the pending entries, for an admin. */
export const NEVER = 8_640_000_000_000_000;
/** Interrupted runs after which the hook is considered the cause. */
const MAX_INTERRUPTED_RUNS = 3;

const MIN_PAUSE = 1000;
const MAX_PAUSE = 3_600_000;

/** Reads the state of an entry; a new one has none. */
export function readEffectState(entry: ChangeEntry): EffectState {
  const stored = (entry.effects ?? {}) as unknown as Partial<EffectState>;
  return {
    done: stored.done ?? [],
    attempts: stored.attempts ?? 0,
    failure: stored.failure,
    running: stored.running,
    isDead: stored.isDead,
  };
}

/** The state in the form that the entry stores. */
export function toEffects(state: EffectState): JsonObject {
  return {
    done: [...state.done],
    attempts: state.attempts,
    ...(state.failure ? { failure: { ...state.failure } } : {}),
    ...(state.running ? { running: { ...state.running } } : {}),
    ...(state.isDead === true ? { isDead: true } : {}),
  };
}

/** Milliseconds until the next attempt: doubles from one second to an hour, plus up to a fifth, so that retries are spread out. */
export function retryDelay(attempts: number, random: number): number {
  const pause = Math.min(MIN_PAUSE * 2 ** Math.min(attempts - 1, 30), MAX_PAUSE);
  return Math.round(pause * (1 + random / 5));
}

/** The state while a hook runs. If it was running already, that run was interrupted: its process ended or blocked. */
export function beginRun(state: EffectState, hook: string): EffectState {
  const interruptions = state.running?.hook === hook ? state.running.interruptions + 1 : 0;
  return { ...state, running: { hook, interruptions } };
}

/** Whether the runs of a hook were interrupted so often that it must not run again automatically. */
export function isInterruptedTooOften(state: EffectState): boolean {
  return (state.running?.interruptions ?? 0) >= MAX_INTERRUPTED_RUNS;
}

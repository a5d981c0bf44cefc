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
}

export interface EffectFailure {
  readonly plugin: string;
  readonly hook: string;
  readonly code: string;
  readonly text: string;
  readonly at: string;
}

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 3_600_000;

/** Reads the state of an entry; a fresh one has none. */
export function readEffectState(entry: ChangeEntry): EffectState {
  const kept = (entry.effects ?? {}) as unknown as Partial<EffectState>;
  return { done: kept.done ?? [], attempts: kept.attempts ?? 0, failure: kept.failure };
}

/** The state as the entry keeps it. */
export function toEffects(state: EffectState): JsonObject {
  return { done: [...state.done], attempts: state.attempts, ...(state.failure ? { failure: { ...state.failure } } : {}) };
}

/** Milliseconds until the next try: doubling from one second to an hour, up to a fifth more so that crowds spread. */
export function pauseAfter(attempts: number, random: number): number {
  const pause = Math.min(FIRST_PAUSE * 2 ** Math.min(attempts - 1, 30), LONGEST_PAUSE);
  return Math.round(pause * (1 + random / 5));
}

import { writeLocalStorage, readLocalStorage } from '../../client/index.ts';
import { IDLE_MILLISECONDS, idlePhase, type IdlePhase } from './idle-phase.ts';

/** The clock of an idle watch, which tests can replace. */
export interface IdleClock {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Calls `act` once after this many milliseconds; returns a function that cancels it. */
  readonly after: (milliseconds: number, act: () => void) => () => void;
}

/** The clock of the browser. */
export const BROWSER_CLOCK: IdleClock = {
  now: () => Date.now(),
  after: (milliseconds, act) => {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
};

export interface IdleWatchInput {
  readonly clock: IdleClock;
  readonly onPhase: (phase: IdlePhase) => void;
  /** Keeps the session of an active user alive; called every two minutes. */
  readonly ping: () => void;
}

export interface IdleWatch {
  /** The user moved or typed. Ignored while the warning is shown: only its reply counts. */
  readonly touch: () => void;
  /** The user chose to stay signed in. */
  readonly stay: () => void;
  /** Checks the clock now, because timers run late after the machine slept. */
  readonly check: () => void;
  readonly stop: () => void;
}

const KEY = 'muster-activity';
/** Minimum milliseconds between two writes to the storage. */
const WRITE_INTERVAL_MILLISECONDS = 1000;

/** Measures how long the user has not moved or typed in any tab of this browser. Opening a page counts as activity. */
export function createIdleWatch({ clock, onPhase, ping }: IdleWatchInput): IdleWatch {
  let own = clock.now();
  let phase: IdlePhase['kind'] = 'active';
  let cancelLook = () => {};
  let cancelPing = () => {};

  const lastActivity = () => {
    const stored = Number(readLocalStorage(KEY));
    // A clock that was set back must not keep a user signed in for ever.
    return Number.isFinite(stored) && stored <= clock.now() + WRITE_INTERVAL_MILLISECONDS ? Math.max(own, stored) : own;
  };
  const recordActivity = () => {
    own = clock.now();
    writeLocalStorage(KEY, String(own));
  };
  const check = () => {
    cancelLook();
    const next = idlePhase(clock.now() - lastActivity());
    phase = next.kind;
    onPhase(next);
    if (next.kind !== 'over') cancelLook = clock.after(next.nextIn, check);
  };
  const pingOn = () => {
    cancelPing = clock.after(IDLE_MILLISECONDS.ping, () => {
      if (phase === 'active') ping();
      pingOn();
    });
  };
  recordActivity();
  check();
  pingOn();
  return {
    check,
    touch: () => {
      if (phase === 'active' && clock.now() - own >= WRITE_INTERVAL_MILLISECONDS) recordActivity();
    },
    stay: () => {
      recordActivity();
      check();
    },
    stop: () => {
      cancelLook();
      cancelPing();
    },
  };
}

import { writeLocalStorage, readLocalStorage } from '../../client/index.ts';
import { IDLE_MILLISECONDS, idlePhase, type IdlePhase } from './idle-phase.ts';

/** The time that an idle watch goes by, so that a test can move it. */
export interface IdleClock {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Acts once after so many milliseconds; answers how to take it back. */
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
  /** Keeps the session of somebody who is at work; every two minutes. */
  readonly ping: () => void;
}

export interface IdleWatch {
  /** Somebody moved or typed. While the warning asks, only its answer counts. */
  readonly touch: () => void;
  /** The warning was answered with yes. */
  readonly stay: () => void;
  /** Looks at the clock now: after sleep timers come late. */
  readonly check: () => void;
  readonly stop: () => void;
}

const KEY = 'muster-activity';
/** Storage is written no more often than this. */
const WRITE_INTERVAL_MILLISECONDS = 1000;

/** Watches how long nobody has moved or typed in any tab of this browser. Opening a page counts as activity. */
export function createIdleWatch({ clock, onPhase, ping }: IdleWatchInput): IdleWatch {
  let own = clock.now();
  let phase: IdlePhase['kind'] = 'active';
  let cancelLook = () => {};
  let cancelPing = () => {};

  const lastActivity = () => {
    const stored = Number(readLocalStorage(KEY));
    // A clock that was set back must not keep anyone signed in for ever.
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
    touch: () => { if (phase === 'active' && clock.now() - own >= WRITE_INTERVAL_MILLISECONDS) recordActivity(); },
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

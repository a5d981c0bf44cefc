import { beforeEach, describe, expect, it, vi } from 'vitest';
import { idlePhase, isIdleOff, type IdlePhase } from './idle-phase.ts';
import { createIdleWatch, type IdleClock } from './idle-watch.ts';

/** A fake clock that the test advances; it runs the timers that are due. */
function makeClock() {
  let time = 1_000_000;
  let waiting: { at: number; act: () => void }[] = [];
  const clock: IdleClock = {
    now: () => time,
    after: (milliseconds, act) => {
      const entry = { at: time + milliseconds, act };
      waiting.push(entry);
      return () => {
        waiting = waiting.filter((one) => one !== entry);
      };
    },
  };
  const go = (milliseconds: number) => {
    const end = time + milliseconds;
    for (;;) {
      const due = waiting.filter(({ at }) => at <= end).sort((one, two) => one.at - two.at)[0];
      if (!due) break;
      waiting = waiting.filter((entry) => entry !== due);
      time = Math.max(time, due.at);
      due.act();
    }
    time = end;
  };
  /** The machine slept: the time advances, but no timer runs. */
  const sleep = (milliseconds: number) => {
    time += milliseconds;
  };
  return { clock, go, sleep };
}

function watch() {
  const { clock, go, sleep } = makeClock();
  const phases: IdlePhase[] = [];
  const ping = vi.fn();
  const idle = createIdleWatch({ clock, ping, onPhase: (phase) => phases.push(phase) });
  return { clock, go, sleep, idle, ping, last: () => phases.at(-1), phases };
}

beforeEach(() => localStorage.clear());

describe('an idle session', () => {
  it('shows the warning after 1800 s and ends 30 s later', () => {
    const { go, last, phases } = watch();
    go(1_799_999);
    expect(last()?.kind).toBe('active');
    go(1);
    expect(last()).toMatchObject({ kind: 'warning', secondsLeft: 30 });
    go(29_000);
    expect(last()).toMatchObject({ kind: 'warning', secondsLeft: 1 });
    go(1000);
    expect(last()).toEqual({ kind: 'over' });
    expect(phases.filter(({ kind }) => kind === 'warning')).toHaveLength(30);
  });

  it('starts again with each user activity, but an open warning waits for its reply', () => {
    const { go, idle, last } = watch();
    go(1_700_000);
    idle.touch();
    go(1_799_000);
    expect(last()?.kind).toBe('active');
    go(2000);
    idle.touch();
    go(5000);
    expect(last()?.kind).toBe('warning');
    idle.stay();
    expect(last()?.kind).toBe('active');
    go(1_799_999);
    expect(last()?.kind).toBe('active');
  });

  it('is not idle while the user is active in another tab', () => {
    const { clock, go, last } = watch();
    go(1_790_000);
    localStorage.setItem('muster-activity', String(clock.now()));
    go(1_000_000);
    expect(last()?.kind).toBe('active');
    go(800_000);
    expect(last()?.kind).toBe('warning');
    localStorage.setItem('muster-activity', String(clock.now()));
    go(1000);
    expect(last()?.kind).toBe('active');
  });

  it('ends at once after the machine slept, when the clock is checked', () => {
    const { sleep, idle, last } = watch();
    sleep(7_200_000);
    idle.check();
    expect(last()).toEqual({ kind: 'over' });
  });

  it('is kept alive by a ping every 120 s, not while the warning is shown, and not after the watch has stopped', () => {
    const { go, idle, ping } = watch();
    go(1_799_000);
    expect(ping).toHaveBeenCalledTimes(14);
    go(30_000);
    expect(ping).toHaveBeenCalledTimes(14);
    idle.stay();
    go(120_000);
    expect(ping).toHaveBeenCalledTimes(15);
    idle.stop();
    go(600_000);
    expect(ping).toHaveBeenCalledTimes(15);
  });
});

describe('idle phases', () => {
  it('count down whole seconds, with a check at each', () => {
    expect(idlePhase(1_800_400)).toEqual({ kind: 'warning', secondsLeft: 30, nextIn: 600 });
    expect(idlePhase(-5)).toEqual({ kind: 'active', nextIn: 1_800_000 });
  });

  it.each([
    ['localhost:3000', false, true],
    ['dev.muster.example', false, true],
    ['muster.example', false, false],
    ['muster.example', true, true],
    ['127.0.0.1:3000', false, false],
  ] as const)('on %s (exempt %s) are off: %s', (host, disableTimeout, off) => {
    expect(isIdleOff(host, { disableTimeout })).toBe(off);
  });
});

import { describe, expect, it } from 'vitest';
import { createPace, type Pace, type PaceClock } from './pace.ts';

/** A process whose rounds take 100 ms each. `load`: the share of the time that its requests take. */
function createProcess(): { readonly clock: PaceClock; readonly pauses: number[]; readonly work: (ms: number) => void; load: number } {
  let now = 0;
  const pauses: number[] = [];
  const made = {
    load: 0,
    pauses,
    work: (milliseconds: number): void => {
      now += milliseconds;
    },
    clock: {
      now: () => now,
      pause: async (milliseconds: number): Promise<void> => {
        pauses.push(milliseconds);
        now += milliseconds;
      },
      measureLoad: () => () => made.load,
    },
  };
  return made;
}

async function runRounds(process: ReturnType<typeof createProcess>, pace: Pace, rounds: number): Promise<readonly number[]> {
  process.pauses.length = 0;
  for (let round = 0; round < rounds; round += 1) {
    process.work(100);
    await pace.rest();
  }
  return [...process.pauses];
}

const fast = (rounds: number): readonly number[] => Array.from({ length: rounds }, () => 20);

describe('createPace', () => {
  it('begins a new conversion with ten fast rounds in an idle process, and rests four times as long as a round after them', async () => {
    const process = createProcess();
    const pace = createPace(true, process.clock);
    await pace.begin();
    expect(process.pauses).toEqual([20]);
    expect(await runRounds(process, pace, 12)).toEqual([...fast(10), 400, 400]);
  });

  it('has no fast rounds in a process with requests: they keep more than 95 % of its time', async () => {
    const process = createProcess();
    process.load = 0.9;
    const pace = createPace(true, process.clock);
    await pace.begin();
    const pauses = await runRounds(process, pace, 10);
    expect(pauses).toEqual(Array.from({ length: 10 }, () => 2_000));
    const resting = pauses.reduce((sum, one) => sum + one, 0);
    expect(resting / process.clock.now()).toBeGreaterThan(0.95);
  });

  it('ends the fast rounds with the first request, and has no others later', async () => {
    const process = createProcess();
    const pace = createPace(true, process.clock);
    await pace.begin();
    expect(await runRounds(process, pace, 3)).toEqual(fast(3));
    process.load = 0.5;
    expect(await runRounds(process, pace, 2)).toEqual([20, 2_000]);
    process.load = 0.1;
    expect(await runRounds(process, pace, 3)).toEqual([2_000, 400, 400]);
  });

  it('has no fast rounds in a conversion that an earlier run worked on', async () => {
    const process = createProcess();
    const pace = createPace(false, process.clock);
    await pace.begin();
    expect(await runRounds(process, pace, 2)).toEqual([400, 400]);
    process.load = 1;
    expect(await runRounds(process, pace, 2)).toEqual([400, 2_000]);
    process.work(60_000);
    expect(await runRounds(process, pace, 1)).toEqual([10_000]);
  });

  it('says once a second that the progress is to be written', () => {
    const process = createProcess();
    const pace = createPace(true, process.clock);
    const due = Array.from({ length: 5 }, () => {
      process.work(500);
      return pace.isDue();
    });
    expect(due).toEqual([false, true, false, true, false]);
  });
});

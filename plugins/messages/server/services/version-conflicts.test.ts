import { describe, expect, it } from 'vitest';
import { MusterError } from '#engine';
import { retryOnConflict } from './version-conflicts.ts';

describe('A change that others overtake', () => {
  const runFailing = async (code: 'version_conflict' | 'record_not_found', failures: number) => {
    let runs = 0;
    const ended = await retryOnConflict(() => {
      runs += 1;
      return runs > failures ? Promise.resolve() : Promise.reject(new MusterError(code));
    }).catch((error: MusterError) => error.code);
    return { runs, ended };
  };

  it('is made again, five times at most', async () => {
    expect(await runFailing('version_conflict', 2)).toEqual({ runs: 3, ended: undefined });
    expect(await runFailing('version_conflict', 9)).toEqual({ runs: 5, ended: 'version_conflict' });
  });

  it('is not made again for another reason', async () => {
    expect(await runFailing('record_not_found', 1)).toEqual({ runs: 1, ended: 'record_not_found' });
  });
});

import { expect, it } from 'vitest';
import { MusterError } from '../../errors/index.ts';
import { TraceRecorder } from './trace-recorder.ts';

function createRecorder(): { readonly trace: TraceRecorder; readonly wait: (milliseconds: number) => void } {
  let now = 100;
  return { trace: new TraceRecorder(() => now), wait: (milliseconds) => void (now += milliseconds) };
}

it('records steps inside steps, with their times and queries', async () => {
  const { trace, wait } = createRecorder();
  const end = trace.begin({ kind: 'stage', name: 'outer' });
  wait(2);
  await trace.run({ kind: 'preSave', name: 'inner', plugin: 'scales' }, () => {
    wait(3);
    trace.addQuery('find', 'tools', 1.23456);
    return Promise.resolve();
  });
  wait(1);
  end();
  expect(trace.finish()).toMatchObject({
    outcome: 'saved',
    milliseconds: 6,
    queryCount: 1,
    steps: [
      { name: 'outer', depth: 0, start: 0, milliseconds: 6, queryCount: 0 },
      { name: 'inner', plugin: 'scales', depth: 1, start: 2, milliseconds: 3, queries: [{ collection: 'tools', milliseconds: 1.235 }] },
    ],
  });
});

it('names the steps that failed, and ends what is open', async () => {
  const { trace, wait } = createRecorder();
  trace.begin({ kind: 'save', name: 'create tools' });
  const error = new MusterError('version_conflict');
  await expect(trace.run({ kind: 'preSave', name: 'refuses' }, () => Promise.reject(error))).rejects.toBe(error);
  wait(4);
  const { outcome, error: reason, steps } = trace.finish(error);
  expect([outcome, reason?.code]).toEqual(['refused', 'version_conflict']);
  expect(steps.map(({ name, milliseconds, error: own }) => [name, milliseconds, own?.code])).toEqual([
    ['create tools', 4, 'version_conflict'],
    ['refuses', 0, 'version_conflict'],
  ]);
});

it('hides the words of errors that are not for callers, and counts what it leaves out', () => {
  const { trace } = createRecorder();
  for (let step = 0; step < 450; step += 1) trace.begin({ kind: 'stage', name: 'one' })();
  for (let query = 0; query < 50; query += 1) trace.addQuery('get', 'tools', 1);
  const { error, steps, stepsLeftOut, queryCount } = trace.finish(new Error('connect to 10.0.0.1 failed'));
  expect([steps.length, stepsLeftOut, queryCount]).toEqual([400, 50, 50]);
  expect(error?.text).not.toContain('10.0.0.1');
});

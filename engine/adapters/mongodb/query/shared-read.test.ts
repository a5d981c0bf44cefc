import { describe, expect, it } from 'vitest';
import { SharedRead } from './shared-read.ts';

/** A source whose reads end when the test says so; each returns its number. */
function createSource(): { readonly shared: SharedRead<number>; readonly sent: (() => void)[]; readonly fail: (() => void)[] } {
  const sent: (() => void)[] = [];
  const fail: (() => void)[] = [];
  const shared = new SharedRead(
    () =>
      new Promise<number>((resolve, reject) => {
        const number = sent.length;
        sent.push(() => resolve(number));
        fail.push(() => reject(new Error('failed')));
      }),
  );
  return { shared, sent, fail };
}

describe('SharedRead', () => {
  it('sends one read for the calls of one turn, and another one for a later call', async () => {
    const { shared, sent } = createSource();
    const first = [shared.read(), shared.read()];
    await expect.poll(() => sent.length).toBe(1);
    const second = shared.read();
    await expect.poll(() => sent.length).toBe(2);
    sent.forEach((end) => end());
    expect(await Promise.all([...first, second])).toEqual([0, 0, 1]);
  });

  it('shares the next read between all calls that wait while two are running', async () => {
    const { shared, sent } = createSource();
    const running = [shared.read()];
    await expect.poll(() => sent.length).toBe(1);
    running.push(shared.read());
    await expect.poll(() => sent.length).toBe(2);
    const waiting = [shared.read()];
    await new Promise((resolve) => setImmediate(resolve));
    waiting.push(shared.read(), shared.read());
    expect(sent).toHaveLength(2);
    sent[0]?.();
    await expect.poll(() => sent.length).toBe(3);
    sent.forEach((end) => end());
    expect(await Promise.all([...running, ...waiting])).toEqual([0, 1, 2, 2, 2]);
  });

  it('fails the calls that share a read, and reads again for the next', async () => {
    const { shared, sent, fail } = createSource();
    const calls = Promise.allSettled([shared.read(), shared.read()]);
    await expect.poll(() => sent.length).toBe(1);
    fail[0]?.();
    expect((await calls).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const next = shared.read();
    await expect.poll(() => sent.length).toBe(2);
    sent[1]?.();
    expect(await next).toBe(1);
  });
});

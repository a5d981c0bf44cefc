import { expect, it } from 'vitest';
import type { StorePort } from '../../ports/index.ts';
import { runInTurn } from './run-in-turn.ts';

const store = {} as StorePort;

it('runs attempts on the same records one after the other, and others at the same time', async () => {
  const events: string[] = [];
  const attempt = (name: string, places: readonly string[]) =>
    runInTurn(store, new Set(places), async () => {
      events.push(`${name} starts`);
      await Promise.resolve();
      await Promise.resolve();
      events.push(`${name} ends`);
    });
  await Promise.all([attempt('one', ['a', 'b']), attempt('two', ['b', 'a']), attempt('three', ['a'])]);
  expect(events).toEqual(['one starts', 'one ends', 'two starts', 'two ends', 'three starts', 'three ends']);
  events.length = 0;
  await Promise.all([attempt('one', ['a']), attempt('two', ['b'])]);
  expect(events.slice(0, 2)).toEqual(['one starts', 'two starts']);
});

it('continues after an attempt that failed, and does not wait for itself', async () => {
  const failing = runInTurn(store, new Set(['a']), () => Promise.reject(new Error('failed')));
  await expect(failing).rejects.toThrow('failed');
  const nested = runInTurn(store, new Set(['a']), () => runInTurn(store, new Set(['a']), () => Promise.resolve('done')));
  expect(await nested).toBe('done');
});

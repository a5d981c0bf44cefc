import { expect, it } from 'vitest';
import { createCompiledDefinitions } from './compiled-definitions.ts';

function createCache() {
  let now = 0;
  const made: string[] = [];
  const cache = createCompiledDefinitions<string>({ now: () => now });
  const get = (draft: string, version = '1') =>
    cache.get(draft, version, () => {
      made.push(`${draft}/${version}`);
      return Promise.resolve(`${draft}/${version}`);
    });
  return { get, made, cache, wait: (milliseconds: number) => (now += milliseconds) };
}

it('is used again for the same version of a draft, and replaced by another one', async () => {
  const { get, made } = createCache();
  expect([await get('a'), await get('a'), await get('a', '2'), await get('a', '2')]).toEqual(['a/1', 'a/1', 'a/2', 'a/2']);
  expect(made).toEqual(['a/1', 'a/2']);
});

it('is dropped half an hour after its last use', async () => {
  const { get, made, wait } = createCache();
  await get('a');
  wait(29 * 60_000);
  await get('a');
  wait(29 * 60_000);
  await get('a');
  expect(made).toEqual(['a/1']);
  wait(30 * 60_000);
  await get('a');
  expect(made).toEqual(['a/1', 'a/1']);
});

it('is dropped for others when there are too many, the least recently used first', async () => {
  const { get, made } = createCache();
  for (const draft of ['a', 'b', 'c', 'd', 'e', 'f']) await get(draft);
  await get('a');
  await get('g');
  await get('a');
  expect(made).toEqual(['a/1', 'b/1', 'c/1', 'd/1', 'e/1', 'f/1', 'g/1']);
  await get('b');
  expect(made.at(-1)).toBe('b/1');
});

it('is made again after it failed', async () => {
  const { cache, get } = createCache();
  await expect(cache.get('a', '1', () => Promise.reject(new TypeError('no')))).rejects.toThrow('no');
  expect(await get('a')).toBe('a/1');
});

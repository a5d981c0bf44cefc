import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadWithRetry } from './load-with-retry.ts';

const PAUSES = [1, 1];
let requested: string[] = [];

/** Mocks the page that the server returns: one with this entry script. */
function serve(program: string | undefined): void {
  vi.stubGlobal('fetch', (path: string) => {
    requested.push(path);
    return program === undefined
      ? Promise.reject(new TypeError('failed'))
      : Promise.resolve(new Response(`<script type="module" crossorigin src="${program}"></script>`));
  });
}

beforeEach(() => {
  requested = [];
  sessionStorage.clear();
  document.head.innerHTML = '<script type="module" src="/assets/index-now.js"></script>';
});
afterEach(() => vi.unstubAllGlobals());

it('retries twice, and requests no page as long as the chunk is loaded', async () => {
  serve('/assets/index-now.js');
  let tries = 0;
  expect(await loadWithRetry(() => (++tries < 3 ? Promise.reject(new Error('lost')) : Promise.resolve('part')), PAUSES)).toBe('part');
  expect([tries, requested]).toEqual([3, []]);
});

it.each([
  ['the server is away', undefined],
  ['the server gives the same program', '/assets/index-now.js'],
])('fails without a reload when %s', async (_what, program) => {
  serve(program);
  await expect(loadWithRetry(() => Promise.reject(new Error('lost')), PAUSES)).rejects.toThrow('lost');
  expect([requested, sessionStorage.length]).toEqual([['/'], 0]);
});

it('stores the version that the tab is reloaded for, so that it reloads once', async () => {
  serve('/assets/index-newer.js');
  // jsdom does not reload: that is covered by the test in the browser.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await expect(loadWithRetry(() => Promise.reject(new Error('lost')), PAUSES)).rejects.toThrow('lost');
  expect(sessionStorage.getItem('muster-reloaded-for')).toBe('/assets/index-newer.js');
});

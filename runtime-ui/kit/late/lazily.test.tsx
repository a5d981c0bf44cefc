// @vitest-environment jsdom
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Awaiting, lazily } from './lazily.tsx';

let root: Root;
let box: HTMLElement;

beforeEach(() => {
  box = document.createElement('div');
  root = createRoot(box);
});
afterEach(() => root.unmount());

/** Milliseconds until the box shows a text. */
async function timeUntil(text: string): Promise<number> {
  const startedAt = performance.now();
  await vi.waitFor(() => expect(box.textContent).toContain(text), { interval: 5, timeout: 5_000 });
  return performance.now() - startedAt;
}

it('shows a part in a part as soon as both are there, where React alone waits 300 ms after a placeholder', async () => {
  const Inner = lazily(async () => () => <b>inner</b>, 'first');
  const Outer = lazily(async () => () => <p>outer <Awaiting fallback="later"><Inner /></Awaiting></p>, 'first');
  root.render(<Awaiting fallback="soon"><Outer /></Awaiting>);
  await timeUntil('soon');
  expect(await timeUntil('inner')).toBeLessThan(150);
});

it('shows what was brought before without a placeholder', async () => {
  const Part = lazily(async () => () => <b>part</b>, 'first');
  Part.bring();
  await new Promise((resolve) => { setTimeout(resolve); });
  const seen = new Set<string>();
  new MutationObserver(() => seen.add(box.textContent ?? '')).observe(box, { childList: true, subtree: true });
  root.render(<Awaiting fallback="soon"><Part /></Awaiting>);
  await timeUntil('part');
  await Promise.resolve();
  expect([...seen]).toEqual(['part']);
});

it('loads a part once, however many show it', async () => {
  const load = vi.fn(async () => () => <b>x</b>);
  const Part = lazily(load, 'first');
  Part.bring();
  root.render(<Awaiting fallback="soon"><Part /><Part /></Awaiting>);
  await timeUntil('xx');
  expect(load).toHaveBeenCalledTimes(1);
});

import { setImmediate as turn } from 'node:timers/promises';
import type { ComponentType, ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LazyBoundary, createLazyComponent } from './lazy-component.tsx';

let root: Root;
let box: HTMLElement;

beforeEach(() => {
  box = document.createElement('div');
  root = createRoot(box);
});
afterEach(() => root.unmount());

/** Resolves when the box shows a text. */
function untilShown(text: string): Promise<void> {
  return expect.poll(() => box.textContent, { interval: 5 }).toContain(text);
}

/** A lazy component whose code is loaded when the test calls `come`. */
function makePart(Shown: () => ReactNode): { readonly Part: ComponentType; readonly come: () => void } {
  let come: () => void = () => undefined;
  const loaded = new Promise<ComponentType>((resolve) => {
    come = () => resolve(Shown);
  });
  return { Part: createLazyComponent(() => loaded, 'first'), come };
}

it('shows nested components as soon as both are loaded, although React alone waits 300 ms after a placeholder', async () => {
  const hour = 3_600_000;
  // The mocked clock runs backwards: for React each placeholder was shown an hour in the future, and React alone would wait that long.
  const clock = vi.spyOn(performance, 'now');
  const inner = makePart(() => <b>inner</b>);
  const outer = makePart(() => (
    <p>
      outer{' '}
      <LazyBoundary fallback="later">
        <inner.Part />
      </LazyBoundary>
    </p>
  ));
  clock.mockReturnValue(3 * hour);
  root.render(
    <LazyBoundary fallback="soon">
      <outer.Part />
    </LazyBoundary>,
  );
  await untilShown('soon');
  clock.mockReturnValue(2 * hour);
  outer.come();
  await untilShown('later');
  clock.mockReturnValue(hour);
  inner.come();
  await untilShown('inner');
});

it('shows a preloaded component without a placeholder', async () => {
  const Part = createLazyComponent(async () => () => <b>part</b>, 'first');
  Part.preload();
  // It is loaded by the next turn of the event loop.
  await turn();
  const seen = new Set<string>();
  new MutationObserver(() => seen.add(box.textContent ?? '')).observe(box, { childList: true, subtree: true });
  root.render(
    <LazyBoundary fallback="soon">
      <Part />
    </LazyBoundary>,
  );
  await untilShown('part');
  await Promise.resolve();
  expect([...seen]).toEqual(['part']);
});

it('loads a component once, however many instances are shown', async () => {
  const load = vi.fn(async () => () => <b>x</b>);
  const Part = createLazyComponent(load, 'first');
  Part.preload();
  root.render(
    <LazyBoundary fallback="soon">
      <Part />
      <Part />
    </LazyBoundary>,
  );
  await untilShown('xx');
  expect(load).toHaveBeenCalledTimes(1);
});

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryKeys } from '../client/index.ts';
import { writeLocalPreference } from '../headless/index.ts';
import { ListParts } from './list-parts.tsx';

let report: () => void = () => undefined;
let height = 0;

beforeEach(() => {
  vi.useFakeTimers();
  height = 0;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        report = callback;
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(() => ({ height }) as DOMRect);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
});

function showParts(): () => string {
  const client = new QueryClient();
  client.setQueryData(queryKeys.shell(), { isStaff: true });
  const { container } = render(
    <QueryClientProvider client={client}>
      <ListParts module="tools" />
    </QueryClientProvider>,
  );
  return () => container.querySelector<HTMLElement>('.mv-list-parts')?.style.minHeight ?? 'none';
}

it('reserves the height that the parts had the last time, until they arrive', () => {
  writeLocalPreference('nobody', 'list-parts-tools', 320);
  const reserved = showParts();
  expect(reserved()).toBe('320px');
  // A part of it, such as its heading, is not all of it.
  height = 32;
  act(() => report());
  expect(reserved()).toBe('320px');
  height = 320;
  act(() => report());
  expect(reserved()).toBe('');
});

it('remembers the height for the next time, and forgets it when nothing arrives', () => {
  const first = showParts();
  expect(first()).toBe('');
  height = 240;
  act(() => report());
  cleanup();
  height = 0;
  const second = showParts();
  expect(second()).toBe('240px');
  act(() => void vi.advanceTimersByTime(8_000));
  expect(second()).toBe('');
  cleanup();
  expect(showParts()()).toBe('');
});

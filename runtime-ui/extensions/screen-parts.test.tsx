import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { ShellView } from '#engine/model/wire';
import { useSession } from '../client/index.ts';
import { defineUiContribution, type ScreenPartProps } from './contribution.ts';
import { ScreenParts } from './screen-parts.tsx';
import { registerContributions } from './ui-registry.ts';

const SHELL = {} as ShellView;

function Part({ module }: ScreenPartProps) {
  return <p>Part of {module}</p>;
}

function Broken(): never {
  throw new TypeError('no paint');
}

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  useSession.setState({ plugins: undefined });
});

it('shows the parts of running plugins in their place, after the first page is loaded and then at once', () => {
  vi.useFakeTimers();
  registerContributions([
    defineUiContribution({ plugin: 'paint', screenParts: [{ place: 'list', component: Part }] }),
    defineUiContribution({ plugin: 'off', screenParts: [{ place: 'list', component: Broken }] }),
  ]);
  act(() => useSession.setState({ plugins: ['paint'] }));
  const { unmount } = render(<ScreenParts place="list" shell={SHELL} module="tools" />);
  expect(screen.queryByText('Part of tools')).toBeNull();
  act(() => void vi.advanceTimersByTime(1500));
  expect(screen.getByText('Part of tools')).toBeDefined();
  unmount();
  render(
    <>
      <ScreenParts place="list" shell={SHELL} module="makers" />
      <ScreenParts place="home" shell={SHELL} module="none" />
    </>,
  );
  expect(screen.getAllByText(/^Part of/).map(({ textContent }) => textContent)).toEqual(['Part of makers']);
});

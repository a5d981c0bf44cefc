import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { notifySessionExpired, readToken, storeToken } from '../client/index.ts';
import { NoticeHost } from '../kit/index.ts';
import { SessionExpiry } from './session-expiry.tsx';

const goTo = vi.fn();

function show() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionExpiry goTo={goTo} />
      <NoticeHost />
    </QueryClientProvider>,
  );
}

describe('an expired session', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    goTo.mockReset();
    storeToken('old');
    show();
    act(() => notifySessionExpired());
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it('shows a notice for six seconds, then redirects to sign-in', () => {
    expect(screen.getByText('Your session has expired')).toBeTruthy();
    act(() => void vi.advanceTimersByTime(5_900));
    expect(goTo).not.toHaveBeenCalled();
    act(() => void vi.advanceTimersByTime(200));
    expect(goTo).toHaveBeenCalledWith('/login', { ended: true });
    expect(readToken()).toBeNull();
  });

  it('redirects at once when the action of the notice is used', () => {
    act(() => screen.getByRole('button', { name: 'Logged Out' }).click());
    expect(goTo).toHaveBeenCalledOnce();
    act(() => void vi.advanceTimersByTime(10_000));
    expect(goTo).toHaveBeenCalledOnce();
  });

  it('does not redirect a user who has signed in again meanwhile', () => {
    storeToken('new');
    act(() => void vi.advanceTimersByTime(10_000));
    expect(goTo).not.toHaveBeenCalled();
    expect(readToken()).toBe('new');
  });
});

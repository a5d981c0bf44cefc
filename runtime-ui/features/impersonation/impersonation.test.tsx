import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SessionUser } from '#engine/model/wire';
import { KitProvider, loadLazyTexts, NoticeHost } from '../../kit/index.ts';
import { storeToken } from '../../client/index.ts';
import { ImpersonationBar } from './impersonation-bar.tsx';
import { useSessionChange } from './use-session-change.ts';

const person = (_id: string, first_name: string, last_name: string, userType: string): SessionUser => ({
  _id,
  email: `${_id}@muster.test`,
  first_name,
  last_name,
  userType,
  roles: [],
  teams: [],
  disableTimeout: false,
});
const PRIYA = person('u1', 'Priya', 'Raman', 'Standard');
const OWEN = person('u2', 'Owen', 'Admin', 'System Admin');

beforeAll(() => loadLazyTexts());
afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe('the bar of someone who acts as another user', () => {
  it('names both users, takes space above the page, and leads back', async () => {
    const stop = vi.fn(() => Promise.resolve());
    const { unmount } = render(
      <KitProvider>
        <ImpersonationBar user={PRIYA} impersonator={OWEN} stop={stop} />
      </KitProvider>,
    );
    const bar = screen.getByRole('region', { name: 'Acting as another user' });
    expect(bar.textContent).toContain('You are Owen Admin, acting as Priya Raman.');
    expect(document.documentElement.classList.contains('mi-acting')).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Stop impersonating' }));
    expect(stop).toHaveBeenCalledOnce();
    unmount();
    expect(document.documentElement.classList.contains('mi-acting')).toBe(false);
  });

  it('stays, and says why, when the way back fails', async () => {
    render(
      <KitProvider>
        <ImpersonationBar user={PRIYA} impersonator={OWEN} stop={() => Promise.reject(new Error('The server cannot be reached.'))} />
        <NoticeHost />
      </KitProvider>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Stop impersonating' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Stop impersonating' }).getAttribute('aria-busy')).toBeNull());
    expect(screen.getByRole('region', { name: 'Acting as another user' })).toBeTruthy();
  });
});

describe('a session that goes on as another user', () => {
  const tokenOf = (sub: string): string => `e30.${btoa(JSON.stringify({ sub }))}.x`;
  function Watched({ reload }: { readonly reload: () => void }) {
    useSessionChange(PRIYA, reload);
    return null;
  }
  const show = (reload: () => void) => {
    const client = new QueryClient();
    render(
      <QueryClientProvider client={client}>
        <Watched reload={reload} />
      </QueryClientProvider>,
    );
    return client;
  };

  it('loads the application again when another tab changed the user', () => {
    const reload = vi.fn();
    show(reload);
    storeToken(tokenOf('u1'));
    globalThis.dispatchEvent(new StorageEvent('storage', { key: 'jwt_token' }));
    expect(reload).not.toHaveBeenCalled();
    storeToken(tokenOf('u2'));
    globalThis.dispatchEvent(new StorageEvent('storage', { key: 'jwt_token' }));
    expect(reload).toHaveBeenCalledOnce();
  });

  it('loads it again after a request whose token was renewed for another user', () => {
    const reload = vi.fn();
    const client = show(reload);
    storeToken(tokenOf('u2'));
    client.setQueryData(['anything'], 1);
    client.setQueryData(['anything'], 2);
    expect(reload).toHaveBeenCalledOnce();
  });
});

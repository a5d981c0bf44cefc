import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SessionUser } from '#engine/model/wire';
import { KitProvider, loadLazyTexts, NoticeHost } from '../../kit/index.ts';
import { queryKeys, storeToken } from '../../client/index.ts';
import { ExplainPage } from './explain-page.tsx';
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

describe('the explanation of a page while a System Admin acts as another user', () => {
  const why = (allowed: boolean) => ({
    before: allowed,
    after: allowed,
    rule: 'view',
    text: 'Priya Raman sees only own books.',
    textBefore: '',
    grant: null,
  });
  const rights = { view: why(false), create: why(true), edit: why(false), delete: why(false), export: why(true), mass_update: why(true) };
  const overview = (record: string | undefined) => ({
    user: { _id: 'u1', name: 'Priya Raman' },
    access: {
      module: 'books',
      label: 'Books',
      record: record === undefined ? null : { _id: record, name: 'Emma' },
      rights,
      fields: [],
      permissions: [],
    },
  });
  const show = (at: string) => {
    const requested = vi.fn();
    vi.stubGlobal('fetch', (input: string) => {
      requested(input);
      return Promise.resolve(Response.json(overview('b1')));
    });
    const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
    const shell = { user: PRIYA, impersonator: OWEN, modules: [], teams: [] };
    client.setQueryData(queryKeys.shell(), shell);
    render(
      <QueryClientProvider client={client}>
        <KitProvider>
          <MemoryRouter initialEntries={[at]}>
            <ExplainPage shell={shell} />
          </MemoryRouter>
        </KitProvider>
      </QueryClientProvider>,
    );
    return requested;
  };
  afterEach(() => vi.unstubAllGlobals());

  it('says why a record is missing, also where the page shows nothing', async () => {
    const requested = show('/app/module/books/b1');
    await userEvent.click(screen.getByRole('button', { name: 'Explain' }));
    const dialog = await screen.findByRole('dialog', { name: 'What Priya Raman may do here' });
    await within(dialog).findByRole('region', { name: 'Actions' });
    expect(within(dialog).getAllByText('Priya Raman sees only own books.').length).toBeGreaterThan(0);
    expect(requested).toHaveBeenCalledWith('/api/access/overview?user=u1&module=books&id=b1');
  });

  it('is not offered on pages without records', () => {
    show('/app/dashboard');
    expect(screen.queryByRole('button', { name: 'Explain' })).toBeNull();
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

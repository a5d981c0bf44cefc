import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { KitProvider, loadLazyTexts } from '../../kit/index.ts';
import { ApprovalPage } from './approval-page.tsx';

beforeAll(() => loadLazyTexts());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const LINK = { text: 'Buy a saw', name: 'Purchases', record: 'Saw', state: 'open', until: null };

/** Shows the page of a link. Returns the requests about approvals. */
async function show(isValid: boolean): Promise<readonly string[]> {
  const requests: string[] = [];
  vi.stubGlobal('fetch', (url: string, { method = 'GET', body, headers }: RequestInit = {}) => {
    const isLink = url.includes('/api/approval-links/');
    if (isLink) requests.push(`${method} ${url} ${typeof body === 'string' ? body : ''}`);
    expect(new Headers(headers).get('authorization')).toBeNull();
    const failure = { code: 'approval_link_invalid', error: 'Somebody decided already.' };
    const sent = !isLink ? {} : !isValid ? failure : method === 'POST' ? { ...LINK, state: 'declined' } : LINK;
    const status = isLink && !isValid ? 404 : 200;
    return Promise.resolve(new Response(JSON.stringify(sent), { status, headers: { 'content-type': 'application/json' } }));
  });
  const page = (
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={['/approval?token=a.b.c']}>
        <KitProvider>
          <ApprovalPage />
        </KitProvider>
      </MemoryRouter>
    </QueryClientProvider>
  );
  // Parts of the page are loaded while it is rendered.
  await act(() => Promise.resolve(render(page)));
  return requests;
}

it('decides only when a button is pressed', async () => {
  const requests = await show(true);
  await screen.findByRole('heading', { name: 'Buy a saw' });
  expect(requests).toEqual(['GET /api/approval-links/a.b.c ']);
  const user = userEvent.setup();
  await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'Too dear');
  await user.click(screen.getByRole('button', { name: 'Decline' }));
  await screen.findByRole('heading', { name: 'It is declined' });
  expect(requests[1]).toBe('POST /api/approval-links/a.b.c {"outcome":"declined","comment":"Too dear"}');
});

it('says when a link is not valid any more', async () => {
  await show(false);
  expect((await screen.findByRole('alert')).textContent).toContain('This link is not valid any more');
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
});

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
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
function show(isValid: boolean): readonly string[] {
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
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={['/approval?token=a.b.c']}>
        <KitProvider>
          <ApprovalPage />
        </KitProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return requests;
}

it('decides only when a button is pressed', async () => {
  const requests = show(true);
  await screen.findByRole('heading', { name: 'Buy a saw' });
  expect(requests).toEqual(['GET /api/approval-links/a.b.c ']);
  const user = userEvent.setup();
  await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'Too dear');
  await user.click(screen.getByRole('button', { name: 'Decline' }));
  await screen.findByRole('heading', { name: 'It is declined' });
  expect(requests[1]).toBe('POST /api/approval-links/a.b.c {"outcome":"declined","comment":"Too dear"}');
});

it('says when a link is not valid any more', async () => {
  show(false);
  expect((await screen.findByRole('alert')).textContent).toContain('This link is not valid any more');
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
});

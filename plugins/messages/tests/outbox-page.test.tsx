import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { queryKeys } from '../../../runtime-ui/client/index.ts';
import { KitProvider } from '../../../runtime-ui/kit/index.ts';
import { WholeOutboxPage } from '../ui/outbox-page.tsx';

const SHELL = { user: { _id: 'u1', userType: 'System Admin' }, modules: [{ name: 'messages', path: '/api/messages', route: '/messages' }] };
const message = (status: string, more: object = {}) => ({
  _id: `m-${status}`,
  subject: `A ${status}`,
  to: ['mei@people.test'],
  status,
  ...more,
});

/** Shows the outbox of everyone; returns the actions that were requested. */
async function show(): Promise<string[]> {
  const actions: string[] = [];
  vi.stubGlobal('fetch', (url: string, { body = '{}' }: { readonly body?: string } = {}) => {
    if (url.includes('/search')) {
      const isUnsent = body.includes('Failed');
      const data = isUnsent ? [message('Failed', { failure: '550 No such mailbox' })] : [message('Queued')];
      return Promise.resolve(Response.json({ data, total: 1, pageNumber: 0, pageSize: 50 }));
    }
    if (/\/(resend|cancel)$/.test(url)) actions.push(url);
    return Promise.resolve(Response.json(SHELL));
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(queryKeys.shell(), SHELL);
  await act(async () =>
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <KitProvider>
            <WholeOutboxPage />
          </KitProvider>
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  return actions;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('The outbox', () => {
  it('cancels what waits, and sends again what failed, with the words of the server', async () => {
    const actions = await show();
    expect(await screen.findByText('A Queued')).toBeDefined();
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Do not send' })));
    expect(actions).toEqual([expect.stringContaining('/api/messages/m-Queued/cancel')]);
    await act(async () => fireEvent.click(screen.getByRole('tab', { name: 'Not sent' })));
    expect(await screen.findByText('550 No such mailbox')).toBeDefined();
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Send again' })));
    expect(actions.at(-1)).toContain('/api/messages/m-Failed/resend');
  });
});

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryKeys } from '../../../runtime-ui/client/index.ts';
import { KitProvider } from '../../../runtime-ui/kit/index.ts';
import type { Conversation } from '../shared/sms.ts';
import { ConversationsPage } from '../ui/conversations-page.tsx';

const SHELL = { user: { _id: 'u1', userType: 'Standard' }, modules: [{ name: 'sms', path: '/api/sms', route: '/sms' }] };
const NUMBER = '4045550142';
const LIST: readonly Conversation[] = [
  {
    number: NUMBER,
    person: { module: 'leads', id: 'l1', name: 'Mei Tanaka' },
    last: { _id: 's2', message: 'After 3 pm', direction: 'Inbound', status: 'Received - Not Read', createdAt: '2026-07-01T12:00:00Z' },
    unread: 1,
  },
];
const MESSAGES = [
  { _id: 's2', direction: 'Inbound', status: 'Received - Not Read', message: 'After 3 pm', createdAt: '2026-07-01T12:00:00Z' },
  {
    ...{ _id: 's1', direction: 'Outbound', status: 'Failed', message: 'When may I call?', failure: 'No such number' },
    ...{ send_after: '2026-07-01T11:00:00Z', createdAt: '2026-07-01T11:00:00Z' },
  },
];
const PREVIEW = { to: NUMBER, from: null, signature: '', refusal: null, sendAfter: null, isDeferred: false };

/** Shows the page; returns the requests that change something. */
async function show(address: string): Promise<readonly { readonly url: string; readonly body: object }[]> {
  const sent: { readonly url: string; readonly body: object }[] = [];
  vi.stubGlobal('fetch', (url: string, { body = '{}', method }: { readonly body?: string; readonly method?: string } = {}) => {
    if (url.includes('/api/sms/conversations')) return Promise.resolve(Response.json({ data: LIST }));
    if (url.includes('/api/sms/preview')) return Promise.resolve(Response.json(PREVIEW));
    if (url.includes('/api/sms/search')) return Promise.resolve(Response.json({ data: MESSAGES, total: 2, pageNumber: 0, pageSize: 50 }));
    if (method === 'POST' && url.includes('/api/sms/')) {
      sent.push({ url, body: JSON.parse(body) as object });
      return Promise.resolve(Response.json({ _id: 's3', status: 'Queued', read: 1 }, { status: 202 }));
    }
    return Promise.resolve(Response.json(SHELL));
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(queryKeys.shell(), SHELL);
  window.history.replaceState(null, '', address);
  await act(async () =>
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[address]}>
          <KitProvider>
            <ConversationsPage />
          </KitProvider>
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  return sent;
}

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('The conversations', () => {
  it('list people with what is not read', async () => {
    await show('/app/conversations');
    const list = await screen.findByRole('list', { name: 'People' });
    expect(within(list).getByRole('button').textContent).toMatch(/Mei Tanaka.*After 3 pm.*1 not read/);
    expect(screen.getByText('Choose a conversation at the left.')).toBeDefined();
  });

  it('show one in order, mark it as read, and send the answer about its person', async () => {
    const sent = await show(`/app/conversations?number=${NUMBER}`);
    const thread = await screen.findByRole('region', { name: 'Messages with Mei Tanaka' });
    expect(
      within(thread)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent?.slice(0, 10)),
    ).toEqual(['When may I', 'After 3 pm']);
    expect(within(thread).getByText('No such number')).toBeDefined();
    expect(sent).toEqual([{ url: expect.stringContaining('/api/sms/mark-read'), body: { number: NUMBER } }]);
    const input = screen.getByLabelText('Answer Mei Tanaka');
    await act(async () => fireEvent.change(input, { target: { value: 'Thank you €' } }));
    expect(screen.getByText(/^12 characters, 1 of 10 parts, 148 left/)).toBeDefined();
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Send' })));
    expect(sent.at(-1)).toEqual({
      url: expect.stringContaining('/api/sms/send-sms'),
      body: { to: NUMBER, message: 'Thank you €', module: 'leads', record: 'l1' },
    });
    expect(input).toHaveProperty('value', '');
    await act(async () => fireEvent.click(within(thread).getByRole('button', { name: 'Send again' })));
    expect(sent.at(-1)?.url).toContain('/api/sms/s1/resend');
  });
});

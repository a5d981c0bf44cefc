import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useSession } from '../../../runtime-ui/client/session-store.ts';
import { KitProvider } from '../../../runtime-ui/kit/index.ts';
import type { ShellView } from '#engine/model/wire';
import type { ConversationView, MessageView } from '../shared/chat.ts';
import { MessageBar } from '../ui/message-bar.tsx';

const BOB = { _id: 'bob', name: 'Bob Chats' };
const SHELL = {
  user: { _id: 'ann', userType: 'Standard' },
  modules: [{ name: 'musterMessage', path: '/api/muster-messages', route: '/musterMessage' }],
} as unknown as ShellView;
const CONVERSATION: ConversationView = {
  key: 'ann+bob',
  name: BOB.name,
  people: [BOB],
  isGroup: false,
  groupName: '',
  last: { text: 'Lunch?', isOwn: false, by: BOB.name },
  lastAt: '2027-03-01T15:00:00.000Z',
  unread: 1,
  removed: false,
};
const MESSAGE: MessageView = {
  _id: 'm1',
  text: 'Lunch?',
  by: BOB,
  isOwn: false,
  at: '2027-03-01T15:00:00.000Z',
  isEdited: false,
  isUnread: true,
  readBy: [],
  attachments: [],
};

interface Call {
  readonly path: string;
  readonly body: unknown;
}

/** Shows the bar for one unread conversation; returns the requests. Messages are refused as too many. */
async function show(): Promise<readonly Call[]> {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', (url: string, { body = '{}' }: { readonly body?: string } = {}) => {
    const path = url.replace(/^.*\/api/, '/api');
    calls.push({ path, body: JSON.parse(body) });
    if (path === '/api/chat/conversations') return Promise.resolve(Response.json({ data: [CONVERSATION], unread: 1, next: null }));
    if (path === '/api/chat/messages') return Promise.resolve(Response.json({ data: [MESSAGE], before: null }));
    if (path === '/api/chat/presence') return Promise.resolve(Response.json({ online: ['bob'] }));
    if (path !== '/api/muster-messages') return Promise.resolve(Response.json({ success: true, unread: 0 }));
    const refusal = { error: 'You have sent 60 messages within a minute.', code: 'chat_too_many', details: [] };
    return Promise.resolve(Response.json(refusal, { status: 429 }));
  });
  useSession.setState({ user: SHELL.user });
  await act(async () =>
    render(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <KitProvider>
            <MessageBar shell={SHELL} />
          </KitProvider>
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  return calls;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('The message bar', () => {
  it('opens an unread conversation, marks it as read, keeps a text that is refused, and removes it', async () => {
    const calls = await show();
    await act(async () => fireEvent.click(await screen.findByRole('button', { name: /Bob Chats.*1 unread/ })));
    expect(await screen.findByText('Lunch?')).toBeDefined();
    expect(screen.getByRole('img', { name: 'online' })).toBeDefined();
    expect(calls.map(({ path }) => path)).toContain('/api/chat/read');
    const text: HTMLTextAreaElement = screen.getByRole('textbox', { name: 'Write to Bob Chats' });
    await act(async () => fireEvent.change(text, { target: { value: 'Yes' } }));
    await act(async () => fireEvent.keyDown(text, { key: 'Enter' }));
    expect(calls.find(({ path }) => path === '/api/muster-messages')?.body).toEqual({ sentTo: 'bob', message: 'Yes' });
    expect(calls.map(({ path }) => path)).toContain('/api/chat/typing');
    expect((await screen.findByRole('alert')).textContent).toContain('You have sent 60 messages within a minute.');
    expect(text.value).toBe('Yes');
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Remove Bob Chats from the bar' })));
    expect(calls.at(-1)).toEqual({
      path: '/api/muster-messages/mark-as-removed-from-bar/between-users',
      body: { sentTo: 'bob', createdBy: 'ann' },
    });
    expect(screen.queryByRole('complementary', { name: 'Message bar' })).toBeNull();
  });
});

import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useSession } from '../../../runtime-ui/client/session-store.ts';
import { KitProvider } from '../../../runtime-ui/kit/index.ts';
import type { ConversationView, MessageView } from '../shared/chat.ts';
import { ChatPage } from '../ui/chat-page.tsx';

const [BOB, CLEO] = [
  { _id: 'bob', name: 'Bob Chats' },
  { _id: 'cleo', name: 'Cleo Chats' },
];
const GULF: ConversationView = {
  key: 'gulf',
  name: 'Gulf',
  groupName: 'Gulf',
  people: [BOB, CLEO],
  isGroup: true,
  last: { text: 'Stand-up at nine', isOwn: false, by: BOB.name },
  lastAt: '2027-03-01T15:00:00.000Z',
  unread: 0,
  removed: false,
};

const messageAt = (turn: number): MessageView => ({
  _id: `m${turn}`,
  text: `Turn ${turn}`,
  by: turn % 2 === 0 ? { _id: 'ann', name: 'Ann Chats' } : BOB,
  isOwn: turn % 2 === 0,
  at: `2027-03-01T15:0${turn}:00.000Z`,
  isEdited: false,
  isUnread: false,
  readBy: [CLEO],
  attachments: [],
});

const RESPONSES: { readonly [path: string]: (body: { readonly before?: string }) => object } = {
  '/api/chat/conversations': () => ({ data: [GULF], unread: 0, next: null }),
  '/api/chat/messages': ({ before }) =>
    before === undefined ? { data: [messageAt(3), messageAt(4)], before: 'm3' } : { data: [messageAt(1), messageAt(2)], before: null },
  '/api/chat/people': () => ({ data: [BOB, CLEO] }),
  '/api/chat/find': () => ({ key: 'new', people: [BOB, CLEO], exists: false }),
};

/** Shows the page; returns the bodies of the messages that were sent. */
async function show(): Promise<readonly unknown[]> {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', (url: string, { body = '{}' }: { readonly body?: string } = {}) => {
    const path = url.replace(/^.*\/api/, '/api');
    const given = JSON.parse(body) as { readonly before?: string };
    if (path === '/api/muster-messages') sent.push(given);
    return Promise.resolve(Response.json(RESPONSES[path]?.(given) ?? { success: true, online: [] }));
  });
  useSession.setState({ user: { _id: 'ann', userType: 'Standard' } as never });
  await act(async () =>
    render(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <KitProvider>
            <ChatPage />
          </KitProvider>
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  return sent;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('The page of chat', () => {
  it('lists conversations, and shows one with who has read it and the earlier messages at its top', async () => {
    await show();
    const list = await screen.findByRole('list', { name: 'Conversations' });
    expect(list.textContent).toContain('Bob Chats: Stand-up at nine');
    await act(async () => fireEvent.click(within(list).getByRole('button')));
    const log = await screen.findByRole('log', { name: 'Gulf' });
    expect(await within(log).findByText('Turn 4')).toBeDefined();
    expect(within(log).getByText('Read by Cleo Chats')).toBeDefined();
    expect(within(log).queryByText('Turn 1')).toBeNull();
    await act(async () => fireEvent.click(within(log).getByRole('button', { name: 'Show earlier messages' })));
    expect(await within(log).findByText('Turn 1')).toBeDefined();
    expect(within(log).queryByRole('button', { name: 'Show earlier messages' })).toBeNull();
  });

  it('begins a group with a name', async () => {
    const sent = await show();
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'New conversation' })));
    for (const { name } of [BOB, CLEO]) await act(async () => fireEvent.click(await screen.findByRole('checkbox', { name })));
    fireEvent.change(screen.getByRole('textbox', { name: 'Name of the group' }), { target: { value: 'Coast' } });
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Write' })));
    const text = await screen.findByRole('textbox', { name: 'Write to Coast' });
    await act(async () => fireEvent.change(text, { target: { value: 'Hello' } }));
    await act(async () => fireEvent.keyDown(text, { key: 'Enter' }));
    expect(sent).toEqual([{ groupUsersIds: ['bob', 'cleo'], group_name: 'Coast', message: 'Hello' }]);
  });
});

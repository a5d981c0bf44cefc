import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NotificationView, ShellView } from '#engine/model/wire';
import { KitProvider, LinkProvider, loadLazyTexts } from '../../kit/index.ts';
import { NotificationPanel } from './notification-panel.tsx';

const HOUR = 3_600_000;

function notification(id: string, more: Partial<NotificationView> = {}): NotificationView {
  const record = { _id: `${id}-record`, name: 'Plane' };
  const createdAt = new Date(Date.now() - HOUR).toISOString();
  return {
    _id: id,
    kind: 'assigned',
    icon: 'user-check',
    text: `Ann Lee assigned you the tool ${id}`,
    module: 'tools',
    record,
    count: 1,
    by: null,
    createdAt,
    path: null,
    readAt: null,
    ...more,
  };
}

/** A fake server: pages by the cursor that asks for them, and the requests that change something. */
const server = { pages: {} as Record<string, { data: NotificationView[]; next: string | null }>, writes: [] as string[], fails: false };

beforeAll(() => loadLazyTexts());
beforeEach(() => {
  Object.assign(server, { pages: { '': { data: [], next: null } }, writes: [], fails: false });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (server.fails) return Response.json({ error: 'The store is not there.', code: 'store_unavailable', details: [] }, { status: 400 });
    const url = new URL(path, 'http://localhost');
    if (init.method === 'GET') {
      const page = server.pages[url.searchParams.get('before') ?? ''] ?? { data: [], next: null };
      return Response.json({ ...page, unread: page.data.length });
    }
    server.writes.push(`${init.method} ${url.pathname} ${typeof init.body === 'string' ? init.body : ''}`);
    return Response.json({});
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show() {
  const visited: string[] = [];
  const onDone = vi.fn();
  const shell = { user: { _id: 'u1', userType: 'Standard' }, modules: [] } as unknown as ShellView;
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <KitProvider>
        <LinkProvider goTo={(path) => visited.push(path)}>
          <NotificationPanel shell={shell} hasTitle onDone={onDone} />
        </LinkProvider>
      </KitProvider>
    </QueryClientProvider>,
  );
  return { visited, onDone, user: userEvent.setup() };
}

const line = async (text: string): Promise<HTMLElement> => {
  const found = (await screen.findByText(text)).closest('li');
  if (found === null) throw new Error(`${text} is in no line`);
  return found;
};

describe('The panel of the bell', () => {
  it('lists notifications by day, and says which are not read', async () => {
    server.pages = {
      '': {
        data: [notification('Saw'), notification('Awl', { readAt: new Date().toISOString(), createdAt: '2026-01-05T15:00:00.000Z' })],
        next: null,
      },
    };
    show();
    expect((await line('Ann Lee assigned you the tool Saw')).textContent).toMatch(/^Unread: /);
    expect((await line('Ann Lee assigned you the tool Awl')).textContent).not.toContain('Unread');
    const days = [...document.querySelectorAll('.ms-bell-panel section')];
    expect(days.map((day) => day.querySelectorAll('li').length)).toEqual([1, 1]);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('opens the record, and marks the notification as read', async () => {
    server.pages = { '': { data: [notification('Saw')], next: null } };
    const { visited, onDone, user } = show();
    await user.click(await screen.findByRole('link', { name: 'Ann Lee assigned you the tool Saw' }));
    expect(visited).toEqual([expect.stringMatching(/\/tools\/Saw-record$/)]);
    expect(onDone).toHaveBeenCalledOnce();
    await waitFor(() => expect(server.writes).toEqual(['PUT /api/notifications/Saw {"read":true}']));
  });

  it('opens the own records of a list for several assigned at once, and the list for others', async () => {
    const several = { record: null, count: 3 };
    server.pages = {
      '': {
        data: [
          notification('a', { ...several, text: 'Ann Lee assigned you 3 tools' }),
          notification('b', { ...several, kind: 'approval_requested', text: 'Ann Lee asks you to approve 3 tools' }),
          notification('c', { module: null, record: null, count: 0, text: 'Ann Lee assigned you a record that you cannot open' }),
        ],
        next: null,
      },
    };
    const { visited, user } = show();
    await user.click(await screen.findByRole('link', { name: 'Ann Lee assigned you 3 tools' }));
    await user.click(screen.getByRole('link', { name: 'Ann Lee asks you to approve 3 tools' }));
    const [own, all] = visited.map((path) => new URL(path, 'http://localhost'));
    expect(own?.pathname).toMatch(/\/tools$/);
    expect(JSON.parse(own?.searchParams.get('filter') ?? '')).toEqual({ assigned_to: { equals: { $: 'me' } } });
    expect([all?.pathname, all?.search]).toEqual([own?.pathname, '']);
    expect(screen.queryByRole('link', { name: /cannot open/ })).toBeNull();
  });

  it('marks one as unread again, and all up to the newest as read', async () => {
    const [newest, read] = [notification('Saw'), notification('Awl', { readAt: new Date().toISOString() })];
    server.pages = { '': { data: [newest, read], next: null } };
    const { user } = show();
    await user.click(within(await line('Ann Lee assigned you the tool Awl')).getByRole('button', { name: 'Mark as unread' }));
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
    await waitFor(() =>
      expect(server.writes).toEqual([
        'PUT /api/notifications/Awl {"read":false}',
        `POST /api/notifications/mark-all-read ${JSON.stringify({ until: newest.createdAt })}`,
      ]),
    );
  });

  it('loads more on demand, and says when there are none', async () => {
    server.pages = { '': { data: [notification('Saw')], next: '7.x' }, '7.x': { data: [notification('Awl')], next: null } };
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    await line('Ann Lee assigned you the tool Awl');
    cleanup();
    server.pages = { '': { data: [], next: null } };
    show();
    await screen.findByText('No notifications');
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
  });

  it('says why it could not be loaded, and tries again', async () => {
    server.fails = true;
    const { user } = show();
    await screen.findByText('The store is not there.');
    server.fails = false;
    server.pages = { '': { data: [notification('Saw')], next: null } };
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await line('Ann Lee assigned you the tool Saw');
  });
});

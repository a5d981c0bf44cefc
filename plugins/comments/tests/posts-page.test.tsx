import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { queryKeys } from '../../../runtime-ui/client/index.ts';
import { useSession } from '../../../runtime-ui/client/session-store.ts';
import { KitProvider } from '../../../runtime-ui/kit/index.ts';
import { PostsPage } from '../ui/posts/posts-page.tsx';

const ANN = { _id: 'ann', name: 'Ann Posts' };
const SHELL = { user: { _id: 'me', userType: 'Standard' }, isStaff: true, modules: [] };
const POSTS = [
  { _id: 'p1', name: 'Office closed', message: 'On Friday.', user: ANN, conversation_type: 'Announcement', pinned: true, closed: true },
  { _id: 'p2', name: 'Lunch?', message: 'Lunch?\nAt noon.', user: ANN, conversation_type: 'Post', pinned: false },
];
const COMMENTS = [
  { _id: 'c1', comment: 'Yes!', user: ANN, liked_by: ['ann', 'bob'], viewed_by: [] },
  { _id: 'c2', comment: 'No', user: ANN, liked_by: ['me'], viewed_by: ['me'] },
];

function respond(path: string): object {
  if (path.endsWith('/group')) return { data: [{ keys: ['p2'], measures: { comments: 41 } }] };
  if (path === '/api/social-conversations/search') return { data: POSTS, total: 45, pageNumber: 0, pageSize: 20 };
  if (path === '/api/social-comments/search') return { data: COMMENTS, total: 41, pageNumber: 0, pageSize: 20 };
  return {};
}

/** Shows the page; returns what was requested. */
async function show(refusal?: { readonly path: string; readonly text: string }): Promise<string[]> {
  const requests: string[] = [];
  vi.stubGlobal('fetch', (url: string, { method = 'GET', body = '' }: { readonly method?: string; readonly body?: string } = {}) => {
    const { pathname } = new URL(url, 'http://x');
    requests.push(`${method} ${pathname} ${body}`);
    if (method !== 'GET' && pathname === refusal?.path)
      return Promise.resolve(Response.json({ error: refusal.text, code: 'pinning_not_enabled', details: [] }, { status: 403 }));
    return Promise.resolve(Response.json(respond(pathname)));
  });
  useSession.setState({ user: { _id: 'me', userType: 'Standard' } as never });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(queryKeys.shell(), SHELL);
  client.setQueryData(queryKeys.moduleView('socialConversations'), { name: 'socialConversations', rights: { create: true, edit: 'All' } });
  await act(async () =>
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <KitProvider>
            <PostsPage />
          </KitProvider>
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  return requests;
}

const post = async (name: string) => within(await screen.findByRole('article', { name }));
const click = (element: HTMLElement) => act(async () => fireEvent.click(element));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('The page of posts', () => {
  it('shows posts with the number of their comments, in pages, and takes new ones', async () => {
    const requests = await show();
    const closed = await post('Office closed');
    expect(closed.getByRole('heading', { name: 'Office closed' })).toBeDefined();
    expect(closed.getByText('Pinned')).toBeDefined();
    expect((await post('Lunch?')).queryByRole('heading')).toBeNull();
    expect(await screen.findByRole('button', { name: '41 comments' })).toBeDefined();
    await click(screen.getByRole('button', { name: 'Older' }));
    const isSecond = (one: string) => one.includes('social-conversations/search') && one.includes('"pageNumber":1');
    await expect.poll(() => requests.some(isSecond)).toBe(true);
    fireEvent.change(screen.getByRole('textbox', { name: 'Write a post to your colleagues' }), { target: { value: ' Cake!\nNow ' } });
    await click(screen.getByRole('button', { name: 'Post' }));
    await expect
      .poll(() => requests)
      .toContainEqual('POST /api/social-conversations {"name":"Cake!","message":"Cake!\\nNow","conversation_type":"Post"}');
  });

  it('shows the comments of a post, marks them as viewed, and likes and writes one', async () => {
    const requests = await show();
    const lunch = await post('Lunch?');
    await click(lunch.getByRole('button', { name: /comments/ }));
    expect(await lunch.findAllByText('New')).toHaveLength(1);
    await expect.poll(() => requests).toContainEqual('PUT /api/social-comments/mark-as-viewed-by/by-user {"ids":["c1"]}');
    const [first, second] = lunch.getAllByRole('button', { name: 'Like the comment of Ann Posts' });
    expect([first?.getAttribute('aria-pressed'), second?.getAttribute('aria-pressed')]).toEqual(['false', 'true']);
    await click(first as HTMLElement);
    await expect.poll(() => requests).toContainEqual('PUT /api/social-comments/like/c1 {"liked":true}');
    fireEvent.change(lunch.getByRole('textbox', { name: 'Write a comment' }), { target: { value: 'Me too' } });
    await click(lunch.getByRole('button', { name: 'Comment' }));
    await expect
      .poll(() => requests)
      .toContainEqual('POST /api/social-comments {"comment":"Me too","socialConversations_socialComments":"p2"}');
    const closed = await post('Office closed');
    await click(closed.getByRole('button', { name: /comments/ }));
    expect(closed.getByText('This conversation takes no more comments.')).toBeDefined();
  });

  it('says why a post cannot be pinned', async () => {
    await show({ path: '/api/social-conversations/p2', text: 'You may not pin posts.' });
    await click((await post('Lunch?')).getByRole('button', { name: 'Pin Lunch?' }));
    expect(await screen.findByText('You may not pin posts.')).toBeDefined();
  });
});

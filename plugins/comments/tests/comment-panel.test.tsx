import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { KitProvider } from '../../../runtime-ui/kit/index.ts';
import type { CommentView } from '../shared/comment.ts';
import { CommentPanel } from '../ui/comment-panel.tsx';

const COMMENT: CommentView = {
  _id: 'c1',
  by: { _id: 'bob', name: 'Bob Writes' },
  comment: 'See the offer',
  mentions: [],
  files: [
    { name: 'badge.png', size: 20_480, isPicture: true },
    { name: 'offer.pdf', size: 5_242_880, isPicture: false },
  ],
  createdAt: '2027-03-01T15:00:00.000Z',
  editedAt: null,
  resolved: false,
  isOwn: false,
  mayDelete: false,
  isUnread: false,
  likes: 0,
  isLiked: false,
};

/** The comment is unread until it was viewed. */
function respond(path: string, isViewed: boolean): object {
  if (path === '/api/record-comments/preferences') return { followsAutomatically: true };
  if (path !== '/api/record-comments/search') return {};
  return { data: [{ ...COMMENT, isUnread: !isViewed }], total: 1, unread: isViewed ? 0 : 1, follows: false, next: null };
}

/** An upload that is accepted under the name of its file, or refused. */
class Upload extends EventTarget {
  static refuses = false;
  readonly upload = new EventTarget();
  status = 201;
  statusText = '';
  responseText = '';
  open(): void {
    this.status = Upload.refuses ? 413 : 201;
  }
  setRequestHeader(): void {
    // The server of this test needs no headers.
  }
  send(form: FormData): void {
    const { name, size } = form.get('file') as File;
    const refusal = { error: `${name} is too large.`, code: 'file_too_large', details: [] };
    this.responseText = JSON.stringify(Upload.refuses ? refusal : { path: `/api/files/${name}`, filename: name, size });
    this.dispatchEvent(new Event('load'));
    this.dispatchEvent(new Event('loadend'));
  }
}

/** Shows the comments of a record; returns the paths that were read, and the bodies of new comments. */
async function show() {
  const [paths, sent]: [string[], unknown[]] = [[], []];
  vi.stubGlobal('XMLHttpRequest', Upload);
  vi.stubGlobal('fetch', (url: string, { body = '{}' }: { readonly body?: string } = {}) => {
    const path = url.replace(/^.*\/api/, '/api');
    paths.push(path);
    if (path === '/api/record-comments/create') sent.push(JSON.parse(body));
    if (path.includes('/files/')) return Promise.resolve(new Response('picture'));
    return Promise.resolve(Response.json(respond(path, paths.includes('/api/record-comments/viewed'))));
  });
  await act(async () =>
    render(
      <MemoryRouter>
        <KitProvider>
          <CommentPanel {...({ module: { name: 'leads' }, record: { _id: 'l1' } } as unknown as Parameters<typeof CommentPanel>[0])} />
        </KitProvider>
      </MemoryRouter>,
    ),
  );
  return { paths, sent };
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Upload.refuses = false;
});

describe('Unread comments', () => {
  it('stay marked as new when they are read again', async () => {
    const { paths } = await show();
    expect(await screen.findByText('New')).toBeDefined();
    fireEvent.change(screen.getByRole('textbox', { name: 'Write a comment' }), { target: { value: 'Seen' } });
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Comment' })));
    expect(paths.filter((path) => path === '/api/record-comments/search')).toHaveLength(2);
    expect(paths).toContain('/api/record-comments/viewed');
    expect(screen.getByText('New')).toBeDefined();
  });
});

describe('Files of comments', () => {
  it('are listed by name and size, pictures with a small picture, and saved by their button', async () => {
    URL.createObjectURL = () => 'blob:picture';
    URL.revokeObjectURL = () => undefined;
    const { paths } = await show();
    const list = await screen.findByRole('list', { name: 'Files' });
    expect(
      within(list)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['badge.png20 KB', 'offer.pdf5.0 MB']);
    expect(list.querySelector('img')?.getAttribute('src')).toBe('blob:picture');
    expect(paths.filter((path) => path.includes('/files/'))).toEqual(['/api/record-comments/c1/files/0?preview=1']);
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save offer.pdf' })));
    expect(paths).toContain('/api/record-comments/c1/files/1');
  });

  it('are uploaded when they are chosen, removed, and sent with the comment', async () => {
    const { sent } = await show();
    const choose = (...names: readonly string[]) =>
      act(async () =>
        fireEvent.change(screen.getByLabelText('Attach files', { selector: 'input' }), {
          target: { files: names.map((name) => new File(['content'], name)) },
        }),
      );
    await choose('a.pdf', 'b.pdf');
    await choose('c.pdf');
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Remove b.pdf' })));
    fireEvent.change(screen.getByRole('textbox', { name: 'Write a comment' }), { target: { value: 'Both' } });
    Upload.refuses = true;
    await choose('huge.pdf');
    expect(screen.getByRole('alert').textContent).toContain('huge.pdf is too large.');
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Comment' })));
    expect(sent).toEqual([{ module: 'leads', id: 'l1', comment: 'Both', mentions: [], files: ['/api/files/a.pdf', '/api/files/c.pdf'] }]);
    expect(screen.queryByText('a.pdf')).toBeNull();
  });
});

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ShellView } from '#engine/model';
import { useSession } from '#ui';
import { KitProvider } from '../../../runtime-ui/kit/index.ts';
import { handleServerMessage } from '../../../runtime-ui/client/live/handle-server-message.ts';
import type { DrawnNavigation, DrawnWidget } from '../shared/drawn.ts';
import { BucketPage } from './bucket-page.tsx';
import { MenuPart } from './menu-part.tsx';
import { FramePart, HomePart, NotesPart, RecordSidePart } from './screen-parts.tsx';

const TOOLS = {
  name: 'tools',
  label: 'Tools',
  labelSingular: 'Tool',
  icon: 'hammer',
  path: '/api/tools',
  nameField: 'name',
  route: '/module/tools',
};
const SHELL = { user: { _id: 'u0', userType: 'Standard' }, modules: [TOOLS] } as unknown as ShellView;

const WIDGET: DrawnWidget = {
  _id: 'w1',
  name: 'Broken tools',
  selector: 'home:broken',
  isMenu: false,
  icon: 'hammer',
  image: '',
  text: 'Mend <b>them</b>.<script>window.broken = 1</script><a href="javascript:alert(1)">Bad</a><img src="x" onerror="window.broken = 1">',
  links: [
    { label: 'Inside', address: '/app/tools' },
    { label: 'Outside', address: 'https://muster.example' },
  ],
  module: 'tools',
  filter: { state: 'broken' },
  isIncomplete: false,
  shows: 'records',
  rows: 2,
};

const NOTHING: DrawnNavigation = { notes: [], buckets: [], widgets: [], bumpouts: [], canArrange: false };

let drawn: DrawnNavigation = NOTHING;
let requests: string[] = [];
let bodies: string[] = [];
let users = 0;

beforeEach(() => {
  users += 1;
  requests = [];
  bodies = [];
  // The store is read once for each user.
  useSession.setState({ user: { _id: `u${users}`, userType: 'Standard' } as never });
  vi.stubGlobal('fetch', (url: string, { body = '' }: { readonly body?: string } = {}) => {
    requests.push(url);
    bodies.push(body);
    if (url.startsWith('/api/navigation')) return Promise.resolve(Response.json(drawn));
    const data = [
      { _id: 't1', _version: 1, name: 'Saw' },
      { _id: 't2', _version: 1, name: 'Axe' },
    ];
    return Promise.resolve(Response.json({ data, total: 7, pageNumber: 0, pageSize: 2 }));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  useSession.setState({ user: null });
});

function show(part: ReactElement): void {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <KitProvider>{part}</KitProvider>
    </QueryClientProvider>,
  );
}

describe('Notes', () => {
  it('are shown on the screens of their module only, as plain text', async () => {
    drawn = { ...NOTHING, notes: [{ _id: 'n1', module: 'tools', name: 'Care', text: 'Oil them.\nTwice.' }] };
    show(
      <>
        <div data-testid="own">
          <NotesPart shell={SHELL} module="tools" />
        </div>
        <div data-testid="other">
          <NotesPart shell={SHELL} module="makers" />
        </div>
      </>,
    );
    const own = within(await screen.findByTestId('own'));
    await own.findByText('Care');
    expect(own.getByText(/Oil them/).textContent).toBe('Oil them.\nTwice.');
    expect(screen.getByTestId('other').textContent).toBe('');
  });
});

describe('Widgets', () => {
  it('show records, links and a text without scripts at the place of their selector', async () => {
    drawn = { ...NOTHING, widgets: [WIDGET, { ...WIDGET, _id: 'w2', name: 'Elsewhere', selector: 'record:tools:x', module: '' }] };
    show(<HomePart shell={SHELL} />);
    await screen.findByRole('heading', { name: 'Broken tools' });
    expect(screen.queryByRole('heading', { name: 'Elsewhere' })).toBeNull();
    const link = await screen.findByRole('link', { name: 'Saw' });
    expect(link.getAttribute('href')).toBe('/app/module/tools/t1');
    expect(screen.getByRole('link', { name: 'Show all' }).getAttribute('href')).toBe(
      `/app/module/tools?${new URLSearchParams({ filter: '{"state":"broken"}' }).toString()}`,
    );
    expect(screen.getByRole('link', { name: 'Outside' }).getAttribute('rel')).toContain('noopener');
    expect(screen.getByText('them').tagName).toBe('B');
    expect(screen.queryByRole('link', { name: 'Bad' })).toBeNull();
    expect(document.querySelector('script, img, [onerror]')).toBeNull();
    expect('broken' in window).toBe(false);
  });

  it('are shown beside the records of their module, or of all modules', async () => {
    const plain = { ...WIDGET, module: '', text: 'Plain', links: [] };
    drawn = {
      ...NOTHING,
      widgets: [
        { ...plain, _id: 'w1', name: 'All', selector: 'record::all' },
        { ...plain, _id: 'w2', name: 'Own', selector: 'record:tools:own' },
        { ...plain, _id: 'w3', name: 'Other', selector: 'record:makers:other' },
      ],
    };
    show(<RecordSidePart shell={SHELL} module="tools" recordId="t1" />);
    await screen.findByRole('heading', { name: 'All' });
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['All', 'Own']);
  });
});

describe('The menu', () => {
  it('has the buckets with their numbers, in red above their bound, widgets of the menu, and the way to arrange it', async () => {
    drawn = {
      ...NOTHING,
      canArrange: true,
      buckets: [
        { _id: 'b1', name: 'Many', module: 'tools', filter: { state: 'broken' }, isIncomplete: false, icon: '', hue: '', warnAbove: 5 },
        { _id: 'b2', name: 'Few', module: 'tools', filter: {}, isIncomplete: false, icon: '', hue: '', warnAbove: 50 },
        { _id: 'b3', name: 'Unknown module', module: 'gone', filter: {}, isIncomplete: false, icon: '', hue: '', warnAbove: null },
      ],
      widgets: [WIDGET, { ...WIDGET, _id: 'w2', name: 'In the menu', isMenu: true }],
    };
    show(<MenuPart shell={SHELL} />);
    const many = await screen.findByRole('link', { name: /Many/ });
    await waitFor(() => expect(many.textContent).toContain('7'));
    expect(many.querySelector('.ms-side-urgent')).not.toBeNull();
    expect(screen.getByRole('link', { name: /Few/ }).querySelector('.ms-side-urgent')).toBeNull();
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      `/app/module/tools?${new URLSearchParams({ filter: '{"state":"broken"}' }).toString()}`,
      '/app/module/tools',
      '/app/x/navigation/widget?id=w2',
      '/app/x/navigation/sidebar',
    ]);
  });
});

describe('What has an incomplete condition', () => {
  const BUCKET = { module: 'tools', filter: {}, icon: '', hue: '', warnAbove: 0 } as const;

  it('is not counted: a bucket says so in the menu and on its page, a widget in its place', async () => {
    drawn = {
      ...NOTHING,
      buckets: [
        { ...BUCKET, _id: 'b1', name: 'Broken', filter: { state: 'incomplete' }, isIncomplete: true },
        { ...BUCKET, _id: 'b2', name: 'All', isIncomplete: false },
      ],
      widgets: [{ ...WIDGET, filter: { state: 'incomplete' }, isIncomplete: true, links: [] }],
    };
    show(
      <>
        <MenuPart shell={SHELL} />
        <HomePart shell={SHELL} />
      </>,
    );
    const bucket = await screen.findByRole('link', { name: 'Broken (condition incomplete)' });
    expect(bucket.getAttribute('href')).toBe('/app/x/navigation/bucket?id=b1');
    await waitFor(() => expect(screen.getByRole('link', { name: /All/ }).textContent).toContain('7'));
    await screen.findByText('Its records are not known: a condition of its bucket is incomplete.');
    expect(screen.queryByRole('link', { name: 'Saw' })).toBeNull();
    expect(bodies.filter((body) => body.includes('incomplete'))).toEqual([]);
  });

  it('leads those who may change it to the form of the bucket', async () => {
    drawn = { ...NOTHING, buckets: [{ ...BUCKET, _id: 'b1', name: 'Broken', isIncomplete: true }] };
    history.replaceState(null, '', '/app/x/navigation/bucket?id=b1');
    const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
    client.setQueryData(['shell'], { ...SHELL, modules: [TOOLS, { ...TOOLS, name: 'buckets' }] });
    render(
      <QueryClientProvider client={client}>
        <KitProvider>
          <BucketPage />
        </KitProvider>
      </QueryClientProvider>,
    );
    await screen.findByRole('heading', { name: 'The records of “Broken” are not known' });
    expect(screen.getByRole('link', { name: 'Edit the bucket' }).getAttribute('href')).toBe('/app/module/buckets/b1/edit');
    history.replaceState(null, '', '/');
  });
});

describe('Bumpouts', () => {
  it('slide in with their text and links, close with Esc, and return the focus to their handle', async () => {
    drawn = {
      ...NOTHING,
      bumpouts: [
        {
          _id: 'p1',
          name: 'Offer',
          title: 'An offer',
          icon: 'gift',
          side: 'right',
          hue: 'blue',
          width: 400,
          text: 'Take it.',
          links: WIDGET.links,
          widget: null,
        },
      ],
    };
    show(<FramePart shell={SHELL} />);
    const handle = await screen.findByRole('button', { name: 'Open An offer' });
    await userEvent.click(handle);
    const panel = within(await screen.findByRole('dialog', { name: 'An offer' }));
    expect(panel.getByText('Take it.')).toBeDefined();
    expect(panel.getByRole('link', { name: 'Inside' }).getAttribute('href')).toBe('/app/tools');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(handle));
  });

  it('are in a strip of their own on a phone, named, whatever their side', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      ...{ matches: query === '(max-width: 680px)', media: query },
      ...{ addEventListener: () => undefined, removeEventListener: () => undefined },
      ...{ addListener: () => undefined, removeListener: () => undefined },
    }));
    const bumpout = { name: 'Offer', icon: 'gift', hue: '', width: null, text: 'Take it.', links: [], widget: null } as const;
    drawn = {
      ...NOTHING,
      bumpouts: [
        { ...bumpout, _id: 'p1', title: 'An offer', side: 'right' },
        { ...bumpout, _id: 'p2', title: 'Help', side: 'left' },
      ],
    };
    show(<FramePart shell={SHELL} />);
    const strip = within(await screen.findByRole('navigation', { name: 'Panels' }));
    expect(strip.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['An offer', 'Help']);
    await userEvent.click(strip.getByRole('button', { name: 'Open Help' }));
    within(await screen.findByRole('dialog', { name: 'Help' })).getByText('Take it.');
  });

  it('are read again when an admin changes navigation', async () => {
    drawn = NOTHING;
    show(<FramePart shell={SHELL} />);
    await waitFor(() => expect(requests).toEqual(['/api/navigation']));
    const one = {
      _id: 'p1',
      name: 'New',
      title: 'New',
      icon: '',
      side: 'left',
      hue: '',
      width: null,
      text: 'Hi',
      links: [],
      widget: null,
    } as const;
    drawn = { ...NOTHING, bumpouts: [one] };
    handleServerMessage({ type: 'event', name: 'navigation-changed-event', data: {} });
    await screen.findByRole('button', { name: 'Open New' });
  });
});

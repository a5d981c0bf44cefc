import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { toText, type ShellView } from '#engine/model';
import { registerContributions } from '../../../runtime-ui/extensions/index.ts';
import { KitProvider, loadLazyTexts } from '../../../runtime-ui/kit/index.ts';
import { defineUiContribution, type SlotProps } from '#ui';
import type { ShownDashboard, ShownDashboards, ShownWidget } from '../shared/contract.ts';
import { HomePage } from '../ui/home-page.tsx';

const SHELL = { user: { _id: 'u1', userType: 'Standard' }, modules: [], teams: [], isStaff: true } as unknown as ShellView;

function Rose({ settings, filters }: SlotProps<'widget'>) {
  return <p>{`${toText(settings['colour'])} from ${filters.from ?? 'the beginning'}`}</p>;
}

const place = (column: number) => ({ column, row: 0, width: 4, height: 4 });
const widget = (id: string, kind: string, title: string, column: number): ShownWidget => ({
  id,
  widget: kind,
  title,
  report: null,
  chart: null,
  settings: { colour: 'Red' },
  place: place(column),
});

/** Shows the first page of a user with this dashboard; returns the bodies of the requests that create one. */
function show(shown: ShownDashboard, address = '/') {
  const copies: unknown[] = [];
  const response: ShownDashboards = { dashboards: [], shown, mayCreate: true, maySaveDefault: false, maySaveForModules: false };
  vi.stubGlobal('fetch', (url: string, { method, body }: { readonly method?: string; readonly body?: string } = {}) => {
    if (method === 'POST') copies.push([url, JSON.parse(body ?? '{}')]);
    return Promise.resolve(Response.json(method === 'POST' ? { id: 'new' } : response));
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[address]}>
        <KitProvider>
          <HomePage shell={SHELL}>{(actions) => <div>The page of the product {actions}</div>}</HomePage>
        </KitProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { copies, user: userEvent.setup() };
}

const DEFAULT: ShownDashboard = {
  id: 'd1',
  name: 'Garden',
  origin: 'default',
  widgets: [widget('0', 'rose', 'My rose', 0), widget('1', 'tulip', 'My tulip', 4)],
};

describe('The first page', () => {
  beforeAll(async () => {
    registerContributions([
      defineUiContribution({
        plugin: 'garden',
        widgets: () =>
          Promise.resolve([
            {
              key: 'rose',
              label: 'Rose',
              help: 'A rose.',
              icon: 'star',
              size: { width: 4, height: 4 },
              smallest: { width: 2, height: 2 },
              component: Rose,
            },
          ]),
      }),
    ]);
    await loadLazyTexts();
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });
  afterAll(() => registerContributions([]));

  it('is that of the product for who has no dashboard and no default', async () => {
    show({ id: null, name: '', origin: 'none', widgets: [] });
    expect((await screen.findByText(/The page of the product/)).textContent).toContain('Customize');
  });

  it('shows the widgets of a default with their settings, and says which is not available', async () => {
    show(DEFAULT);
    await screen.findByText('Red from the beginning');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Garden');
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(['My rose', 'My tulip']);
    expect(screen.getByText('This widget is not available')).toBeTruthy();
  });

  it('filters all widgets by the days in the address', async () => {
    show(DEFAULT, '/?from=2026-03-01&to=2026-03-31');
    await screen.findByText('Red from 2026-03-01');
    expect(screen.getByRole('button', { name: 'Period: 2026-03-01 to 2026-03-31' })).toBeTruthy();
  });

  it('becomes a dashboard of the user with the same widgets and places when it is customized', async () => {
    const { copies, user } = show(DEFAULT);
    await user.click(await screen.findByRole('button', { name: 'Customize' }));
    const content = { report: null, chart: null, settings: { colour: 'Red' } };
    await waitFor(() =>
      expect(copies).toEqual([
        [
          '/api/user-dashboards/copy',
          {
            name: 'Garden',
            madeFrom: 'd1',
            widgets: [
              { widget: 'rose', title: 'My rose', ...content, place: place(0) },
              { widget: 'tulip', title: 'My tulip', ...content, place: place(4) },
            ],
          },
        ],
      ]),
    );
  });
});

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { queryKeys } from '../../../client/index.ts';
import { KitProvider, loadAdminTexts } from '../../../kit/index.ts';
import { FirstRunPage } from './first-run-page.tsx';

const setting = (key: string, name: string, value: unknown) => ({
  ...{
    _id: key,
    key,
    name,
    value,
    default: value,
    section: 'general-settings',
    source: 'engine',
    public: true,
    schema: { type: typeof value },
  },
  ...{ hasDefault: true, isDefault: true, problems: [], version: 3, changedAt: null, changedBy: null },
});

const SETTINGS = [
  setting('company_name', 'Company name', 'Northwind'),
  setting('time_zone', 'Time zone', 'America/Denver'),
  setting('first_run_done', 'The set-up guide is finished', false),
];

beforeAll(() => loadAdminTexts());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('leads through the first steps, removes the demo data after a question with their counts, and is finished', async () => {
  const sent: { readonly method: string; readonly url: string; readonly body: unknown }[] = [];
  const modules = [
    { module: 'books', label: 'Books', count: 1200 },
    { module: 'loans', label: 'Loans', count: 34 },
  ];
  let demo: object = { total: 1234, modules, removal: null };
  vi.stubGlobal('fetch', (url: string, { method = 'GET', body }: { readonly method?: string; readonly body?: string } = {}) => {
    if (method !== 'GET' && !url.endsWith('/search'))
      sent.push({ method, url, body: body === undefined ? undefined : (JSON.parse(body) as unknown) });
    if (url === '/api/demo-data/remove') demo = { total: 1234, modules, removal: { state: 'running', progress: { done: 500, of: 1234 } } };
    if (url.startsWith('/api/ss-modules/by-name/users')) return Promise.resolve(Response.json({ fields: [], dropdowns: {} }));
    if (url.startsWith('/api/demo-data')) return Promise.resolve(Response.json(demo));
    return Promise.resolve(Response.json({ data: SETTINGS, total: SETTINGS.length }));
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(queryKeys.shell(), { modules: [], user: { userType: 'System Admin' }, settings: {} });
  render(
    <QueryClientProvider client={client}>
      <KitProvider>
        <RouterProvider router={createMemoryRouter([{ path: '*', element: <FirstRunPage /> }])} />
      </KitProvider>
    </QueryClientProvider>,
  );
  await screen.findByText('Northwind');
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Your company',
    'Time zone',
    'First team',
    'Invite people',
    'Demo data',
  ]);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Change: Time zone' }));
  await user.click(within(await screen.findByRole('dialog', { name: 'Time zone' })).getByRole('button', { name: 'Cancel' }));
  // The same forms as on the pages of teams and users, over the guide.
  for (const [button, name] of [
    ['New team', 'New team'],
    ['Invite', 'Invite by e-mail'],
  ] as const) {
    await user.click(screen.getByRole('button', { name: button }));
    await user.click(within(await screen.findByRole('dialog', { name })).getByRole('button', { name: 'Cancel' }));
  }
  await user.click(await screen.findByRole('button', { name: 'Remove the demo data' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove 1,234 demo records?' });
  within(dialog).getByText(/1,200 Books, 34 Loans/);
  expect(sent).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Remove 1,234 records' }));
  await screen.findByText('The demo data are being removed: 500 of 1,234');
  demo = { total: 0, modules: [], removal: { state: 'done', progress: null } };
  await screen.findByText('The demo data were removed.');
  await user.click(screen.getByRole('button', { name: 'Finish the set-up' }));
  await waitFor(() =>
    expect(sent.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['POST', '/api/demo-data/remove', {}],
      ['PUT', '/api/admin-settings/first_run_done/value', { value: true, version: 3 }],
    ]),
  );
});

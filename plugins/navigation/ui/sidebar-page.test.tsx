import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { KitProvider } from '../../../runtime-ui/kit/index.ts';
import { makeShell, summarizeModule } from '../tests/shell-fixture.ts';
import type { OwnSidebar } from '../shared/drawn.ts';
import { moveModule } from './sidebar-groups.tsx';
import { SidebarPage } from './sidebar-page.tsx';

const SHELL = makeShell('Standard', {
  menu: { groups: [{ id: 'g', label: 'Work', items: [{ id: 'i', label: 'Tools', icon: 'hammer', module: 'tools' }] }] },
  modules: [summarizeModule('tools', 'Tools'), summarizeModule('makers', 'Makers')],
});

const sent: { method: string; body: unknown }[] = [];

function show(first: OwnSidebar): void {
  sent.length = 0;
  let stored = first;
  vi.stubGlobal('fetch', (url: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    if (url === '/api/shell') return Promise.resolve(Response.json(SHELL));
    if (method !== 'GET') sent.push({ method, body: body === undefined ? undefined : (JSON.parse(body) as unknown) });
    if (method === 'PUT') stored = { ...(JSON.parse(body ?? '{}') as OwnSidebar), isOwn: true, template: first.template };
    if (method === 'DELETE') stored = { ...first, isOwn: false };
    return Promise.resolve(Response.json(stored));
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <KitProvider>
        <SidebarPage />
      </KitProvider>
    </QueryClientProvider>,
  );
}

afterEach(cleanup);

it('begins with the menu, sorts entries by keyboard, and saves a sidebar of the user', async () => {
  show({ groups: [], isCollapsed: false, isOwn: false, template: null });
  await screen.findByText(/You have the menu of the product/);
  await userEvent.click(await screen.findByRole('button', { name: 'Add a group' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Heading of group 2' }), 'More');
  await userEvent.click(screen.getByRole('button', { name: /Move Tools down/ }));
  await userEvent.click(screen.getByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('This is your own arrangement.');
  expect(sent).toEqual([
    {
      method: 'PUT',
      body: {
        groups: [
          { label: 'Work', modules: [] },
          { label: 'More', modules: ['tools'] },
        ],
        isCollapsed: true,
      },
    },
  ]);
});

it('adds and removes entries and groups, and resets to the template', async () => {
  show({
    groups: [
      { label: 'A', modules: ['tools'] },
      { label: 'B', modules: [] },
    ],
    isCollapsed: false,
    isOwn: true,
    template: 'Short',
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove the group B' }));
  await userEvent.click(screen.getByRole('combobox', { name: 'Add an entry' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Makers', hidden: true }));
  await userEvent.click(screen.getByRole('button', { name: 'Remove Tools' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent).toEqual([{ method: 'PUT', body: { groups: [{ label: 'A', modules: ['makers'] }], isCollapsed: false } }]),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Reset' }));
  // The dialog opens after the click, so that there may be one button of this name for a moment.
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reset' }));
  await screen.findByText(/You have the arrangement “Short”/);
  expect(sent[1]).toEqual({ method: 'DELETE', body: undefined });
});

it('moves a module into a group that has it already only once', () => {
  const groups = [
    { label: 'A', modules: ['tools', 'makers'] },
    { label: 'B', modules: ['tools'] },
  ];
  expect(moveModule(groups, '0 tools', '1', 0)).toEqual([
    { label: 'A', modules: ['makers'] },
    { label: 'B', modules: ['tools'] },
  ]);
});

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { KitProvider, loadAdminTexts } from '../../kit/index.ts';
import { DefinitionsPage } from './definitions-page.tsx';

const CONFLICTS = ['/label', '/labelSingular'].map((path) => ({
  artifact: 'module/tools',
  path,
  before: ['Old one', 'Old two'],
  base: 'New',
  customized: 'Own',
  version: 7,
}));

beforeAll(() => loadAdminTexts());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('lets an admin decide for each conflict, and shows those that are left', async () => {
  let left = CONFLICTS;
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', (input: string | URL | Request, { body }: { readonly body?: string } = {}) => {
    const url = String(input instanceof Request ? input.url : input);
    if (url.endsWith('/settle')) {
      const choice = JSON.parse(body ?? '') as { readonly path: string };
      sent.push(choice);
      left = left.filter(({ path }) => path !== choice.path);
    }
    const data = url.includes('conflicts') ? left : [];
    return Promise.resolve(Response.json({ data, total: data.length }));
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <KitProvider>
        <DefinitionsPage />
      </KitProvider>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  for (const [path, name] of [
    ['Label', 'Use the new value'],
    ['Label singular', 'Keep your value'],
  ] as const) {
    const item = await screen.findByRole('listitem', { name: `Module tools › ${path}` });
    expect(item.textContent).toContain('Before: Old one, Old two');
    await user.click(within(item).getByRole('button', { name }));
    await waitFor(() => expect(screen.queryByRole('listitem', { name: `Module tools › ${path}` })).toBeNull());
  }
  expect(sent).toEqual([
    { artifact: 'module/tools', path: '/label', use: 'base', version: 7 },
    { artifact: 'module/tools', path: '/labelSingular', use: 'customized', version: 7 },
  ]);
  await screen.findByText('No problems and no conflicts');
});

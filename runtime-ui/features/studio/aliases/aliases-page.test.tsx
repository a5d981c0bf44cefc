import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { AliasEntry } from '#engine/model/wire';
import { KitProvider, loadAdminTexts } from '../../../kit/index.ts';
import { AliasesPage } from './aliases-page.tsx';

const entry = (alias: string, more: Partial<AliasEntry>): AliasEntry => ({
  _id: `field-${alias}`,
  kind: 'field',
  module: { _id: 'tools', name: 'tools', label: 'Tools' },
  alias,
  name: 'extent',
  label: 'Extent',
  path: null,
  renamedAt: '2026-11-02T10:00:00.000Z',
  changeSet: { _id: 'c1', name: 'Better names' },
  uses: 0,
  lastUsedAt: null,
  lastUsedBy: null,
  token: null,
  ...more,
});

beforeAll(() => loadAdminTexts());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(respond: (method: string, url: string) => Response): void {
  vi.stubGlobal('fetch', (input: string, { method = 'GET' }: { readonly method?: string } = {}) => Promise.resolve(respond(method, input)));
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <KitProvider>
        <AliasesPage />
      </KitProvider>
    </QueryClientProvider>,
  );
}

it('lists aliases with their uses, and removes one after a confirmation that says when it was used last', async () => {
  let left = [
    entry('size', {
      uses: 12,
      lastUsedAt: '2026-11-03T10:00:00.000Z',
      lastUsedBy: { _id: 'u1', name: 'Ada Byron' },
      token: { _id: 't1', name: 'Nightly import' },
    }),
    entry('oldTools', { kind: 'module', name: 'tools', label: 'Tools', path: '/api/old-tools' }),
  ];
  const sent: string[] = [];
  open((method, url) => {
    if (method !== 'GET') {
      sent.push(`${method} ${url}`);
      left = left.filter(({ _id }) => !url.includes(_id));
    }
    return Response.json({ data: left, total: left.length, pageNumber: 0, pageSize: 50, success: true });
  });
  const user = userEvent.setup();
  const row = await screen.findByRole('row', { name: /size/ });
  expect(row.textContent).toContain('Extent of Tools');
  expect(row.textContent).toMatch(/12.*by Ada Byron, token Nightly import/);
  within(row).getByRole('link', { name: 'Better names' });
  expect(screen.getByRole('row', { name: /oldTools/ }).textContent).toMatch(/\/api\/old-tools.*Module Tools.*Never used/);
  await user.click(within(row).getByRole('button', { name: 'Remove the alias size' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove the alias size?' });
  expect(dialog.textContent).toMatch(/last used .* by Ada Byron, token Nightly import/);
  expect(sent).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Remove alias' }));
  await user.click(await screen.findByRole('button', { name: 'Remove the alias oldTools' }));
  const second = await screen.findByRole('dialog', { name: 'Remove the alias oldTools?' });
  within(second).getByText('It has never been used.');
  await user.click(within(second).getByRole('button', { name: 'Remove alias' }));
  await screen.findByText('There are no aliases');
  expect(sent).toEqual(['DELETE /api/aliases/field-size', 'DELETE /api/aliases/field-oldTools']);
});

it('says why the list could not be loaded', async () => {
  open(() => Response.json({ success: false, code: 'admin_only', error: 'Only for System Admins.' }, { status: 403 }));
  await screen.findByText('The aliases could not be loaded');
  await screen.findByRole('button', { name: /again/i });
});

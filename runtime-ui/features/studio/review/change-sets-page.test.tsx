import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { ConversionSummary } from '#engine/model/wire';
import { loadAdminTexts } from '../../../kit/index.ts';
import { DRAFT, renderInStudio, serve, type SentRequest } from '../../../../tests/support/studio-fixture.tsx';
import { ChangeSetsPage } from './change-sets-page.tsx';

const SHARED = { ...DRAFT, _id: 'd2', name: 'Ours', shared: true, author: { _id: 'u2', name: 'Sam' } };
const OLD = { ...DRAFT, _id: 'p1', name: 'Winter', state: 'published', author: null, counts: { added: 2, changed: 1, removed: 0 } };
const CONFLICT = { artifact: 'module/tools', path: '/label', before: 'Tools', base: 'Machines', customized: 'Gear', version: 7 };

beforeAll(() => loadAdminTexts());
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it('lists drafts and what was published, page by page, and opens a shared draft', async () => {
  const sent = serve({
    'GET /api/change-sets': ({ query }: SentRequest) =>
      query.includes('published') ? { data: [OLD], total: 40 } : { data: [DRAFT, SHARED], total: 2 },
    'GET /api/change-sets/d1': DRAFT,
    'GET /api/change-sets/d2': SHARED,
    'GET /api/ready/problems': { data: [] },
    'GET /api/ready/conflicts': { data: [] },
  });
  renderInStudio(<ChangeSetsPage />);
  const user = userEvent.setup();
  const open = await screen.findByRole('button', { name: 'Work on this draft: Ours' });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Work on this draft: Spring' })).toBeNull());
  await user.click(open);
  await screen.findByRole('button', { name: 'Work on this draft: Spring' });
  expect(screen.queryByRole('button', { name: 'Work on this draft: Ours' })).toBeNull();

  await user.click(screen.getByRole('tab', { name: 'Published' }));
  const link = await screen.findByRole('link', { name: 'Winter' });
  expect(link.getAttribute('href')).toBe('/admin/studio/change-sets/p1');
  const row = link.closest('li') as HTMLElement;
  within(row).getByText(/The system/u);
  within(row).getByText(/2 added, 1 changed, 0 removed/u);
  await user.click(screen.getByRole('button', { name: 'Show more (39)' }));
  await waitFor(() => expect(sent.some(({ query }) => query.includes('state=published') && query.includes('pageSize=50'))).toBe(true));
});

it('shows how far the conversion of a change-set is, and leads to it', async () => {
  let conversion: ConversionSummary | null = { state: 'running', done: 91, total: 200 };
  serve({
    'GET /api/change-sets': () => ({ data: [{ ...DRAFT, conversion }, SHARED], total: 2 }),
    'GET /api/change-sets/d1': DRAFT,
    'GET /api/ready/problems': { data: [] },
    'GET /api/ready/conflicts': { data: [] },
  });
  renderInStudio(<ChangeSetsPage />);
  const link = await screen.findByRole('link', { name: 'Converting 45 %: Spring' });
  expect(link.getAttribute('href')).toBe('/admin/studio/change-sets/d1');
  expect(screen.getAllByText(/Convert/u)).toHaveLength(1);
  // While it runs the list is read again.
  conversion = { state: 'stopped', done: 120, total: 200 };
  await screen.findByRole('link', { name: 'Conversion stopped: Spring' });
  cleanup();
  conversion = { state: 'done', done: 200, total: 200 };
  renderInStudio(<ChangeSetsPage />);
  await screen.findByRole('link', { name: 'Spring' });
  expect(screen.queryByText(/Convert/u)).toBeNull();
});

it('lets an admin decide on what an upgrade changed too', async () => {
  let conflicts = [CONFLICT];
  const sent = serve({
    'GET /api/change-sets': { data: [], total: 0 },
    'GET /api/ready/problems': { data: [] },
    'GET /api/ready/conflicts': () => ({ data: conflicts }),
    'POST /api/ready/conflicts/settle': () => {
      conflicts = [];
      return { data: [] };
    },
  });
  renderInStudio(<ChangeSetsPage />);
  const choice = await screen.findByRole('group', { name: 'Module tools › Label' });
  within(choice).getByText('Gear');
  await userEvent.setup().click(within(choice).getByRole('radio', { name: /Machines/u }));
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Module tools › Label' })).toBeNull());
  expect(sent.find(({ method, path }) => method === 'POST' && path.endsWith('/settle'))?.body).toEqual({
    artifact: 'module/tools',
    path: '/label',
    use: 'base',
    version: 7,
  });
});

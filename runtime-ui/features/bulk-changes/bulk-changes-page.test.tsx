import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BatchView } from '#engine/model/wire';
import { useSession } from '../../client/index.ts';
import { KitProvider, loadLazyTexts } from '../../kit/index.ts';
import { BulkChangesPage } from './bulk-changes-page.tsx';

const AT = new Date(2026, 10, 2, 9, 30).toISOString();
const UNTIL = new Date(2026, 11, 2, 9, 30).toISOString();

function batch(_id: string, more: Partial<BatchView>): BatchView {
  return {
    _id,
    kind: 'update',
    module: { name: 'boats', label: 'Boats' },
    user: { _id: 'u1', name: 'Jordan Avery' },
    at: AT,
    ...{ records: 2999, refused: 0, undo: 'none', undoableUntil: UNTIL },
    ...more,
  };
}

let pages: Record<string, unknown>;
const calls: string[] = [];

beforeAll(() => loadLazyTexts());
beforeEach(() => {
  calls.length = 0;
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 26) });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    calls.push(`${init.method ?? 'GET'} ${path}`);
    if (path.endsWith('/undo')) return Response.json({ undone: [], left: [] });
    const page = pages[path];
    return page === undefined ? Response.json({ error: 'Not here', code: 'route_not_found' }, { status: 404 }) : Response.json(page);
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function show(userType: string) {
  useSession.setState({ user: { _id: 'u1', userType } as never });
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <KitProvider>
          <BulkChangesPage />
        </KitProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

describe('The page of bulk changes', () => {
  it('says what was done and how far it is undone, and undoes it after a question', async () => {
    pages = {
      '/api/batches?user=u1': {
        data: [
          batch('b1', { refused: 1 }),
          batch('b2', { kind: 'remove', records: 3, undoableUntil: null }),
          batch('b3', { kind: 'merge', records: 2, undo: 'done', module: null }),
        ],
        next: null,
      },
    };
    show('Standard');
    const rows = await screen.findAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Updated 2,999 boats Nov 2 · 1 was not saved · can be undone until Dec 2Undo',
      'Deleted 3 boats for good Nov 2 · cannot be undone',
      'Merged 2 records UndoneNov 2 · can be undone until Dec 2',
    ]);
    expect(screen.queryByRole('radio', { name: 'Everyone' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Undo: Updated 2,999 boats' }));
    const question = await screen.findByRole('dialog', { name: 'Undo this bulk change?' });
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
    fireEvent.click(within(question).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(calls).toContain('POST /api/batches/b1/undo'));
    await waitFor(() => expect(calls.filter((call) => call === 'GET /api/batches?user=u1').length).toBe(2));
  });

  it('shows System Admins those of everyone, with names, and further pages', async () => {
    pages = {
      '/api/batches?user=u1': { data: [], next: null },
      '/api/batches': { data: [batch('b1', {})], next: '5.b1' },
      '/api/batches?before=5.b1': { data: [batch('b2', { kind: 'undo', records: 4 })], next: null },
    };
    show('System Admin');
    expect(await screen.findByText('No bulk changes')).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: 'Everyone' }));
    expect(await screen.findByText(/^Jordan Avery · Nov 2/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('Undid changes of 4 boats')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('says what went wrong', async () => {
    pages = {};
    show('Standard');
    expect(await screen.findByText('The bulk changes could not be loaded.')).toBeTruthy();
  });
});

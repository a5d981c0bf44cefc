import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { queryKeys } from '../../client/index.ts';
import { fixtureModule } from '../../fields/widgets/fixture-module.ts';
import { listQuery, useList } from '../../headless/index.ts';
import { KitProvider, loadLazyTexts } from '../../kit/index.ts';
import { EmptyList } from './empty-list.tsx';

afterEach(cleanup);
beforeAll(() => loadLazyTexts());

const module = fixtureModule({
  listViews: [{ name: 'due', label: 'Follow up', filter: { a_date: { exists: true } } }],
  defaultListView: 'due',
});

function List({ opened }: { readonly opened: string[] }) {
  const list = useList(module, new URLSearchParams(), () => undefined, { data: [], total: 0, default: null });
  return <EmptyList module={module} list={{ ...list, openView: (view) => void opened.push(view) }} />;
}

/** Shows the empty list of the view, in a module with this many records. */
function show(total: number): string[] {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  const state = { view: 'all', terms: {}, searchText: '', ...module.defaultSort, thenBy: [] };
  const rest = { page: 0, pageSize: 1, groupBy: null, columns: null, density: null, viewType: null };
  const input = { ...listQuery(module, { ...state, ...rest }, []), pageNumber: 0, pageSize: 1, totalLimit: 10_000 };
  client.setQueryData(queryKeys.list(module.name, input), { data: [], total });
  const opened: string[] = [];
  render(
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <KitProvider>
          <List opened={opened} />
        </KitProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return opened;
}

describe('The empty list of a view', () => {
  it('says so, and leads to all records', () => {
    const opened = show(1200);
    expect(screen.getByRole('heading').textContent).toBe('Nothing in Follow up');
    expect(screen.getByText('No things belong in this view now.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: /^All things ?1,200$/ }));
    expect(opened).toEqual(['all']);
  });

  it('helps with the first record when there is none at all', () => {
    show(0);
    expect(screen.getByRole('heading').textContent).toBe('No things yet');
  });
});

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { queryKeys } from '../../../client/index.ts';
import { fixtureModule } from '../../../fields/widgets/fixture-module.ts';
import { KitProvider, loadLazyTexts } from '../../../kit/index.ts';
import { FilterBuilder } from './filter-builder.tsx';

const module = fixtureModule();

beforeAll(() => loadLazyTexts());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('The filter builder', () => {
  it('focuses the field of its first condition, then that of one that is added', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ data: [], total: 0 })));
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    client.setQueryData(queryKeys.shell(), { modules: [], teams: [], user: {}, isStaff: true });
    render(
      <QueryClientProvider client={client}>
        <KitProvider>
          <FilterBuilder module={module} terms={{}} within={{}} onApply={() => undefined} onCancel={() => undefined} />
        </KitProvider>
      </QueryClientProvider>,
    );
    const fields = () => screen.getAllByRole('combobox', { name: 'Field' });
    await waitFor(() => expect(document.activeElement).toBe(fields()[0]));
    await userEvent.setup().click(screen.getByRole('button', { name: 'Add condition' }));
    await waitFor(() => expect(document.activeElement).toBe(fields()[1]));
  });
});

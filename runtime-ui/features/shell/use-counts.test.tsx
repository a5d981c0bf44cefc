import { renderHook, waitFor } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Box } from 'lucide-react';
import { afterEach, expect, it, vi } from 'vitest';
import type { ModuleSummary, ShellView } from '#engine/model/wire';
import { useCounts, WAIT_MILLISECONDS } from './use-counts.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('Only the first modules of a long menu have a count, each of which is a query', async () => {
  const names = Array.from({ length: 300 }, (_, at) => `module${at}`);
  const items = names.map((name) => ({ id: name, label: name, icon: Box, href: `/app/${name}`, module: name, current: false }));
  const modules = names.map((name) => ({ name, path: `/api/${name}`, nameField: 'name' }) as unknown as ModuleSummary);
  const shell = { menu: { groups: [{ id: 'all', label: 'All', items }] }, modules } as unknown as ShellView;
  const searched: string[] = [];
  vi.stubGlobal('fetch', (input: RequestInfo | URL) => {
    searched.push(String(input instanceof Request ? input.url : input));
    return Promise.resolve(Response.json({ data: [], total: 7, pageNumber: 0, pageSize: 1 }));
  });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const client = new QueryClient();
  const wrapper = ({ children }: { readonly children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>;
  const groups = [{ id: 'all', label: 'All', items }];
  const { result } = renderHook(() => useCounts(shell, groups, true), { wrapper });
  await vi.advanceTimersByTimeAsync(WAIT_MILLISECONDS);
  await waitFor(() => expect(result.current[0]?.items[39]?.count).toBe(7));
  expect(result.current[0]?.items[40]?.count).toBeUndefined();
  expect(searched).toHaveLength(40);
});

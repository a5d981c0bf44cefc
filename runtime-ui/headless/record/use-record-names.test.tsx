import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { queryKeys } from '../../client/index.ts';
import { useNamesById, useRecordNamesById } from './use-record-names.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Reads the name of a record of a module without access, and counts the requests. */
function read(isStaff: boolean, modules: readonly object[] = []) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  client.setQueryData(queryKeys.shell(), { modules, isStaff });
  const requests: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    requests.push(url);
    return Promise.resolve(Response.json({ data: [{ _id: 'u1', name: 'Ann Lee' }], total: 1, pageNumber: 0, pageSize: 100 }));
  });
  const { result } = renderHook(() => useRecordNamesById('people', ['u1']), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  return { requests, name: () => result.current.get('u1') };
}

describe('Names of records by id', () => {
  it('are requested by staff, also of a module without access, whose names may be readable', async () => {
    const { name } = read(true);
    await waitFor(() => expect(name()).toBe('Ann Lee'));
  });

  it('are not requested by others of a module without access: the request would be refused', async () => {
    const { requests } = read(false);
    expect(requests).toEqual([]);
    const open = read(false, [{ name: 'people', path: '/api/people', nameField: 'name', rights: { access: true } }]);
    await waitFor(() => expect(open.name()).toBe('Ann Lee'));
  });

  it('are being read while those of the ids before are still there: another record is not taken for a hidden one', async () => {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
    client.setQueryData(queryKeys.shell(), { modules: [], isStaff: true });
    const responses: (() => void)[] = [];
    vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
      const [id = ''] = (JSON.parse(body) as { searchTerms: { _id: { in: string[] } } }).searchTerms._id.in;
      return new Promise((resolve) => {
        responses.push(() =>
          resolve(Response.json({ data: [{ _id: id, name: `Name of ${id}` }], total: 1, pageNumber: 0, pageSize: 100 })),
        );
      });
    });
    const { result, rerender } = renderHook(({ id }) => useNamesById('people', [id]), {
      initialProps: { id: 'u1' },
      wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
    });
    await waitFor(() => expect(responses).toHaveLength(1));
    responses[0]?.();
    await waitFor(() => expect(result.current.names.get('u1')).toBe('Name of u1'));
    rerender({ id: 'u2' });
    expect([result.current.names.get('u2'), result.current.isLoading]).toEqual([undefined, true]);
    await waitFor(() => expect(responses).toHaveLength(2));
    responses[1]?.();
    await waitFor(() => expect(result.current.names.get('u2')).toBe('Name of u2'));
    expect(result.current.isLoading).toBe(false);
  });
});

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { queryKeys } from '../../client/index.ts';
import { useRecordNamesById } from './use-record-names.ts';

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
});

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fixtureModule } from '../../fields/widgets/fixture-module.ts';
import { isAllowed } from './ownership.ts';
import { useRecordModule } from './use-record-module.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The rights on one record of a user with these levels, for whom the server allows editing only; and the requests. */
function open(edit: 'All' | 'Rule', remove: 'None' | 'Rule') {
  const base = fixtureModule();
  const module = { ...base, rights: { ...base.rights, edit, delete: remove } };
  const requests: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    requests.push(url);
    return Promise.resolve(Response.json({ allowed: url.includes('action=edit'), reasons: [] }));
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const record = { _id: 'r1', _version: 1 };
  const { result } = renderHook(() => useRecordModule(module, record), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  return { module, requests, result, may: (action: 'edit' | 'delete') => isAllowed(result.current, action, record, 'u1') };
}

describe('The rights on an open record', () => {
  it('are those that the server knows, if a rule of a role decides', async () => {
    const { may, result } = open('Rule', 'Rule');
    expect([may('edit'), may('delete')]).toEqual([true, true]);
    await waitFor(() => expect(result.current.rights).toMatchObject({ edit: 'All', delete: 'None' }));
    expect([may('edit'), may('delete')]).toEqual([true, false]);
  });

  it('are those of the module otherwise, without a request', () => {
    const { module, requests, result } = open('All', 'None');
    expect(result.current).toBe(module);
    expect(requests).toEqual([]);
  });
});

import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveChange, LiveTarget } from '#engine/model/wire';
import { queryKeys } from '../../client/index.ts';
import { handleServerMessage } from '../../client/live/handle-server-message.ts';
import { getLiveSubscriptions } from '../../client/live/live-subscriptions.ts';
import { syncQueryCache } from './sync-query-cache.ts';

const BOOKS = { searchTerms: { state: 'open' }, pageNumber: 0 };

function changeOf(subs: LiveChange['subs'], version: number, id = '1'): LiveChange {
  return { type: 'change', subs, module: 'books', id, kind: 'update', version, by: 'u', changed: [], values: {}, position: '1' };
}

describe('An active query', () => {
  let client: QueryClient;
  let stop: () => void;
  let read: { list: number; record: number; other: number };
  let watched: (() => void)[];

  const watch = (queryKey: readonly unknown[], respond: () => unknown): void => {
    watched.push(
      new QueryObserver(client, { queryKey, queryFn: () => Promise.resolve(respond()), staleTime: Infinity, retry: false }).subscribe(
        () => undefined,
      ),
    );
  };
  const targets = (): readonly LiveTarget[] => [...getLiveSubscriptions().subscriptions.values()].map(({ to }) => to);
  const idOf = (kind: string): string => [...getLiveSubscriptions().subscriptions.values()].find(({ to }) => to.kind === kind)?.id ?? '';

  beforeEach(async () => {
    vi.useFakeTimers();
    client = new QueryClient();
    read = { list: 0, record: 0, other: 0 };
    watched = [];
    stop = syncQueryCache(client);
    watch(queryKeys.list('books', BOOKS), () => ({ data: [{ _id: '1', _version: 1 + read.list++ }], total: 1 }));
    watch(queryKeys.record('books', '1'), () => ({ _id: '1', _version: 1 + read.record++ }));
    watch(queryKeys.list('books', { searchTerms: { state: 'shut' } }), () => ({ data: [], total: read.other++ }));
    await vi.advanceTimersByTimeAsync(200);
  });
  afterEach(() => {
    for (const end of watched) end();
    stop();
    client.clear();
    vi.useRealTimers();
  });

  it('subscribes with its own filter, and unsubscribes with its screen', async () => {
    expect(targets()).toEqual([
      { kind: 'list', module: 'books', filter: { state: 'open' } },
      { kind: 'record', module: 'books', id: '1' },
      { kind: 'list', module: 'books', filter: { state: 'shut' } },
    ]);
    watched.splice(1, 1)[0]?.();
    await vi.advanceTimersByTimeAsync(100);
    expect(targets().map(({ kind }) => kind)).toEqual(['list', 'list']);
  });

  it('is read again after a change, and no other query is', async () => {
    handleServerMessage(changeOf({ [idOf('list')]: 'holds' }, 2));
    await vi.advanceTimersByTimeAsync(50);
    expect(read).toEqual({ list: 2, record: 1, other: 1 });
    handleServerMessage(changeOf({ [idOf('record')]: 'holds' }, 2));
    await vi.advanceTimersByTimeAsync(50);
    expect(read).toEqual({ list: 2, record: 2, other: 1 });
  });

  it("is not read again for changes that it already contains, such as the user's own save", async () => {
    handleServerMessage(changeOf({ [idOf('list')]: 'holds', [idOf('record')]: 'holds' }, 1));
    await vi.advanceTimersByTimeAsync(50);
    expect(read).toEqual({ list: 1, record: 1, other: 1 });
  });

  it('is read again soon after a second quick change, and a third', async () => {
    for (const version of [2, 3, 4]) {
      handleServerMessage(changeOf({ [idOf('list')]: 'enters', [idOf('record')]: 'holds' }, version, 'another'));
      await vi.advanceTimersByTimeAsync(210);
      expect(read).toEqual({ list: version, record: version, other: 1 });
    }
  });

  it('is read once more after a read that began before the change, which is never cancelled', async () => {
    let reads = 0;
    const pending: (() => void)[] = [];
    watched.push(
      new QueryObserver(client, {
        queryKey: queryKeys.list('orders', BOOKS),
        queryFn: () =>
          new Promise((resolve) => {
            reads += 1;
            pending.push(() => resolve({ data: [], total: reads }));
          }),
        retry: false,
      }).subscribe(() => undefined),
    );
    await vi.advanceTimersByTimeAsync(100);
    const orders =
      [...getLiveSubscriptions().subscriptions.values()].find(({ to }) => to.kind === 'list' && to.module === 'orders')?.id ?? '';
    for (const version of [1, 2, 3]) handleServerMessage(changeOf({ [orders]: 'enters' }, version, `order ${version}`));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(reads).toBe(1);
    pending[0]?.();
    await vi.advanceTimersByTimeAsync(50);
    expect(reads).toBe(2);
    pending[1]?.();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(reads).toBe(2);
  });

  it('is read at most once a second while there are many changes, and the last change is not lost', async () => {
    for (let version = 2; version < 40; version += 1) {
      handleServerMessage(changeOf({ [idOf('list')]: 'enters' }, version, `other ${version}`));
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(read.list).toBeLessThanOrEqual(4);
    const before = read.list;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(read.list).toBe(before + 1);
  });

  it('is read again, like all others, when the server sends a resync', async () => {
    handleServerMessage({ type: 'resync', subs: null, position: '9' });
    await vi.advanceTimersByTimeAsync(50);
    expect(read).toEqual({ list: 2, record: 2, other: 2 });
  });
});

import { describe, expect, it } from 'vitest';
import { createQueryClient, invalidateRecords } from './query-client.ts';
import { queryKeys } from './query-keys.ts';

describe('invalidateRecords', () => {
  it('invalidates the queries of every module, because a save affects more than its own', async () => {
    const client = createQueryClient();
    const isStale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;
    const touched = [
      queryKeys.list('loans', {}),
      queryKeys.list('visits', {}),
      queryKeys.related('books', '1', 'notices', {}),
      queryKeys.quickSearch('ann'),
      queryKeys.recentlySeen(),
      queryKeys.favorites(),
    ];
    const cached = [queryKeys.shell(), queryKeys.moduleView('loans')];
    for (const key of [...touched, ...cached]) client.setQueryData(key, {});
    await invalidateRecords(client, ['loans']);
    expect(touched.map(isStale)).toEqual(touched.map(() => true));
    expect(cached.map(isStale)).toEqual(cached.map(() => false));
    client.clear();
  });
});

import { SegmentedControl } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BatchPage, BatchView } from '#engine/model/wire';
import { getBatches, queryKeys, useSession, type ApiError } from '../../client/index.ts';
import { Button, Card, EmptyState, ErrorState, PageHeader, SkeletonRows, t, usePageTitle } from '../../kit/index.ts';
import { BatchRow } from './batch-row.tsx';
import './bulk-changes.css';

type Whose = 'mine' | 'everyone';

function useBatches(user: string | undefined) {
  return useInfiniteQuery<BatchPage, ApiError, readonly BatchView[], ReturnType<typeof queryKeys.batches>, string | undefined>({
    queryKey: queryKeys.batches(user),
    queryFn: ({ pageParam, signal }) => getBatches({ user, before: pageParam }, signal),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  });
}

function List({ user, showsUser }: { readonly user: string | undefined; readonly showsUser: boolean }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useBatches(user);
  const client = useQueryClient();
  if (error && data === undefined)
    return <ErrorState compact title={t('bulkChanges.failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={5} columns={2} height={56} />;
  if (data.length === 0) return <EmptyState title={t('bulkChanges.none')} help={t('bulkChanges.noneHelp')} />;
  const reload = () => void client.invalidateQueries({ queryKey: queryKeys.allBatches() });
  return (
    <>
      <Card className="bc-card">
        <ul className="bc-list">
          {data.map((batch) => (
            <BatchRow key={batch._id} batch={batch} showsUser={showsUser} onUndone={reload} />
          ))}
        </ul>
      </Card>
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('bulkChanges.more')}
        </Button>
      )}
    </>
  );
}

/** `/app/bulk-changes`: what was done to many records at once, with undo; System Admins see that of everyone. */
export function BulkChangesPage() {
  const user = useSession((session) => session.user);
  const isAdmin = user?.userType === 'System Admin';
  const [whose, setWhose] = useState<Whose>('mine');
  usePageTitle(t('bulkChanges.title'));
  return (
    <div className="bc-page">
      <PageHeader
        title={t('bulkChanges.title')}
        actions={
          isAdmin && (
            <SegmentedControl
              size="xs"
              aria-label={t('bulkChanges.whose')}
              value={whose}
              data={[
                { value: 'mine', label: t('bulkChanges.mine') },
                { value: 'everyone', label: t('bulkChanges.everyone') },
              ]}
              onChange={(next) => setWhose(next === 'everyone' ? 'everyone' : 'mine')}
            />
          )
        }
      />
      <p className="bc-help">{t('bulkChanges.help')}</p>
      <List key={whose} user={whose === 'mine' ? user?._id : undefined} showsUser={whose === 'everyone'} />
    </div>
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { ApprovalView } from '#engine/model/wire';
import { getApprovals, queryKeys, routePrefix, useSession, type ApprovalPage, type ApiError } from '../../client/index.ts';
import { Button, ButtonLink, EmptyState, ErrorState, LazyBoundary, PageHeader, SkeletonRows, t, usePageTitle } from '../../kit/index.ts';
import { ApprovalCard } from '../../views/index.ts';

function useApprovals(run: string | undefined) {
  const query = run === undefined ? {} : { run };
  return useInfiniteQuery<
    ApprovalPage,
    ApiError,
    { readonly list: readonly ApprovalView[]; readonly total: number },
    ReturnType<typeof queryKeys.approvals>,
    number
  >({
    queryKey: queryKeys.approvals({ ...query, pages: true }),
    queryFn: ({ pageParam, signal }) => getApprovals({ ...query, page: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => (pages.flatMap(({ data }) => data).length < total ? pages.length : undefined),
    select: ({ pages }) => ({ list: pages.flatMap(({ data }) => data), total: pages[0]?.total ?? 0 }),
  });
}

/** `/app/approvals`: what waits for the user's decision; with `?run=`, what a notification is about. */
export function ApprovalsPage() {
  const user = useSession((session) => session.user);
  const [params] = useSearchParams();
  const run = params.get('run') ?? undefined;
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useApprovals(run);
  usePageTitle(t('approvals.title'));
  const all = run !== undefined && <ButtonLink href={`${routePrefix(user)}/approvals`}>{t('approvals.all')}</ButtonLink>;
  return (
    <>
      <PageHeader title={t('approvals.title')} actions={all} />
      {data === undefined && error === null && <SkeletonRows rows={3} height={120} />}
      {data === undefined && error !== null && (
        <ErrorState compact title={t('approvals.failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />
      )}
      {data?.list.length === 0 && (
        <EmptyState
          title={t(run === undefined ? 'approvals.none' : 'approvals.notHere')}
          help={t(run === undefined ? 'approvals.noneHelp' : 'approvals.notHereHelp')}
        />
      )}
      <div className="mv-approvals">
        {data?.list.map((approval) => (
          <LazyBoundary key={`${approval.run} ${approval.step}`}>
            <ApprovalCard approval={approval} showsRecord />
          </LazyBoundary>
        ))}
      </div>
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('approvals.more')}
        </Button>
      )}
    </>
  );
}

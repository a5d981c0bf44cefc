import type { UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { ApiError, PageResponse } from '../../client/index.ts';
import { Card, EmptyState, ErrorState, Pager, SkeletonRows } from '../../kit/index.ts';

interface PagedListProps<View> {
  /** Reads a page; the one before stays until it is there. A hook: it is called for each rendering. */
  readonly usePage: (
    page: number,
  ) => Pick<UseQueryResult<PageResponse<View>, ApiError>, 'data' | 'error' | 'refetch' | 'isPlaceholderData'>;
  readonly failed: string;
  readonly none: string;
  readonly noneHelp: string;
  /** The entries of a page. */
  readonly children: (views: readonly View[]) => ReactNode;
}

/** The user's imports or exports, page by page. */
export function PagedList<View>({ usePage, failed, none, noneHelp, children }: PagedListProps<View>) {
  const [page, setPage] = useState(0);
  const { data, error, refetch, isPlaceholderData } = usePage(page);
  if (error !== null && data === undefined)
    return <ErrorState compact title={failed} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={5} columns={2} height={56} />;
  const last = Math.max(Math.ceil(data.total / data.pageSize) - 1, 0);
  if (!isPlaceholderData && page > last) setPage(last);
  if (data.total === 0) return <EmptyState title={none} help={noneHelp} />;
  return (
    <>
      <Card className="iw-list-card">
        <ul>{children(data.data)}</ul>
      </Card>
      {data.total > data.pageSize && (
        <Pager page={page} pageSize={data.pageSize} shown={data.data.length} total={data.total} onChange={setPage} />
      )}
    </>
  );
}

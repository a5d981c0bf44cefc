import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError, getErrorMessage } from '../../client/index.ts';
import { Card, EmptyState, ErrorState, SkeletonRows, t } from '../../kit/index.ts';

export interface ListCardProps<T> {
  readonly title: string;
  readonly query: UseQueryResult<T, Error>;
  readonly countOf: (data: T) => number;
  /** Shown next to the title; absent: the number of rows. */
  readonly total?: number | undefined;
  readonly action?: ReactNode;
  readonly empty: { readonly title: string; readonly help: string };
  readonly children: (data: T) => ReactNode;
}

/** A card around a query: skeleton, error with Try again, empty state, or the rows. */
export function ListCard<T>({ title, query, countOf, total, action, empty, children }: ListCardProps<T>) {
  const { data, error } = query;
  const count = data === undefined ? 0 : (total ?? countOf(data));
  return (
    <Card title={title} note={count > 0 ? count.toLocaleString('en-US') : undefined} action={action}>
      {data === undefined && !error && <SkeletonRows rows={5} columns={2} />}
      {data === undefined && error && (
        <ErrorState
          compact
          title={t('frame.dashboard.failed')}
          text={getErrorMessage(error)}
          onRetry={() => void query.refetch()}
          {...(error instanceof ApiError ? { code: error.code } : {})}
        />
      )}
      {data !== undefined &&
        (countOf(data) > 0 ? children(data) : <EmptyState compact headingLevel={3} title={empty.title} help={empty.help} />)}
    </Card>
  );
}

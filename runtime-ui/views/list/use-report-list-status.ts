import { useEffect, useMemo } from 'react';
import type { ApiError } from '../../client/index.ts';
import type { ListGroup } from '../../headless/index.ts';
import type { ListResult } from '../grid/grid-source.ts';
import type { ViewTypeProps } from './view-type-props.ts';

type Listeners = Pick<ViewTypeProps, 'onLoading' | 'onLoaded' | 'onError'>;

/** Reports the status of the list body to the list: error, loading, or the result. */
export function useReportListStatus(
  { onLoading, onLoaded, onError }: Listeners,
  error: ApiError | null,
  result: ListResult | undefined,
): void {
  useEffect(() => {
    if (error) onError(error);
    else if (result === undefined) onLoading();
    else onLoaded(result);
  }, [error, result, onLoading, onLoaded, onError]);
}

/** The same for groups; returns the total number of records, undefined until they are loaded. */
export function useReportGroupStatus(
  listeners: Listeners,
  error: ApiError | null,
  groups: readonly ListGroup[] | undefined,
): number | undefined {
  const total = useMemo(() => groups?.reduce((sum, group) => sum + group.count, 0), [groups]);
  useReportListStatus(
    listeners,
    error,
    useMemo(() => (total === undefined ? undefined : { total, totalIsExact: true, rows: total, warnings: [] }), [total]),
  );
  return total;
}

import { useEffect, useMemo } from 'react';
import type { ApiError } from '../../client/index.ts';
import type { ListGroup } from '../../headless/index.ts';
import type { ListResult } from '../grid/grid-source.ts';
import type { ViewTypeProps } from './view-type-props.ts';

type Listeners = Pick<ViewTypeProps, 'onLoading' | 'onLoaded' | 'onError'>;

/** Tells the list what its body knows: why nothing came, that it waits, or what came. */
export function useReportListStatus({ onLoading, onLoaded, onError }: Listeners, error: ApiError | null, answer: ListResult | undefined): void {
  useEffect(() => {
    if (error) onError(error);
    else if (answer === undefined) onLoading();
    else onLoaded(answer);
  }, [error, answer, onLoading, onLoaded, onError]);
}

/** The same of groups; answers how many records they hold together, undefined until they came. */
export function useReportGroupStatus(listeners: Listeners, error: ApiError | null, groups: readonly ListGroup[] | undefined): number | undefined {
  const total = useMemo(() => groups?.reduce((sum, group) => sum + group.count, 0), [groups]);
  useReportListStatus(listeners, error, useMemo(() => (total === undefined ? undefined : { total, totalIsExact: true, rows: total, warnings: [] }), [total]));
  return total;
}

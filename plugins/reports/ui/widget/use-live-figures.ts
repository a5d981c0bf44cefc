import { useCallback, useEffect, useState } from 'react';
import { ApiError, callApi, useModuleChanges, useUserId, type WidgetFilters } from '#ui';
import { isDenied } from '../use-report-data.ts';
import type { DataOptions, ReportData } from '../../shared/contract.ts';

/** The last figures of each request of a user, so that a widget that is shown again has them at once. */
const known = new Map<string, ReportData>();
/** The most requests whose figures are remembered. */
const MOST_KNOWN = 100;

function remember(key: string, data: ReportData): void {
  known.delete(key);
  known.set(key, data);
  const [oldest] = known.keys();
  if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
}

interface Loaded {
  readonly key: string;
  readonly data: ReportData | undefined;
  readonly error: ApiError | undefined;
}

function toOptions({ from, to, teams }: WidgetFilters): DataOptions {
  return {
    ...(from === undefined && to === undefined
      ? {}
      : { dateRange: { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) } }),
    ...(teams.length === 0 ? {} : { teams }),
  };
}

/** The figures of a stored report or chart. They follow saves of the modules that they depend on, and are not asked again for saves of others. */
export function useLiveFigures(path: string, filters: WidgetFilters) {
  const body = JSON.stringify(toOptions(filters));
  const userId = useUserId();
  // Another user who signs in on the same page sees figures of their own.
  const key = `${userId ?? ''} ${path} ${body}`;
  const [loaded, setLoaded] = useState<Loaded>();
  const [revision, setRevision] = useState(0);
  const refetch = useCallback(() => setRevision((before) => before + 1), []);
  useEffect(() => {
    const controller = new AbortController();
    callApi<ReportData>('POST', path, { body: JSON.parse(body) as object, signal: controller.signal }).then(
      (data) => {
        remember(key, data);
        if (!controller.signal.aborted) setLoaded({ key, data, error: undefined });
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        // Whoever may not see them any more does not keep the last ones.
        if (isDenied(error)) known.delete(key);
        setLoaded({ key, data: undefined, error });
      },
    );
    return () => controller.abort();
  }, [path, body, key, revision]);
  const isOwn = loaded?.key === key;
  const data = (isOwn ? loaded.data : undefined) ?? known.get(key);
  useModuleChanges(data?.dependsOn, refetch);
  return { data, error: isOwn ? loaded.error : undefined, refetch };
}

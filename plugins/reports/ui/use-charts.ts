import type { ModuleView } from '#engine/model';
import { useModuleView, useRecordSearch, type RecordData } from '#ui';

const MAX_CHARTS = 50;

/** The charts of a report. */
export interface ReportCharts {
  /** The module of charts; undefined: the user may not open it. */
  readonly module: ModuleView | undefined;
  readonly charts: readonly RecordData[];
  readonly isLoading: boolean;
  /** Why they could not be read. */
  readonly error: { readonly message: string; readonly code: string } | undefined;
  readonly refetch: () => void;
}

/** The charts of a report that the user may see; without an id there are none yet. */
export function useCharts(reportId: string | undefined): ReportCharts {
  const { data: module, error: moduleError } = useModuleView('reportCharts');
  const { data, error, refetch } = useRecordSearch(reportId === undefined ? undefined : module, {
    searchTerms: { report: reportId ?? '' },
    sortField: 'createdAt',
    sortOrder: 'asc',
    pageNumber: 0,
    pageSize: MAX_CHARTS,
  });
  const isForbidden = moduleError?.status === 403 || moduleError?.status === 404;
  const failed = isForbidden ? undefined : (moduleError ?? error ?? undefined);
  const isLoading = !isForbidden && failed === undefined && (module === undefined || (reportId !== undefined && data === undefined));
  return { module, charts: data?.data ?? [], isLoading, error: failed, refetch: () => void refetch() };
}

import { useState } from 'react';
import {
  Button,
  EmptyState,
  ErrorState,
  getErrorMessage,
  PageHeader,
  showNotice,
  SkeletonRows,
  useInvalidateRecords,
  type HomeBodyProps,
} from '#ui';
import { DashboardPage } from './dashboard-page.tsx';
import { copyDashboard, listFirstWidgets, useShownDashboards } from './use-dashboard.ts';
import { tDashboards } from './texts.ts';
import { useFilters } from './use-filters.ts';
import { preloadWidgets, useWidgets } from './use-widgets.ts';
import './dashboards.css';

const report = (error: unknown): void => void showNotice({ kind: 'error', text: getErrorMessage(error) });

/**
 * The first page: the user's dashboard, else the default of their role or type, else that of the product, which becomes a dashboard when
 * it is customized.
 */
export function HomePage({ shell, children }: HomeBodyProps) {
  const filters = useFilters();
  const { data: shown, error, refetch } = useShownDashboards(filters.dashboard);
  const kinds = useWidgets();
  const invalidate = useInvalidateRecords();
  const [isEditing, setEditing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  if (error !== null && shown === undefined) {
    if (error.status === 404)
      return (
        <>
          <PageHeader title={tDashboards('home')} />
          <EmptyState
            title={tDashboards('gone')}
            help={tDashboards('goneHelp')}
            actions={<Button onClick={() => filters.openDashboard(undefined)}>{tDashboards('openFirst')}</Button>}
          />
        </>
      );
    return (
      <>
        <PageHeader title={tDashboards('home')} />
        <ErrorState title={tDashboards('failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />
      </>
    );
  }
  if (shown !== undefined && shown.shown.origin === 'none') {
    const customize = async (): Promise<void> => {
      setBusy(true);
      try {
        const loaded = await preloadWidgets();
        const widgets = listFirstWidgets(shell, loaded);
        const id = await copyDashboard(tDashboards('firstName'), { ...shown.shown, widgets }, loaded);
        void invalidate(['userDashboards']);
        filters.openDashboard(id);
        setEditing(true);
      } catch (failure) {
        report(failure);
      } finally {
        setBusy(false);
      }
    };
    return children(
      shown.mayCreate ? (
        <Button size="sm" loading={isBusy} onClick={() => void customize()}>
          {tDashboards('customize')}
        </Button>
      ) : undefined,
    );
  }
  if (shown === undefined || kinds === undefined)
    return (
      <>
        <PageHeader title={shown?.shown.name ?? tDashboards('home')} />
        <div className="ms-page">
          <SkeletonRows rows={8} columns={3} />
        </div>
      </>
    );
  return (
    <DashboardPage
      shell={shell}
      shown={shown}
      kinds={kinds}
      filters={filters}
      isEditing={isEditing}
      setEditing={setEditing}
      onError={report}
    />
  );
}

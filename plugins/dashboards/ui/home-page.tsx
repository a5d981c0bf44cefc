import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { Button, EmptyState, ErrorState, PageHeader, SkeletonRows, type HomeBodyProps } from '#ui';
import { DashboardPage } from './dashboard-page.tsx';
import { listFirstWidgets, useCopy, useShownDashboards } from './use-dashboard.ts';
import { tDashboards } from './texts.ts';
import { useFilters } from './use-filters.ts';
import { preloadWidgets, useWidgets } from './use-widgets.ts';
import './dashboards.css';

/**
 * The first page: the user's dashboard, else the default of their role or type, else that of the product, which becomes a dashboard when
 * it is customized.
 */
export function HomePage({ shell, children }: HomeBodyProps) {
  const filters = useFilters();
  const { data: shown, error, refetch } = useShownDashboards(filters.dashboard);
  const kinds = useWidgets();
  const [isEditing, setEditing] = useState(false);
  const { copy, isBusy, run } = useCopy({ filters, setEditing });
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
    const customize = () =>
      run(async () => {
        const loaded = await preloadWidgets();
        await copy(tDashboards('firstName'), { ...shown.shown, widgets: listFirstWidgets(shell, loaded) }, loaded);
      });
    return children(
      shown.mayCreate ? (
        <Button size="sm" icon={Pencil} loading={isBusy} onClick={customize}>
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
  return <DashboardPage shell={shell} shown={shown} kinds={kinds} filters={filters} isEditing={isEditing} setEditing={setEditing} />;
}

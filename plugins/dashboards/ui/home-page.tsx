import { Pencil } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, createLazySlot, EmptyState, ErrorState, PageHeader, SkeletonRows, useLocalPreference, type SlotProps } from '#ui';
import { listFirstWidgets, useCopy, useShownDashboards } from './use-dashboard.ts';
import type { DashboardPageProps } from './dashboard-page.tsx';
import { tDashboards } from './texts.ts';
import { useFilters } from './use-filters.ts';
import { preloadWidgets } from './use-widgets.ts';
import './dashboards.css';

function PageSkeleton() {
  return (
    <>
      <PageHeader title={tDashboards('home')} />
      <div className="ms-page">
        <SkeletonRows rows={8} columns={3} />
      </div>
    </>
  );
}

/** The page of a dashboard with all widgets. */
const Dashboard = createLazySlot(
  async () => {
    const [{ DashboardPage }, kinds] = await Promise.all([import('./dashboard-page.tsx'), preloadWidgets()]);
    return (props: Omit<DashboardPageProps, 'kinds'>) => <DashboardPage {...props} kinds={kinds} />;
  },
  'place',
  'home',
  <PageSkeleton />,
);

/**
 * The first page: the user's dashboard, else the default of their role or type, else that of the product, which becomes a dashboard when
 * it is customized.
 */
export function HomePage({ shell, children }: SlotProps<'home'>) {
  const filters = useFilters();
  const { data: shown, error, refetch } = useShownDashboards(filters.dashboard);
  // Whose first page is a dashboard loads its widgets while it is asked for; others need none.
  const [hadDashboard, setHadDashboard] = useLocalPreference('dashboard-first', false, (value) => typeof value === 'boolean');
  const hasDashboard = shown === undefined ? hadDashboard : shown.shown.origin !== 'none';
  useEffect(() => {
    if (hasDashboard !== hadDashboard) setHadDashboard(hasDashboard);
  }, [hasDashboard, hadDashboard, setHadDashboard]);
  useEffect(() => {
    if (hasDashboard) Dashboard.preload();
  }, [hasDashboard]);
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
  if (shown === undefined) return <PageSkeleton />;
  return <Dashboard shell={shell} shown={shown} filters={filters} isEditing={isEditing} setEditing={setEditing} />;
}

import { Pencil } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, EmptyState, ErrorState, PageHeader, SkeletonRows, useLocalPreference, type SlotProps } from '#ui';
import { listFirstWidgets, useCopy, useShownDashboards } from './use-dashboard.ts';
import type { DashboardPage } from './dashboard-page.tsx';
import { tDashboards } from './texts.ts';
import { useFilters } from './use-filters.ts';
import { preloadWidgets, type WidgetKinds } from './use-widgets.ts';
import './dashboards.css';

interface LoadedDashboard {
  readonly Page: typeof DashboardPage;
  readonly kinds: WidgetKinds;
}

/** The page of a dashboard with all widgets; undefined until they are loaded, which begins when `isNeeded` is true. */
function useDashboardPage(isNeeded: boolean): LoadedDashboard | undefined {
  const [loaded, setLoaded] = useState<LoadedDashboard>();
  useEffect(() => {
    if (!isNeeded) return undefined;
    let isShown = true;
    void Promise.all([import('./dashboard-page.tsx'), preloadWidgets()]).then(([{ DashboardPage: Page }, kinds]) => {
      if (isShown) setLoaded({ Page, kinds });
    });
    return () => {
      isShown = false;
    };
  }, [isNeeded]);
  return loaded;
}

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
  const dashboard = useDashboardPage(hasDashboard);
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
  if (shown === undefined || dashboard === undefined)
    return (
      <>
        <PageHeader title={shown?.shown.name ?? tDashboards('home')} />
        <div className="ms-page">
          <SkeletonRows rows={8} columns={3} />
        </div>
      </>
    );
  return (
    <dashboard.Page shell={shell} shown={shown} kinds={dashboard.kinds} filters={filters} isEditing={isEditing} setEditing={setEditing} />
  );
}

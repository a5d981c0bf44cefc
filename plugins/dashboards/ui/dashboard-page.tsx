import { Check, Pencil, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { ModuleView, ShellView } from '#engine/model';
import {
  Button,
  createLazySlot,
  EmptyState,
  PageHeader,
  SkeletonRows,
  useBreakpoint,
  useModuleView,
  usePageTitle,
  type DashboardWidget,
} from '#ui';
import { MOST_WIDGETS, type ShownDashboards, type ShownWidget } from '../shared/contract.ts';
import { DashboardMenu } from './dashboard-menu.tsx';
import { FilterBar } from './filter-bar.tsx';
import { useCopy, useDashboardActions, usePlaces } from './use-dashboard.ts';
import { tDashboards } from './texts.ts';
import type { useFilters } from './use-filters.ts';
import { WidgetGrid } from './widget-grid.tsx';
import { titleOf } from './widget-tile.tsx';
import type { WidgetKinds } from './use-widgets.ts';
import './dashboards.css';

const dialogs = () => import('./widget-dialogs.tsx');
const WidgetChooser = createLazySlot(async () => (await dialogs()).WidgetChooser);
const WidgetOptions = createLazySlot(async () => (await dialogs()).WidgetOptions);

/** What the page of a dashboard shows. */
export interface DashboardPageProps {
  readonly shell: ShellView;
  readonly shown: ShownDashboards;
  readonly kinds: WidgetKinds;
  readonly filters: ReturnType<typeof useFilters>;
  readonly isEditing: boolean;
  readonly setEditing: (isEditing: boolean) => void;
}

interface FrameProps extends Pick<DashboardPageProps, 'shell' | 'filters'> {
  readonly name: string;
  readonly menu: ReactNode;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/**
 * The heading with the filters, and the page. On a phone they have a row of their own above the widgets, except for users who have no other
 * tools in the heading: what is left to do comes first.
 */
function Frame({ name, menu, shell, filters, actions, children }: FrameProps) {
  usePageTitle(name);
  const hasRow = useBreakpoint() === 'phone' && (shell.isStaff || actions !== undefined);
  const bar = <FilterBar filters={filters} shell={shell} />;
  return (
    <>
      <PageHeader title={name} note={menu} actions={actions}>
        {!hasRow && bar}
      </PageHeader>
      <div className="ms-page" role="region" aria-label={name} tabIndex={0}>
        {hasRow && <div className="db-page-filters">{bar}</div>}
        {children}
      </div>
    </>
  );
}

/** A dashboard that is not the user's: the default of their role or type. With its first change it becomes their own. */
function DefaultDashboard(props: DashboardPageProps) {
  const { shell, shown, kinds, filters } = props;
  const { name, widgets } = shown.shown;
  const { copy, isBusy, run } = useCopy(props);
  const createEmpty = (next: string) => copy(next, { ...shown.shown, widgets: [] }, kinds);
  const hasMenu = shown.mayCreate || shown.maySaveDefault || shown.maySaveForModules || shown.dashboards.length > 0;
  return (
    <Frame
      name={name}
      shell={shell}
      filters={filters}
      menu={hasMenu ? <DashboardMenu shown={shown} kinds={kinds} onOpen={filters.openDashboard} onCreate={createEmpty} /> : undefined}
      actions={
        shown.mayCreate ? (
          <Button size="sm" loading={isBusy} onClick={() => run(() => copy(name, shown.shown, kinds))}>
            {tDashboards('customize')}
          </Button>
        ) : undefined
      }
    >
      {widgets.length === 0 && <EmptyState title={tDashboards('emptyTitle')} help={tDashboards('emptyReader')} />}
      <WidgetGrid label={name} shell={shell} widgets={widgets} kinds={kinds} filters={filters.filters} />
    </Frame>
  );
}

type Open = { readonly kind: DashboardWidget; readonly widget: ShownWidget | undefined } | 'chooser' | undefined;

function OwnDashboard(props: DashboardPageProps & { readonly module: ModuleView }) {
  const { shell, shown, kinds, filters, isEditing, setEditing, module } = props;
  const dashboard = shown.shown;
  const { widgets, move } = usePlaces(dashboard, module);
  const actions = useDashboardActions(dashboard, module);
  const { copy } = useCopy(props);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const isFull = widgets.length >= MOST_WIDGETS;
  const choose = (kind: DashboardWidget): void => {
    if (kind.options !== undefined) return setOpen({ kind, widget: undefined });
    close();
    actions.add(kind, { title: '', report: null, chart: null, settings: {} }).catch(actions.report);
  };
  const menu = (
    <DashboardMenu
      shown={shown}
      kinds={kinds}
      onOpen={filters.openDashboard}
      onCreate={(name) => copy(name, { ...dashboard, widgets: [] }, kinds)}
      own={{
        rename: actions.rename,
        openFirst: () =>
          void actions
            .openFirst(shown.dashboards.filter(({ id, opensFirst }) => opensFirst && id !== dashboard.id).map(({ id }) => id))
            .catch(actions.report),
        remove: () =>
          void actions
            .deleteDashboard()
            .then(() => filters.openDashboard(undefined))
            .catch(actions.report),
      }}
    />
  );
  const tools = (
    <>
      {isEditing && (
        <>
          <span className="db-hint">{isFull ? tDashboards('full', { count: MOST_WIDGETS }) : tDashboards('hint')}</span>
          <Button size="sm" icon={Plus} disabled={isFull} onClick={() => setOpen('chooser')}>
            {tDashboards('add')}
          </Button>
        </>
      )}
      <Button
        size="sm"
        icon={isEditing ? Check : Pencil}
        variant={isEditing ? 'primary' : 'default'}
        onClick={() => setEditing(!isEditing)}
      >
        {tDashboards(isEditing ? 'done' : 'customize')}
      </Button>
    </>
  );
  return (
    <>
      <Frame name={dashboard.name} shell={shell} filters={filters} menu={menu} actions={tools}>
        {widgets.length === 0 && (
          <EmptyState
            title={tDashboards('emptyTitle')}
            help={tDashboards('emptyHelp')}
            actions={
              <Button variant="primary" onClick={() => setOpen('chooser')}>
                {tDashboards('add')}
              </Button>
            }
          />
        )}
        <WidgetGrid
          label={dashboard.name}
          shell={shell}
          widgets={widgets}
          kinds={kinds}
          filters={filters.filters}
          isEditing={isEditing}
          onPlaces={move}
          onOptions={(widget) => {
            const kind = kinds.get(widget.widget);
            if (kind) setOpen({ kind, widget });
          }}
          onRemove={(widget) => actions.remove(widget, titleOf(widget, kinds.get(widget.widget)))}
        />
      </Frame>
      {open === 'chooser' && <WidgetChooser shell={shell} kinds={kinds} onChoose={choose} onClose={close} />}
      {typeof open === 'object' && (
        <WidgetOptions
          shell={shell}
          kind={open.kind}
          widget={open.widget}
          onClose={close}
          onSubmit={async (draft) => {
            await (open.widget === undefined ? actions.add(open.kind, draft) : actions.change(open.widget, open.kind, draft));
            close();
          }}
        />
      )}
    </>
  );
}

function LoadedOwn(props: DashboardPageProps) {
  const { data: module } = useModuleView('userDashboards');
  return module === undefined ? (
    <SkeletonRows rows={8} columns={3} />
  ) : (
    <OwnDashboard key={props.shown.shown.id} {...props} module={module} />
  );
}

/** A dashboard with its widgets. */
export function DashboardPage(props: DashboardPageProps) {
  return props.shown.shown.origin === 'own' ? <LoadedOwn {...props} /> : <DefaultDashboard {...props} />;
}

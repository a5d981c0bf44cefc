import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { ModuleView, ShellView } from '#engine/model';
import { Button, EmptyState, PageHeader, SkeletonRows, useModuleView, usePageTitle, type DashboardWidget } from '#ui';
import { MOST_WIDGETS, type ShownDashboards, type ShownWidget } from '../shared/contract.ts';
import { DashboardMenu } from './dashboard-menu.tsx';
import { FilterBar } from './filter-bar.tsx';
import { copyDashboard, useDashboardActions, usePlaces } from './use-dashboard.ts';
import { tDashboards } from './texts.ts';
import type { useFilters } from './use-filters.ts';
import { WidgetChooser, WidgetOptions } from './widget-dialogs.tsx';
import { WidgetGrid } from './widget-grid.tsx';
import { titleOf } from './widget-tile.tsx';
import type { WidgetKinds } from './use-widgets.ts';
import './dashboards.css';

interface DashboardProps {
  readonly shell: ShellView;
  readonly shown: ShownDashboards;
  readonly kinds: WidgetKinds;
  readonly filters: ReturnType<typeof useFilters>;
  readonly isEditing: boolean;
  readonly setEditing: (isEditing: boolean) => void;
}

interface HeaderProps extends Pick<DashboardProps, 'shell' | 'filters'> {
  readonly name: string;
  readonly menu: ReactNode;
  readonly children?: ReactNode;
}

function Header({ name, menu, shell, filters, children }: HeaderProps) {
  usePageTitle(name);
  return (
    <PageHeader title={name} note={menu} actions={children}>
      <FilterBar filters={filters} shell={shell} />
    </PageHeader>
  );
}

/** Copies what is shown, and opens the copy. */
function useCopy({ shown, kinds, filters, setEditing }: DashboardProps) {
  return async (name: string, widgets: readonly ShownWidget[]): Promise<void> => {
    const id = await copyDashboard(name, { ...shown.shown, widgets }, kinds);
    filters.openDashboard(id);
    setEditing(true);
  };
}

/** A dashboard that is not the user's: the default of their role or type. With its first change it becomes their own. */
function DefaultDashboard(props: DashboardProps & { readonly onError: (error: unknown) => void }) {
  const { shell, shown, kinds, filters, onError } = props;
  const { name, widgets } = shown.shown;
  const copy = useCopy(props);
  const [isBusy, setBusy] = useState(false);
  const customize = () => {
    setBusy(true);
    copy(name, widgets)
      .catch(onError)
      .finally(() => setBusy(false));
  };
  return (
    <>
      <Header
        name={name}
        shell={shell}
        filters={filters}
        menu={
          shown.mayCreate || shown.dashboards.length > 0 ? (
            <DashboardMenu shown={shown} onOpen={filters.openDashboard} onCreate={(next) => copy(next, [])} />
          ) : undefined
        }
      >
        {shown.mayCreate && (
          <Button size="sm" loading={isBusy} onClick={customize}>
            {tDashboards('customize')}
          </Button>
        )}
      </Header>
      <div className="ms-page">
        {widgets.length === 0 && <EmptyState title={tDashboards('emptyTitle')} help={tDashboards('emptyReader')} />}
        <WidgetGrid label={name} shell={shell} widgets={widgets} kinds={kinds} filters={filters.filters} />
      </div>
    </>
  );
}

type Open = { readonly kind: DashboardWidget; readonly widget: ShownWidget | undefined } | 'chooser' | undefined;

function OwnDashboard(props: DashboardProps & { readonly module: ModuleView }) {
  const { shell, shown, kinds, filters, isEditing, setEditing, module } = props;
  const dashboard = shown.shown;
  const { widgets, move } = usePlaces(dashboard, module);
  const actions = useDashboardActions(dashboard, module);
  const copy = useCopy(props);
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
      onOpen={filters.openDashboard}
      onCreate={(name) => copy(name, [])}
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
  return (
    <>
      <Header name={dashboard.name} shell={shell} filters={filters} menu={menu}>
        {isEditing && (
          <>
            <span className="db-hint">{isFull ? tDashboards('full', { count: MOST_WIDGETS }) : tDashboards('hint')}</span>
            <Button size="sm" icon={Plus} disabled={isFull} onClick={() => setOpen('chooser')}>
              {tDashboards('add')}
            </Button>
          </>
        )}
        <Button size="sm" variant={isEditing ? 'primary' : 'default'} onClick={() => setEditing(!isEditing)}>
          {tDashboards(isEditing ? 'done' : 'customize')}
        </Button>
      </Header>
      <div className="ms-page">
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
      </div>
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

function LoadedOwn(props: DashboardProps) {
  const { data: module } = useModuleView('userDashboards');
  return module === undefined ? <SkeletonRows rows={8} columns={3} /> : <OwnDashboard key={props.shown.shown.id} {...props} module={module} />;
}

/** A dashboard with its widgets. */
export function DashboardPage(props: DashboardProps & { readonly onError: (error: unknown) => void }) {
  return props.shown.shown.origin === 'own' ? <LoadedOwn {...props} /> : <DefaultDashboard {...props} />;
}

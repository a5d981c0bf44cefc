import { LayoutDashboard, Plus } from 'lucide-react';
import { Button, callApi, createRecord, Menu, showNotice, useGoTo, useModuleQuery, useShell, useAction } from '#ui';
import { tReports } from '../texts.ts';

/** The response of the dashboards plugin; this plugin works without it. */
interface OwnDashboards {
  readonly dashboards: readonly { readonly id: string; readonly name: string }[];
  readonly mayCreate: boolean;
}

interface AddToDashboardProps {
  readonly name: string;
  readonly reportId: string | undefined;
  /** Id of the stored chart that is shown; absent: the report. */
  readonly chartId: string | undefined;
  /** What is shown differs from what is stored: the widget would differ too. */
  readonly isUnsaved: boolean;
}

const PATH = '/api/user-dashboards';
/** The place of the only widget of a new dashboard. */
const FIRST = { column: 0, row: 0, width: 6, height: 8 };

function OwnMenu({ name, reportId, chartId, isUnsaved }: AddToDashboardProps) {
  const goTo = useGoTo();
  const { isBusy, run } = useAction();
  const { data } = useModuleQuery<OwnDashboards>('userDashboards', { shown: '' }, (signal) =>
    callApi<OwnDashboards>('GET', `${PATH}/shown`, { signal }),
  );
  if (data?.mayCreate !== true) return null;
  const content = { widget: 'chart', report: chartId === undefined ? (reportId ?? null) : null, chart: chartId ?? null };
  const add = (work: () => Promise<{ readonly id: string; readonly name: string }>) => {
    run(async () => {
      const added = await work();
      showNotice({
        kind: 'ok',
        text: tReports('addedTo', { name: added.name }),
        action: { label: tReports('openDashboard'), onPress: () => goTo(`/app/dashboard?dashboard=${added.id}`) },
      });
    });
  };
  const blocked =
    reportId === undefined || isUnsaved
      ? { disabled: true, trailing: <span className="rp-hint">{tReports('saveFirst')}</span> }
      : { disabled: false };
  const own = data.dashboards.map((dashboard) => ({
    id: dashboard.id,
    label: dashboard.name,
    ...blocked,
    onSelect: () =>
      add(async () => {
        await createRecord('/api/user-dashboard-reports', { ...content, dashboard: dashboard.id, name, order: 1000 });
        return dashboard;
      }),
  }));
  const create = {
    id: 'new',
    label: tReports('addToNew'),
    icon: Plus,
    ...blocked,
    onSelect: () =>
      add(async () => {
        const body = { name, widgets: [{ ...content, title: name, settings: {}, place: FIRST }] };
        const { id } = await callApi<{ readonly id: string }>('POST', `${PATH}/copy`, { body });
        return { id, name };
      }),
  };
  return (
    <Menu
      label={tReports('addToDashboard')}
      target={
        <Button size="sm" variant="quiet" icon={LayoutDashboard} loading={isBusy}>
          {tReports('addToDashboard')}
        </Button>
      }
      groups={[...(own.length === 0 ? [] : [{ id: 'own', items: own }]), { id: 'new', items: [create] }]}
    />
  );
}

/** Adds the chart or report to a dashboard of the user; nothing for users without dashboards. */
export function AddToDashboard(props: AddToDashboardProps) {
  const { data: shell } = useShell();
  return shell?.isStaff === true && shell.plugins.includes('dashboards') ? <OwnMenu {...props} /> : null;
}

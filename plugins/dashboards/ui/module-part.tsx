import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { ShellView } from '#engine/model';
import { Button, callApi, useBreakpoint, useModuleQuery, type ScreenPartProps } from '#ui';
import type { ModuleDashboards } from '../shared/contract.ts';
import { useWidgets } from './use-widgets.ts';
import { WidgetGrid } from './widget-grid.tsx';
import './dashboards.css';

const NO_FILTERS = { teams: [] };

/** Whether the dashboard of a module is folded, on this device; at first only on a phone, which has little space above the list. */
function useFolded(id: string): readonly [boolean, () => void] {
  const key = `dashboard-folded-${id}`;
  const isPhone = useBreakpoint() === 'phone';
  const [chosen, setChosen] = useState(() => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  });
  const isFolded = chosen === null ? isPhone : chosen === '1';
  const toggle = () => {
    const next = isFolded ? '0' : '1';
    setChosen(next);
    try {
      localStorage.setItem(key, next);
    } catch {
      // Without storage it is shown again at the next visit.
    }
  };
  return [isFolded, toggle];
}

function OneDashboard({ shell, dashboard }: { readonly shell: ShellView; readonly dashboard: ModuleDashboards['data'][number] }) {
  const kinds = useWidgets();
  const [isFolded, toggle] = useFolded(dashboard.id);
  return (
    <section className="db-module" aria-label={dashboard.name}>
      <Button size="xs" variant="quiet" icon={isFolded ? ChevronRight : ChevronDown} aria-expanded={!isFolded} onClick={toggle}>
        {dashboard.name}
      </Button>
      {!isFolded && kinds !== undefined && (
        <WidgetGrid label={dashboard.name} shell={shell} widgets={dashboard.widgets} kinds={kinds} filters={NO_FILTERS} />
      )}
    </section>
  );
}

function Dashboards({ shell, module }: { readonly shell: ShellView; readonly module: string }) {
  const { data } = useModuleQuery<ModuleDashboards>('moduleReportDashboards', { shownAbove: module }, (signal) =>
    callApi<ModuleDashboards>('GET', `/api/module-report-dashboards/shown/${encodeURIComponent(module)}`, { signal }),
  );
  return (data?.data ?? []).map((dashboard) => <OneDashboard key={dashboard.id} shell={shell} dashboard={dashboard} />);
}

/** The dashboards above the list of a module; nothing while it has none. */
export function ModulePart({ shell, module }: ScreenPartProps) {
  return module === undefined ? null : <Dashboards key={module} shell={shell} module={module} />;
}

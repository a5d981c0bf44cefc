import { ChevronDown, ChevronRight } from 'lucide-react';
import type { JsonValue, ShellView } from '#engine/model';
import { Button, callApi, useBreakpoint, useLocalPreference, useModuleQuery, type SlotProps } from '#ui';
import type { ModuleDashboards } from '../shared/contract.ts';
import { FilterBar } from './filter-bar.tsx';
import { useLocalFilters } from './use-filters.ts';
import { useWidgets } from './use-widgets.ts';
import { WidgetGrid } from './widget-grid.tsx';
import './dashboards.css';

const isChoice = (value: JsonValue): value is boolean => typeof value === 'boolean';

function OneDashboard({ shell, dashboard }: { readonly shell: ShellView; readonly dashboard: ModuleDashboards['data'][number] }) {
  const kinds = useWidgets();
  const filters = useLocalFilters();
  // At first only on a phone, which has little space above the list.
  const isPhone = useBreakpoint() === 'phone';
  const [chosen, choose] = useLocalPreference<boolean | null>(`dashboard-folded-${dashboard.id}`, null, isChoice);
  const isFolded = chosen ?? isPhone;
  return (
    <section className="db-module" aria-label={dashboard.name}>
      <div className="db-module-bar">
        <Button
          size="xs"
          variant="quiet"
          icon={isFolded ? ChevronRight : ChevronDown}
          aria-expanded={!isFolded}
          onClick={() => choose(!isFolded)}
        >
          {dashboard.name}
        </Button>
        {!isFolded && <FilterBar filters={filters} shell={shell} />}
      </div>
      {!isFolded && kinds !== undefined && (
        <WidgetGrid label={dashboard.name} shell={shell} widgets={dashboard.widgets} kinds={kinds} filters={filters.filters} />
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
export function ModulePart({ shell, module }: SlotProps<'screenPart'>) {
  return module === undefined ? null : <Dashboards key={module} shell={shell} module={module} />;
}

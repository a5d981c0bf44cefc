import { CalendarDays, Check, Users } from 'lucide-react';
import { useState } from 'react';
import { toText, type FormSchema, type ShellView } from '#engine/model';
import { Button, Icon, Menu, SchemaFormDialog } from '#ui';
import { PERIODS, type DashboardFilters } from './use-filters.ts';
import { tDashboards } from './texts.ts';

const DAYS = (): FormSchema => ({
  type: 'object',
  properties: {
    from: { type: 'string', format: 'date', title: tDashboards('from'), 'x-width': 'half' },
    to: { type: 'string', format: 'date', title: tDashboards('to'), 'x-width': 'half' },
  },
});

function describePeriod({ filters: { period, from, to } }: DashboardFilters): string {
  if (period !== undefined) return tDashboards(period);
  if (from !== undefined && to !== undefined) return tDashboards('range', { from, to });
  if (from !== undefined) return tDashboards('since', { from });
  return to === undefined ? tDashboards('allTime') : tDashboards('until', { to });
}

const mark = (isChosen: boolean) => (isChosen ? { trailing: <Icon of={Check} /> } : {});

function PeriodMenu({ filters }: { readonly filters: DashboardFilters }) {
  const [isOpen, setOpen] = useState(false);
  const [schema] = useState(DAYS);
  const { period, from, to } = filters.filters;
  const isAll = period === undefined && from === undefined && to === undefined;
  const text = describePeriod(filters);
  return (
    <>
      <Menu
        label={tDashboards('period')}
        position="bottom-start"
        target={
          <Button size="sm" aria-label={`${tDashboards('period')}: ${text}`} icon={CalendarDays}>
            {text}
          </Button>
        }
        groups={[
          {
            id: 'periods',
            items: [
              { id: 'all', label: tDashboards('allTime'), onSelect: () => filters.setPeriod(undefined), ...mark(isAll) },
              ...PERIODS.map((one) => ({
                id: one,
                label: tDashboards(one),
                onSelect: () => filters.setPeriod(one),
                ...mark(one === period),
              })),
            ],
          },
          { id: 'own', items: [{ id: 'days', label: tDashboards('ownPeriod'), onSelect: () => setOpen(true) }] },
        ]}
      />
      {isOpen && (
        <SchemaFormDialog
          title={tDashboards('period')}
          submitLabel={tDashboards('show')}
          schema={schema}
          initial={{ ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }}
          onClose={() => setOpen(false)}
          onSubmit={(values) => {
            const [first, last] = [toText(values['from']), toText(values['to'])].map((day) => day || undefined);
            // Days in the wrong order are meant the other way round.
            const isTurned = first !== undefined && last !== undefined && first > last;
            filters.setDays(isTurned ? last : first, isTurned ? first : last);
            setOpen(false);
            return Promise.resolve();
          }}
        />
      )}
    </>
  );
}

function TeamMenu({ filters, teams }: { readonly filters: DashboardFilters; readonly teams: ShellView['teams'] }) {
  const chosen = filters.filters.teams;
  const [only] = chosen;
  const text =
    only === undefined
      ? tDashboards('allTeams')
      : chosen.length === 1
        ? (teams.find(({ _id }) => _id === only)?.name ?? tDashboards('teamCount', { count: 1 }))
        : tDashboards('teamCount', { count: chosen.length });
  const toggle = (id: string): void => filters.setTeams(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <Menu
      label={tDashboards('teams')}
      position="bottom-start"
      target={
        <Button size="sm" aria-label={`${tDashboards('teams')}: ${text}`} icon={Users}>
          {text}
        </Button>
      }
      groups={[
        {
          id: 'all',
          items: [{ id: 'all', label: tDashboards('allTeams'), onSelect: () => filters.setTeams([]), ...mark(chosen.length === 0) }],
        },
        {
          id: 'teams',
          items: teams.map(({ _id, name }) => ({ id: _id, label: name, onSelect: () => toggle(_id), ...mark(chosen.includes(_id)) })),
        },
      ]}
    />
  );
}

/** The period and the teams of the whole dashboard. */
export function FilterBar({ filters, shell }: { readonly filters: DashboardFilters; readonly shell: ShellView }) {
  return (
    <span className="db-filters">
      <PeriodMenu filters={filters} />
      {shell.isStaff && shell.teams.length > 0 && <TeamMenu filters={filters} teams={shell.teams} />}
    </span>
  );
}

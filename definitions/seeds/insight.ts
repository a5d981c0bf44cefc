import type { JsonObject } from '#engine/model';
import type { SeedContext } from './seed-context.ts';

/** Reports with the chart of each: chart type, grouping, values, and the interval of dates. */
const REPORTS: readonly {
  readonly name: string;
  readonly module: string;
  readonly columns: readonly string[];
  readonly filters: readonly JsonObject[];
  readonly by: readonly string[];
  readonly chart: string;
  readonly span?: string;
  readonly sum?: string;
}[] = [
  {
    name: 'Open jobs by profession',
    module: 'jobs',
    columns: ['custom_job_title', 'accounts_jobs', 'profession', 'bill_rate', 'start_date'],
    filters: [{ fieldName: 'job_status', operator: 'in', value: ['Accepting Applications', 'Submit Candidates', 'Interviewing'] }],
    by: ['profession'],
    chart: 'bar',
  },
  {
    name: 'Leads by status',
    module: 'leads',
    columns: ['name', 'lead_status', 'profession', 'next_date', 'assigned_to'],
    filters: [],
    by: ['lead_status'],
    chart: 'donut',
  },
  {
    name: 'Submissions by month',
    module: 'subs',
    columns: ['name', 'status', 'date_submitted', 'assigned_to'],
    filters: [{ fieldName: 'status', operator: 'in', value: ['Submitted', 'InterviewScheduled', 'Offered', 'Hired'] }],
    by: ['createdAt', 'status'],
    chart: 'stacked',
    span: 'month',
  },
  {
    name: 'Starts to come',
    module: 'placements',
    columns: ['name', 'planned_start_date', 'confirmed_start_date', 'ft_pt', 'assigned_to'],
    filters: [{ fieldName: 'planned_start_date', operator: 'range', value: { gte: 'today' } }],
    by: ['planned_start_date'],
    chart: 'line',
    span: 'week',
  },
  {
    name: 'Documents that expire within 30 days',
    module: 'documents',
    columns: ['name', 'category', 'exp_date', 'providers_documents'],
    filters: [{ fieldName: 'exp_date', operator: 'range', value: { gte: 'today', lte: 'today+30' } }],
    by: ['category'],
    chart: 'number cards',
  },
  {
    name: 'Hours by school',
    module: 'timesheetTrackers',
    columns: ['name', 'account', 'hours', 'time_sheet_status'],
    filters: [],
    by: ['account'],
    chart: 'bar',
    sum: 'hours',
  },
  {
    name: 'Commission by recruiter',
    module: 'commissions',
    columns: ['user', 'commission_date', 'margin', 'amount', 'status'],
    filters: [],
    by: ['user'],
    chart: 'pie',
    sum: 'amount',
  },
  {
    name: 'Applications by source',
    module: 'applicants',
    columns: ['name', 'source', 'profession', 'date_applied', 'applicant_status'],
    filters: [],
    by: ['source'],
    chart: 'pie grid',
  },
];

/** The reports on the dashboards of the first staff users. */
const DASHBOARDS = [
  ['My desk', [0, 1, 2]],
  ['The region', [0, 2, 3]],
  ['Starts and papers', [3, 4]],
  ['Money', [5, 6]],
] as const;

const WIDGETS = [
  ['Ranking', 'muster-leaderboard', 'trophy', true, { module: 'leaderboards', shows: 'records' }],
  ['My open work', 'muster-tasks', 'list-checks', false, { module: 'tasks', mine: true, shows: 'number' }],
  ['House rules', 'record:jobs:rules', 'book-open', false, { links: [{ label: 'Pay calculator', address: '/app/pay-calculator' }] }],
] as const;

/** Reports with their charts, widgets, and the dashboards of staff, user types and modules. */
export async function seedInsight(context: SeedContext): Promise<void> {
  const { staff } = context;
  const owner = staff[staff.length - 1]?._id ?? null;
  const reports = await context.insert(
    'reports',
    REPORTS.map(
      ({ name, module, columns, filters, by }): JsonObject => ({
        name,
        related_module: module,
        report_type: 'Chart',
        columns: [...columns],
        filters: [...filters],
        group_by: [...by],
        sort_field: columns[0] ?? null,
        shared: true,
        assigned_to: owner,
      }),
    ),
    REPORTS.length,
  );
  const charts = await context.insert(
    'reportCharts',
    REPORTS.map(
      ({ name, by, chart, span, sum }, index): JsonObject => ({
        name,
        report: reports[index] as string,
        chart_type: chart,
        dataGroupBy: [...by],
        dataValueType: sum === undefined ? 'count' : 'sum',
        ...(sum === undefined ? {} : { dataValueField: sum }),
        ...(span === undefined ? {} : { date_granularity: span }),
        assigned_to: owner,
      }),
    ),
    REPORTS.length,
  );
  await context.insert(
    'musterWidgets',
    WIDGETS.map(
      ([name, key_selector, widgetIcon, isMenu, settings]): JsonObject => ({
        name,
        key_selector,
        widgetIconType: 'icon',
        widgetIcon,
        isMenu,
        user_types: ['Admin', 'Standard'],
        settings: structuredClone(settings),
      }),
    ),
    WIDGETS.length,
  );
  const defaults = await seedDefaultDashboards(context, reports);
  await seedModuleDashboards(context, reports, charts);
  await seedUserDashboards(context, { reports, charts, defaults });
}

/** The ids at these places. */
function at(places: readonly number[], ids: readonly string[]): string[] {
  return places.map((place) => ids[place] as string);
}

function seedDefaultDashboards(context: SeedContext, reports: readonly string[]): Promise<string[]> {
  return context.insert(
    'defaultDashboards',
    [
      {
        name: 'Recruiters',
        user_types: ['Standard'],
        roles: ['role_recruiter'],
        reports: at([0, 1, 2], reports),
        columns: 2,
        active: true,
      },
      { name: 'Managers', user_types: ['Admin'], roles: ['role_manager'], reports: at([0, 2, 5, 6], reports), columns: 2, active: true },
      { name: 'Guests of the company', user_types: ['Dashboard'], reports: at([3], reports), columns: 1, active: true },
    ],
    3,
  );
}

async function seedModuleDashboards(context: SeedContext, reports: readonly string[], charts: readonly string[]): Promise<void> {
  await context.insert(
    'moduleReportDashboards',
    [
      {
        name: 'Jobs at a glance',
        related_module: 'jobs',
        reports: at([0], reports),
        charts: at([0], charts),
        columns: 1,
        order: 1,
        active: true,
      },
      {
        name: 'Leads at a glance',
        related_module: 'leads',
        reports: at([1], reports),
        charts: at([1], charts),
        columns: 1,
        order: 1,
        active: true,
      },
    ],
    2,
  );
}

interface CreatedIds {
  readonly reports: readonly string[];
  readonly charts: readonly string[];
  /** Default dashboards. */
  readonly defaults: readonly string[];
}

async function seedUserDashboards(context: SeedContext, { reports, charts, defaults }: CreatedIds): Promise<void> {
  const owners = context.staff.slice(0, DASHBOARDS.length);
  const dashboards = await context.insert(
    'userDashboards',
    owners.map(
      ({ _id }, index): JsonObject => ({
        name: DASHBOARDS[index]?.[0] ?? 'My desk',
        user: _id,
        assigned_to: _id,
        is_default: true,
        columns: 2,
        order: 1,
        default_dashboard: defaults[0] as string,
      }),
    ),
    owners.length,
  );
  const placed = owners.flatMap(({ _id }, index) =>
    (DASHBOARDS[index]?.[1] ?? []).map(
      (place, order): JsonObject => ({
        dashboard: dashboards[index] as string,
        user: _id,
        assigned_to: _id,
        report: reports[place] as string,
        chart: charts[place] as string,
        size: order === 0 ? 'Large' : 'Medium',
        order: order + 1,
      }),
    ),
  );
  await context.insert('userDashboardReports', placed, placed.length);
}

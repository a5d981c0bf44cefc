import type { JsonObject } from '#engine/model';
import { seedDashboards } from './dashboards.ts';
import type { SeedContext } from './seed-context.ts';

/** A report, and its chart if it has one. */
interface SeededReport {
  readonly name: string;
  readonly module: string;
  readonly columns: readonly string[];
  /** The conditions of its filter, all of which must hold. */
  readonly terms?: readonly JsonObject[];
  /** Absent: a list. */
  readonly by?: readonly string[];
  readonly chart?: string;
  /** The periods of dates. */
  readonly span?: string;
  /** What the chart shows; absent: the number of records. */
  readonly value?: string;
  readonly of?: string;
  /** The figures of the report besides those of the chart. */
  readonly figures?: readonly JsonObject[];
  readonly sort?: string;
  readonly limit?: number;
  readonly others?: boolean;
  /** Where a gauge is full. */
  readonly full?: number;
}

const ME = { equals: { $: 'me' } };
const RECORDS = { function: 'count' };
const since = (days: number): JsonObject => ({ range: { gte: { $: 'today', days: -days } } });

/** Reports with a chart of each type, and a list. */
const REPORTS: readonly SeededReport[] = [
  {
    name: 'Open jobs by profession',
    module: 'jobs',
    columns: ['custom_job_title', 'accounts_jobs', 'profession', 'bill_rate', 'start_date'],
    terms: [{ job_status: { in: ['Accepting Applications', 'Submit Candidates', 'Interviewing'] } }],
    by: ['profession'],
    chart: 'bar',
    figures: [RECORDS, { fieldName: 'bill_rate', function: 'avg' }],
    others: true,
    limit: 12,
  },
  {
    name: 'Leads by status',
    module: 'leads',
    columns: ['name', 'lead_status', 'profession', 'next_date', 'assigned_to'],
    by: ['lead_status'],
    chart: 'donut',
  },
  {
    name: 'Submissions by month',
    module: 'subs',
    columns: ['name', 'status', 'date_submitted', 'assigned_to'],
    terms: [{ status: { in: ['Submitted', 'InterviewScheduled', 'Offered', 'Hired'] } }],
    by: ['createdAt', 'status'],
    chart: 'stacked',
    span: 'month',
  },
  {
    name: 'Starts to come',
    module: 'placements',
    columns: ['name', 'planned_start_date', 'confirmed_start_date', 'ft_pt', 'assigned_to'],
    terms: [{ planned_start_date: { range: { gte: { $: 'today' } } } }],
    by: ['planned_start_date', 'ft_pt'],
    chart: 'line',
    span: 'week',
  },
  {
    name: 'Documents that expire within 30 days',
    module: 'documents',
    columns: ['name', 'category', 'exp_date', 'providers_documents'],
    terms: [{ exp_date: { range: { gte: { $: 'today' }, lte: { $: 'today', days: 30 } } } }],
    by: ['category'],
    chart: 'number cards',
  },
  {
    name: 'Hours by school',
    module: 'timesheetTrackers',
    columns: ['name', 'account', 'hours', 'time_sheet_status'],
    by: ['account'],
    chart: 'bar',
    value: 'sum',
    of: 'hours',
    limit: 15,
  },
  {
    name: 'Commission by recruiter',
    module: 'commissions',
    columns: ['user', 'commission_date', 'margin', 'amount', 'status'],
    by: ['user'],
    chart: 'pie',
    value: 'sum',
    of: 'amount',
  },
  {
    name: 'Applications by source',
    module: 'applicants',
    columns: ['name', 'source', 'profession', 'date_applied', 'applicant_status'],
    by: ['source'],
    chart: 'pie grid',
    value: 'share',
  },
  {
    name: 'Applications by week',
    module: 'applicants',
    columns: ['name', 'date_applied', 'source'],
    terms: [{ date_applied: since(180) }],
    by: ['date_applied'],
    chart: 'area',
    span: 'week',
  },
  {
    name: 'Placements by profession',
    module: 'placements',
    columns: ['name', 'profession', 'ft_pt', 'weekly_hours'],
    by: ['profession', 'ft_pt'],
    chart: 'grouped',
    limit: 8,
  },
  {
    name: 'My tasks by status',
    module: 'tasks',
    columns: ['subject', 'status', 'due_date'],
    terms: [{ assigned_to: ME }],
    by: ['status'],
    chart: 'gauge',
    full: 50,
  },
  {
    name: 'Jobs by state and status',
    module: 'jobs',
    columns: ['custom_job_title', 'state', 'job_status'],
    by: ['state', 'job_status'],
    chart: 'pivot table',
    limit: 30,
  },
  {
    name: 'Submissions by stage',
    module: 'subs',
    columns: ['name', 'status', 'assigned_to'],
    terms: [{ createdAt: since(365) }],
    by: ['status'],
    chart: 'funnel',
  },
  {
    name: 'Hires by recruiter',
    module: 'subs',
    columns: ['name', 'hire_date', 'assigned_to'],
    terms: [{ status: { equals: 'Hired' } }],
    by: ['assigned_to'],
    chart: 'leaderboard',
    limit: 10,
  },
  {
    name: 'Activities by day',
    module: 'activities',
    columns: ['activityType', 'relatedRecord', 'activity_date', 'assigned_to'],
    terms: [{ activity_date: since(180) }],
    by: ['activity_date'],
    chart: 'heat map',
    span: 'day',
  },
  {
    name: 'My leads to contact',
    module: 'leads',
    columns: ['name', 'lead_status', 'profession', 'next_date'],
    terms: [{ assigned_to: ME }, { next_date: { range: { lte: { $: 'today' } } } }],
    sort: 'next_date',
    limit: 200,
  },
];

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
    REPORTS.map((report) => ({ ...toReport(report), shared: true, assigned_to: owner })),
    REPORTS.length,
  );
  const drawn = REPORTS.flatMap((report, at) => (report.chart === undefined ? [] : [{ report, id: reports[at] as string }]));
  const charts = await context.insert(
    'reportCharts',
    drawn.map(({ report, id }) => ({ ...toChart(report), report: id, assigned_to: owner })),
    drawn.length,
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
  await seedDashboards(context, { reports, charts, names: REPORTS.map(({ name }) => name) });
}

function toReport(report: SeededReport): JsonObject {
  const { name, module, columns, terms = [], by = [], chart, span, figures = [], sort, limit, others = false } = report;
  return {
    name,
    related_module: module,
    report_type: chart === undefined ? 'List' : 'Chart',
    columns: [...columns],
    search_terms: terms.length === 0 ? null : { and: [...terms] },
    group_by: [...by],
    date_granularity: span ?? null,
    aggregates: [...figures],
    sort_field: sort ?? null,
    row_limit: limit ?? null,
    show_others: others,
  };
}

function toChart({ name, by = [], chart = 'bar', span, value = 'count', of, full }: SeededReport): JsonObject {
  return {
    name,
    chart_type: chart,
    dataGroupBy: [...by],
    dataValueType: value,
    dataValueField: of ?? null,
    date_granularity: span ?? null,
    gauge_maximum: full ?? null,
  };
}

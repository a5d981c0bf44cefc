import type { JsonObject } from '#engine/model';
import type { SeedContext } from './seed-context.ts';

/** The reports on the dashboards of the first staff users. */
const DASHBOARDS = [
  ['My desk', [0, 1, 2]],
  ['The region', [0, 2, 3]],
  ['Starts and papers', [3, 4]],
  ['Money', [5, 6]],
] as const;

/** The reports of the demo data in their order, each with its chart. */
export interface SeededReports {
  readonly reports: readonly string[];
  readonly charts: readonly string[];
  readonly names: readonly string[];
}

/** The dashboards of roles, user types, modules and the first staff users. */
export async function seedDashboards(context: SeedContext, seeded: SeededReports): Promise<void> {
  const defaults = await seedDefaultDashboards(context, seeded);
  await seedModuleDashboards(context, seeded);
  await seedUserDashboards(context, seeded, defaults);
}

/** The ids at these places. */
function at(places: readonly number[], ids: readonly string[]): string[] {
  return places.map((place) => ids[place] as string);
}

/** Column, row, width and height. */
type PlaceInGrid = readonly [number, number, number, number];

/** A widget at a place. */
function widgetAt(place: PlaceInGrid, widget: string, more: JsonObject = {}): JsonObject {
  const [column, row, width, height] = place;
  return { widget, column, row, width, height, ...more };
}

/** A number card below the lists; four of them fill a row. */
function numberAt(at: number, title: string, module: string, view = 'all'): JsonObject {
  return widgetAt([at * 3, 12, 3, 3], 'number', { title, settings: { module, view, shows: 'count' } });
}

function listAt(place: PlaceInGrid, title: string, module: string, view = 'all'): JsonObject {
  return widgetAt(place, 'list', { title, settings: { module, view, rows: 8 } });
}

/** A chart of the report at this place of the list of reports. */
function chartAt(place: PlaceInGrid, which: number, { charts, names }: SeededReports): JsonObject {
  return widgetAt(place, 'chart', { title: names[which] ?? '', chart: charts[which] as string });
}

function layOutRecruiting(seeded: SeededReports): JsonObject[] {
  return [
    widgetAt([0, 0, 8, 14], 'today'),
    widgetAt([8, 0, 4, 14], 'know'),
    chartAt([0, 14, 6, 8], 2, seeded),
    chartAt([6, 14, 6, 8], 1, seeded),
    widgetAt([0, 22, 4, 8], 'coming'),
    widgetAt([4, 22, 4, 8], 'recents'),
    widgetAt([8, 22, 4, 8], 'favourites'),
  ];
}

function layOutBusiness(seeded: SeededReports): JsonObject[] {
  return [
    widgetAt([0, 0, 8, 12], 'today'),
    widgetAt([8, 0, 4, 12], 'know'),
    numberAt(0, 'Leads', 'leads'),
    numberAt(1, 'Jobs', 'jobs'),
    numberAt(2, 'Submissions', 'subs'),
    numberAt(3, 'Placements', 'placements'),
    chartAt([0, 15, 6, 9], 2, seeded),
    chartAt([6, 15, 6, 9], 12, seeded),
    chartAt([0, 24, 6, 9], 13, seeded),
    chartAt([6, 24, 6, 9], 6, seeded),
  ];
}

const DESK = [
  widgetAt([0, 0, 7, 11], 'own-todo'),
  widgetAt([7, 0, 5, 11], 'coming'),
  listAt([0, 11, 6, 8], 'Next time off', 'ptoRequests', 'upcoming'),
  listAt([6, 11, 6, 8], 'Policies', 'hrPolicies'),
];

const WORK = [
  widgetAt([0, 0, 8, 15], 'own-todo'),
  widgetAt([8, 0, 4, 15], 'coming'),
  listAt([0, 15, 4, 8], 'Hours', 'timesheetTrackers'),
  listAt([4, 15, 4, 8], 'Next time off', 'ptoRequests', 'upcoming'),
  listAt([8, 15, 4, 8], 'Documents', 'documents'),
  listAt([0, 23, 6, 8], 'Placements', 'placements'),
  listAt([6, 23, 6, 8], 'Messages about items', 'credentialingRequiredItemMessages'),
];

/** The dashboards of roles and user types, with what needs somebody today first. */
function seedDefaultDashboards(context: SeedContext, seeded: SeededReports): Promise<string[]> {
  const dashboards: readonly JsonObject[] = [
    { name: 'Recruiting', user_types: ['Standard'], roles: ['role_recruiter'], dashboard_layout: layOutRecruiting(seeded) },
    { name: 'The business', user_types: ['Admin'], roles: ['role_manager'], dashboard_layout: layOutBusiness(seeded) },
    { name: 'Your desk', user_types: ['Dashboard'], dashboard_layout: structuredClone(DESK) },
    { name: 'Your work', user_types: ['Provider'], dashboard_layout: structuredClone(WORK) },
  ];
  return context.insert(
    'defaultDashboards',
    dashboards.map((dashboard) => ({ columns: 2, active: true, ...dashboard })),
    dashboards.length,
  );
}

async function seedModuleDashboards(context: SeedContext, { charts }: SeededReports): Promise<void> {
  await context.insert(
    'moduleReportDashboards',
    [
      {
        name: 'Jobs at a glance',
        related_module: 'jobs',
        charts: at([0], charts),
        columns: 1,
        order: 1,
        active: true,
      },
      {
        name: 'Leads at a glance',
        related_module: 'leads',
        charts: at([1], charts),
        columns: 1,
        order: 1,
        active: true,
      },
    ],
    2,
  );
}

async function seedUserDashboards(
  context: SeedContext,
  { reports, charts, names }: SeededReports,
  defaults: readonly string[],
): Promise<void> {
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
  const owned = (index: number, user: string) => ({ dashboard: dashboards[index] as string, user, assigned_to: user });
  const first = owners.flatMap(({ _id }, index) =>
    (
      [
        ['today', 'What needs me'],
        ['know', 'What to know'],
      ] as const
    ).map(([widget, name]): JsonObject => ({ ...owned(index, _id), widget, name, order: 0 })),
  );
  const placed = owners.flatMap(({ _id }, index) =>
    (DASHBOARDS[index]?.[1] ?? []).map(
      (place, order): JsonObject => ({
        ...owned(index, _id),
        widget: 'chart',
        name: names[place] ?? '',
        report: reports[place] as string,
        chart: charts[place] as string,
        size: order === 0 ? 'Large' : 'Medium',
        order: order + 1,
      }),
    ),
  );
  const all = [...first, ...placed];
  await context.insert('userDashboardReports', all, all.length);
}

/** Lists that the specification names among the modules and that a later version adds, by their name in the URL. */
const PLANNED_MODULES: Readonly<Record<string, string>> = { 'audit-log': 'The audit log' };

/** Sections of the administration area that a later version adds, by their path under `/admin`. */
const PLANNED_ADMIN_SECTIONS: Readonly<Record<string, string>> = {
  'password-management': 'Password management',
  'kpi-reports': 'KPI reports',
  'settings/general-settings': 'General settings',
  'settings/job-rating-settings': 'Job rating settings',
  'scheduler/list': 'The scheduler',
  'settings/kpi-settings': 'KPI settings',
  'settings/job-spread-percentages': 'Job spread percentages',
  'settings/sms-campaign-numbers': 'SMS campaign numbers',
  'settings/indeed-boost-profession-counts': 'Indeed boost profession counts',
  'dropdown-editor': 'The dropdown editor',
  'document-type-expirations': 'Document type expirations',
  studio: 'The studio',
  'module-builder': 'The module builder',
  'workflow-management': 'Workflow management',
  'sidebar-buckets': 'Sidebar buckets',
  'admin-notes': 'Admin notes',
  'default-dashboard-management': 'Default dashboards',
  'module-report-dashboard-management': 'Report dashboards',
  'bumpout-editor': 'The bumpout editor',
  'menu-nav-editor': 'The menu editor',
  'muster-widget-management': 'Widgets',
  'store-coin-editor': 'Store coins',
  'store-categories-editor': 'Store categories',
  'store-inventory': 'Store inventory',
  'store-orders': 'Store orders',
  achievements: 'Achievements',
  games: 'Games',
  leaderboard: 'The leaderboard',
};

function labelIn(table: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** The label of a planned module; undefined if no version has it. */
export function findPlannedModule(name: string): string | undefined {
  return labelIn(PLANNED_MODULES, name);
}

/** The label of a planned section of `/admin`; undefined if no version has it. */
export function findPlannedAdminSection(path: string): string | undefined {
  return labelIn(PLANNED_ADMIN_SECTIONS, path.replace(/\/+$/u, ''));
}

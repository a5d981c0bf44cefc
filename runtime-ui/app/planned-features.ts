/** Lists that the specification names among the modules and that a later version adds, by their name in the URL. */
const PLANNED_MODULES: Readonly<Record<string, string>> = { 'audit-log': 'The audit log' };

/** Sections of the administration area that a later version adds, by their path under `/admin`. */
const PLANNED_ADMIN_SECTIONS: Readonly<Record<string, string>> = {
  'dropdown-editor': 'The dropdown editor',
  'workflow-management': 'Workflow management',
  'default-dashboard-management': 'Default dashboards',
  'module-report-dashboard-management': 'Report dashboards',
  'menu-nav-editor': 'The menu editor',
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

import { definePlugin } from '#engine';
import { checkDashboard } from './server/hooks/pre-save.dashboard.ts';
import { checkWidget } from './server/hooks/pre-save.widget.ts';
import { handleCopy } from './server/routes/copy.ts';
import { handleModuleDashboards } from './server/routes/module-dashboards.ts';
import { COPY, MODULE_DASHBOARDS, SAVE_DEFAULT, SHOWN } from './server/routes/route-schemas.ts';
import { handleSaveDefault } from './server/routes/save-default.ts';
import { handleShown } from './server/routes/shown.ts';

/** Dashboards of users, roles, user types and modules: who has which, and what may be saved. */
export const dashboardsPlugin = definePlugin({
  name: 'dashboards',
  version: '1.0.0',
  engine: '^0.1.0',
  hooks: {
    preSave: [
      { module: 'userDashboards', name: 'layout', run: checkDashboard },
      { module: 'userDashboardReports', name: 'content', run: checkWidget },
    ],
  },
  routes: [
    { method: 'GET', path: '/api/user-dashboards/shown', handle: handleShown, ...SHOWN },
    { method: 'POST', path: '/api/user-dashboards/copy', handle: handleCopy, ...COPY },
    { method: 'POST', path: '/api/user-dashboards/save-as-default', handle: handleSaveDefault, ...SAVE_DEFAULT },
    { method: 'GET', path: '/api/module-report-dashboards/shown/:module', handle: handleModuleDashboards, ...MODULE_DASHBOARDS },
  ],
  errors: {
    dashboard_not_own: { status: 403, isPublic: true, text: 'A dashboard can only be changed by the user whom it belongs to.' },
    dashboard_layout_invalid: { status: 422, isPublic: true, text: 'The widgets cannot be placed like this.' },
    dashboard_full: { status: 422, isPublic: true, text: 'The dashboard is full. It has 40 widgets.' },
    widget_invalid: { status: 422, isPublic: true, text: 'The widget cannot be saved.' },
  },
  reads: [
    'userDashboards.*',
    'userDashboardReports.*',
    'defaultDashboards.*',
    'moduleReportDashboards.*',
    'users.active',
    'users.userType',
    'users.roles',
  ],
  writes: [
    'userDashboards.user',
    'userDashboards.assigned_to',
    'userDashboards.name',
    'userDashboards.default_dashboard',
    'userDashboards.dashboard_layout',
    'userDashboards.deleted',
    'userDashboardReports.*',
    'defaultDashboards.*',
  ],
});

import { expect, it } from 'vitest';
import { describeInBrowser } from './describe-in-browser.ts';

/** The route names of the administration in the specification, with the pages to which they lead. */
const ADDRESSES: readonly (readonly [name: string, page: string, heading: string | RegExp])[] = [
  ['user-management', '/admin/users', 'Users'],
  ['role-management', '/admin/studio/roles', 'Roles'],
  ['team-management', '/admin/teams', 'Teams'],
  ['password-management', '/admin/users', 'Users'],
  ['kpi-reports', '/app/reports', 'Reports'],
  ['settings/general-settings', '/admin/settings/general-settings', 'Settings'],
  ['settings/job-rating-settings', '/admin/settings/job-rating-settings', 'Settings'],
  ['scheduler/list', '/admin/background-jobs', 'Background jobs'],
  ['settings/kpi-settings', '/admin/settings/kpi-settings', 'Settings'],
  ['settings/job-spread-percentages', '/admin/settings/job-spread-percentages', 'Settings'],
  ['settings/sms-campaign-numbers', '/admin/settings/sms-campaign-numbers', 'Settings'],
  ['settings/indeed-boost-profession-counts', '/admin/settings/indeed-boost-profession-counts', 'Settings'],
  ['dropdown-editor', '/admin/studio/dropdowns', 'Dropdowns'],
  ['document-type-expirations', '/admin/settings/document-type-expirations', 'Settings'],
  ['studio', '/admin/studio/modules', 'Modules'],
  ['module-builder', '/admin/studio/modules', 'Modules'],
  ['workflow-management', '/admin/studio/workflows', 'Workflows'],
  ['sidebar-buckets', '/admin/sidebar-buckets', /./],
  ['admin-notes', '/admin/admin-notes', /./],
  ['default-dashboard-management', '/app/module/defaultDashboards', 'Default dashboards'],
  ['module-report-dashboard-management', '/app/module/moduleReportDashboards', /dashboards$/],
  ['bumpout-editor', '/admin/bumpout-editor', /./],
  ['menu-nav-editor', '/admin/menu-nav-editor', /./],
  ['muster-widget-management', '/admin/muster-widget-management', /./],
  ['store-coin-editor', '/app/module/storeCoins', 'Store coins'],
  ['store-categories-editor', '/app/module/storeCategories', 'Store categories'],
  ['store-inventory', '/app/module/storeItems', 'Store items'],
  ['store-orders', '/app/module/storeTransactions', 'Store orders'],
  ['achievements', '/app/module/achievements', 'Achievements'],
  ['games', '/app/games', 'Games'],
  ['leaderboard', '/app/module/leaderboards', 'Leaderboards'],
];

describeInBrowser('The addresses of the administration', ({ enter }) => {
  it('lead to the page of what they name, or to the list of the module with its records', async () => {
    const page = await enter();
    for (const [name, path, heading] of ADDRESSES) {
      await page.goto(`/admin/${name}`);
      await page.waitForURL((url) => url.pathname === path);
      await page.getByRole('heading', { level: 1, name: heading }).first().waitFor();
    }
    expect(await page.getByText('This page does not exist').count()).toBe(0);
    await page.goto('/admin/store-nothing');
    await page.getByText('This page does not exist').waitFor();
  });
});

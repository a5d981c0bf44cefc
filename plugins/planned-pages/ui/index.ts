import { defineUiContribution } from '#ui';

/** Sections of the administration, by their path below `/admin`. */
const ADMIN_SECTIONS = {
  'kpi-reports': 'KPI reports',
  'settings/kpi-settings': 'KPI settings',
  'settings/job-spread-percentages': 'Job spread percentages',
  'settings/sms-campaign-numbers': 'SMS campaign numbers',
  'settings/indeed-boost-profession-counts': 'Indeed boost profession counts',
  'document-type-expirations': 'Document type expirations',
  'sidebar-buckets': 'Sidebar buckets',
  'admin-notes': 'Admin notes',
  'bumpout-editor': 'The bumpout editor',
  'muster-widget-management': 'Widgets',
  'store-coin-editor': 'Store coins',
  'store-categories-editor': 'Store categories',
  'store-inventory': 'Store inventory',
  'store-orders': 'Store orders',
  achievements: 'Achievements',
  games: 'Games',
  leaderboard: 'The leaderboard',
};

/** The plugin's UI contributions: the routes of planned pages. */
export const plannedPagesUi = defineUiContribution({
  plugin: 'planned-pages',
  routedPages: [
    ...Object.entries(ADMIN_SECTIONS).map(([path, title]) => ({ route: `/admin/${path}`, title })),
    { route: '/store/*', title: 'The reward store', audience: 'signed-in' },
    { route: '/esign/*', title: 'Signing of documents' },
    { route: '/doc-cap/*', title: 'Document capture' },
    { route: '/doc-certificate-of-completion/*', title: 'The certificate of completion' },
  ],
});

import { LIST_SCREENS } from './list-screens.ts';
import { RECORD_SCREENS } from './record-screens.ts';
import { button, closeAll, dialog, goTo, type Screen } from './screens.ts';

/** Screens of a System Admin, in an order with short navigation steps. */
export const SIGNED_IN: readonly Screen[] = [
  {
    name: 'administration',
    show: async (page) => {
      await goTo(page, '/admin');
      await page.getByRole('heading', { name: 'Administration', level: 1 }).waitFor();
    },
  },
  {
    name: 'webhooks',
    show: async (page) => {
      await goTo(page, '/admin/webhooks');
      await page.getByText('No webhooks yet').waitFor();
    },
  },
  {
    name: 'users',
    show: async (page) => {
      await goTo(page, '/admin/users');
      await page.getByRole('table', { name: 'Users' }).getByRole('link').first().waitFor();
    },
  },
  {
    name: 'user',
    show: async (page) => {
      await page.getByRole('table', { name: 'Users' }).getByRole('link').first().click();
      await page.getByRole('heading', { name: 'API tokens' }).waitFor();
      await page.getByText('Last used').first().or(page.getByText('Not signed in anywhere')).first().waitFor();
    },
  },
  {
    name: 'teams',
    show: async (page) => {
      await goTo(page, '/admin/teams');
      await page.getByRole('link', { name: 'Global' }).waitFor();
    },
  },
  {
    name: 'team',
    show: async (page) => {
      await page.getByRole('link', { name: 'Global' }).click();
      await page.getByRole('heading', { name: 'Members' }).waitFor();
      await page
        .getByText('No members yet')
        .or(page.getByRole('button', { name: /^Remove / }))
        .first()
        .waitFor();
    },
  },
  {
    name: 'settings',
    show: async (page) => {
      await goTo(page, '/admin/settings');
      await page.getByRole('heading', { name: 'General settings' }).waitFor();
    },
  },
  {
    name: 'setting',
    show: async (page) => {
      await button(page, 'Edit: Longest password').click();
      await dialog(page, 'Longest password').waitFor();
    },
  },
  {
    name: 'setting as a table',
    show: async (page) => {
      await goTo(page, '/admin/settings/kpi-settings');
      await button(page, 'Edit: KPI goals').click();
      await dialog(page, 'KPI goals').waitFor();
    },
  },
  {
    name: 'audit log',
    show: async (page) => {
      await goTo(page, '/admin/audit-log');
      await page.getByRole('table', { name: 'Entries of the audit log' }).waitFor();
    },
  },
  {
    name: 'exports',
    show: async (page) => {
      await goTo(page, '/app/exports');
      await page.getByRole('heading', { name: 'Exports', level: 1 }).waitFor();
      await page.getByRole('heading', { name: 'No exports' }).waitFor();
    },
  },
  {
    name: 'imports',
    show: async (page) => {
      await goTo(page, '/app/imports');
      await page.getByRole('heading', { name: 'Imports', level: 1 }).waitFor();
      await page.getByRole('link', { name: 'Import a file' }).first().waitFor();
    },
  },
  {
    name: 'outbox',
    show: async (page) => {
      await goTo(page, '/admin/outbox');
      await page.getByRole('heading', { name: 'Outbox', level: 1 }).waitFor();
    },
  },
  {
    name: 'set-up guide',
    show: async (page) => {
      await goTo(page, '/admin/first-run');
      await page.getByText('Invite people').waitFor();
    },
  },
  {
    name: 'system update',
    show: async (page) => {
      await goTo(page, '/admin/system-update');
      await page.getByText('What runs now').waitFor();
    },
  },
  {
    name: 'save traces',
    show: async (page) => {
      await goTo(page, '/admin/save-traces');
      await page.getByRole('heading', { name: 'Save traces', level: 1 }).waitFor();
      await page.getByText('No save was traced yet').waitFor();
    },
  },
  {
    name: 'inbox',
    show: async (page) => {
      await goTo(page, '/app/inbox');
      await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
      await page.getByText('No mail account is connected').waitFor();
    },
  },
  {
    name: 'text conversations',
    show: async (page) => {
      await goTo(page, '/app/conversations');
      await page.getByRole('heading', { name: 'Text conversations', level: 1 }).waitFor();
      await page.getByRole('list', { name: 'People' }).or(page.getByText('No conversations yet')).first().waitFor();
    },
  },
  {
    name: 'chat',
    show: async (page) => {
      await goTo(page, '/app/chat');
      await page.getByRole('heading', { name: 'Chat', level: 1 }).waitFor();
      await page.getByRole('list', { name: 'Conversations' }).or(page.getByText('No conversations yet')).first().waitFor();
    },
  },
  {
    name: 'dialer',
    show: async (page) => {
      await goTo(page, '/app/dialer');
      await page.getByRole('heading', { name: 'Dialer', level: 1 }).waitFor();
      await page
        .getByText('You have no campaigns')
        .or(page.getByRole('combobox', { name: 'Campaign' }))
        .first()
        .waitFor();
    },
  },
  {
    name: 'posts',
    show: async (page) => {
      await goTo(page, '/app/posts');
      await page.getByRole('heading', { name: 'Posts', level: 1 }).waitFor();
      await page.getByRole('list', { name: 'Posts' }).or(page.getByText('No posts yet')).first().waitFor();
    },
  },
  {
    name: 'indexes',
    show: async (page) => {
      await goTo(page, '/admin/indexes');
      await page.getByRole('table', { name: 'Indexes' }).getByText('Unused').first().waitFor();
    },
  },
  {
    name: 'my day',
    show: async (page) => {
      await goTo(page, '/app/my-day');
      await page.getByRole('heading', { name: 'My day', level: 1 }).waitFor();
      await page.getByRole('textbox', { name: 'New task' }).waitFor();
    },
  },
  {
    name: 'editor of menu entries',
    show: async (page) => {
      await goTo(page, '/admin/menu-nav-editor');
      await page.getByRole('heading', { name: 'Menu entries', level: 1 }).waitFor();
      await page.getByRole('heading', { name: 'Preview' }).waitFor();
    },
  },
  {
    name: 'editor of sidebar templates',
    show: async (page) => {
      await goTo(page, '/admin/sidebar-templates');
      await page.getByRole('heading', { name: 'Sidebar templates', level: 1 }).waitFor();
      await page.getByRole('heading', { name: 'There are none yet' }).waitFor();
    },
  },
  {
    name: 'editor of sidebar buckets',
    show: async (page) => {
      await goTo(page, '/admin/sidebar-buckets');
      await page.getByRole('heading', { name: 'Sidebar buckets', level: 1 }).waitFor();
      await page.getByRole('heading', { name: 'Preview' }).waitFor();
    },
  },
  {
    name: 'editor of bumpouts',
    show: async (page) => {
      await goTo(page, '/admin/bumpout-editor');
      await page.getByRole('heading', { name: 'Bumpouts', level: 1 }).waitFor();
      await page.getByRole('heading', { name: 'Preview' }).waitFor();
    },
  },
  {
    name: 'editor of widgets',
    show: async (page) => {
      await goTo(page, '/admin/muster-widget-management');
      await page.getByRole('heading', { name: 'Widgets', level: 1 }).waitFor();
      await page.getByRole('heading', { name: 'Preview' }).waitFor();
    },
  },
  {
    name: 'editor of admin notes',
    show: async (page) => {
      await goTo(page, '/admin/admin-notes');
      await page.getByRole('heading', { name: 'Admin notes', level: 1 }).waitFor();
      await page.getByRole('heading', { name: 'Preview' }).waitFor();
    },
  },
  {
    name: 'definitions',
    show: async (page) => {
      await goTo(page, '/admin/definitions');
      await page.getByRole('heading', { name: 'Definitions', level: 1 }).waitFor();
      await page
        .getByText('No problems and no conflicts')
        .or(page.getByRole('heading', { level: 2 }))
        .first()
        .waitFor();
    },
  },
  {
    name: 'plugins',
    show: async (page) => {
      await goTo(page, '/admin/plugins');
      await page.getByRole('switch', { name: 'Leads is on' }).waitFor();
    },
  },
  {
    name: 'own sidebar',
    show: async (page) => {
      await goTo(page, '/app/x/navigation/sidebar');
      await page.getByRole('region', { name: 'Groups of the sidebar' }).waitFor();
    },
  },
  {
    name: 'home',
    show: async (page) => {
      await goTo(page, '/app/dashboard');
      await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
      await page.getByRole('heading', { name: 'My open tasks' }).waitFor();
    },
  },
  {
    name: 'account menu',
    only: 'wide',
    show: async (page) => {
      await button(page, 'System Admin').click();
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    },
  },
  {
    name: 'themes',
    only: 'wide',
    show: async (page) => {
      await page.getByRole('menuitem', { name: 'All themes' }).click();
      await dialog(page, 'Theme').waitFor();
    },
  },
  {
    name: 'more',
    only: 'phone',
    show: async (page) => {
      await button(page, 'More').click();
      await dialog(page).getByText('All themes').waitFor();
    },
  },
  {
    name: 'themes',
    only: 'phone',
    show: async (page) => {
      await dialog(page).getByText('All themes').click();
      await dialog(page, 'Theme').waitFor();
    },
  },
  {
    name: 'keys',
    only: 'wide',
    show: async (page) => {
      await closeAll(page);
      await page.keyboard.press('?');
      await dialog(page, 'Keyboard shortcuts').getByText('Change the status').waitFor();
    },
  },
  {
    name: 'palette',
    only: 'wide',
    show: async (page) => {
      await closeAll(page);
      await page.keyboard.press('Control+k');
      await page.keyboard.type('Abbott');
      await page.getByRole('option', { name: 'Nina Abbott' }).waitFor();
    },
  },
  ...LIST_SCREENS,
  ...RECORD_SCREENS,
  {
    name: 'calculator',
    show: async (page) => {
      await goTo(page, '/app/pay-calculator');
      await page.getByRole('heading', { name: 'Pay Raise Calculator', level: 1 }).waitFor();
    },
  },
  {
    name: 'no such page',
    show: async (page) => {
      await goTo(page, '/app/nonsense');
      await page.getByText('This page does not exist').waitFor();
    },
  },
  {
    name: 'list that failed',
    show: async (page) => {
      await page.route('**/smart-search', (route) =>
        route.fulfill({ status: 500, contentType: 'application/json', body: '{"error":"Something went wrong.","code":"internal"}' }),
      );
      await goTo(page, '/app/leads?q=failing');
      await button(page, 'Try again').first().waitFor();
      await page.unroute('**/smart-search');
    },
  },
];

import type { Page } from 'playwright-core';
import { ADMIN, type RunningProduct } from './start-product.ts';

/** One screen of the product, opened from any page without reloading the application. */
export interface Screen {
  readonly name: string;
  /** The only width that has this screen; absent: both. */
  readonly only?: 'wide' | 'phone';
  readonly show: (page: Page, product: RunningProduct) => Promise<unknown>;
}

const OVERLAYS = '[role=dialog], [role=menu]';
const overlays = (page: Page): Promise<string> =>
  page.evaluate((all) => [...document.querySelectorAll(all)].map((one) => one.getAttribute('aria-labelledby') ?? one.id).join(), OVERLAYS);

/** Closes all overlays; a dialog can have another one below it. */
async function closeAll(page: Page): Promise<void> {
  for (let open = await overlays(page); open !== ''; open = await overlays(page)) {
    await page.keyboard.press('Escape');
    await page.waitForFunction(
      ([all, before]) => [...document.querySelectorAll(all)].map((one) => one.getAttribute('aria-labelledby') ?? one.id).join() !== before,
      [OVERLAYS, open] as const,
    );
  }
}

/** Navigates to a path inside the application, as Back and Forward do. */
export async function goTo(page: Page, path: string): Promise<void> {
  await closeAll(page);
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const dialog = (page: Page, name?: string | RegExp) => page.getByRole('dialog', name === undefined ? {} : { name });
const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) <= 680;

async function openLeads(page: Page, search = ''): Promise<void> {
  // Navigates away first, to reset selections and overlays of a list.
  await goTo(page, '/app/pay-calculator');
  await page.getByRole('heading', { name: 'Pay Raise Calculator', level: 1 }).waitFor();
  await goTo(page, `/app/leads${search}`);
  await page.getByText('Nina Abbott').first().waitFor();
}

async function openLead(page: Page): Promise<void> {
  await openLeads(page);
  await page.getByText('Nina Abbott').first().click();
  await page.getByRole('heading', { name: 'Nina Abbott', level: 1 }).waitFor();
}

async function selectTwo(page: Page): Promise<void> {
  await openLeads(page);
  if (isPhone(page)) await button(page, 'Select').click();
  for (const at of [1, 2]) await page.getByRole('checkbox').nth(at).click();
  await button(page, '2 selected').waitFor();
}

const openTab =
  (name: string): Screen['show'] =>
  async (page) => {
    const tab = page.getByRole('tab', { name: new RegExp(`^${name}`) });
    if ((await tab.count()) === 0) await openLead(page);
    await tab.click();
    await page.getByRole('tabpanel').getByText(/./).first().waitFor();
  };

async function typeDuplicate(page: Page): Promise<void> {
  await goTo(page, '/app/leads/new');
  await page.getByLabel('First name').fill('Axel');
  await page.getByLabel('Last name').fill('Axe');
  await page.getByRole('textbox', { name: 'E-mail addresses, E-mail 1' }).fill('m.oyelaran@example.com');
  await button(page, /^Save/).last().click();
  await dialog(page, 'Duplicate Leads Detected').waitFor();
}

/** Screens that need no session. */
export const SIGNED_OUT: readonly Screen[] = [
  {
    name: 'sign-in',
    show: async (page) => {
      await page.goto('/login');
      await button(page, /^sign in/i).waitFor();
    },
  },
  {
    name: 'sign-in, refused',
    show: async (page) => {
      await page.getByRole('textbox', { name: /e-?mail/i }).fill(ADMIN.email);
      await page
        .getByLabel(/^password/i)
        .first()
        .fill('Not-the-one1!');
      await button(page, /^sign in/i).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'forgot password',
    show: async (page) => {
      await goTo(page, '/forgot-password');
      await page.getByRole('heading', { name: /forgot|reset/i }).waitFor();
    },
  },
  {
    name: 'temporary password, refused',
    show: async (page) => {
      await goTo(page, '/new-password');
      await page.getByRole('heading', { name: 'Enter the temporary password' }).waitFor();
      await page.getByRole('textbox', { name: 'E-mail' }).fill('nobody@muster.test');
      await page.getByLabel('Temporary password').first().fill('Not-the-one1!');
      await button(page, 'Verify').click();
      await dialog(page, 'Could not verify').waitFor();
    },
  },
  {
    name: 'new password',
    show: async (page) => {
      await page.route('**/api/users/templogin', (route) =>
        route.fulfill({ contentType: 'application/json', body: '{"status":true,"token":"good for one screen"}' }),
      );
      await dialog(page).getByRole('button', { name: 'Try again' }).click();
      await button(page, 'Verify').click();
      await page.getByLabel('Create Password').first().fill('short');
      await page.getByLabel('Confirm Password').first().fill('shorter');
      await page.getByText('Passwords do not match').waitFor();
      await page.unroute('**/api/users/templogin');
    },
  },
  {
    name: 'logged out',
    show: async (page) => {
      await goTo(page, '/logout');
      await page.getByText('You have been logged out.').waitFor();
    },
  },
  {
    name: 'code of a mail account',
    show: async (page) => {
      await goTo(page, '/auth-code?code=4%2F0Ab');
      await button(page, 'Copy to Clipboard').waitFor();
    },
  },
  {
    name: 'public calculator',
    show: async (page) => {
      await goTo(page, '/test');
      await button(page, 'Calculate').waitFor();
    },
  },
];

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
  { name: 'list', show: (page) => openLeads(page) },
  {
    name: 'other list',
    show: async (page) => {
      await goTo(page, '/app/ptoRequests');
      await page.getByText('Spring break').first().waitFor();
    },
  },
  {
    name: 'empty list',
    show: async (page) => {
      await goTo(page, '/app/jobs');
      await page.getByRole('heading', { name: 'No jobs yet' }).waitFor();
    },
  },
  {
    name: 'list without a match',
    show: async (page) => {
      await goTo(page, '/app/leads?q=nobodyiscalledthis');
      await button(page, /clear|drop|remove/i)
        .first()
        .waitFor();
    },
  },
  {
    name: 'filter panel',
    show: async (page) => {
      await openLeads(page);
      await button(page, 'Filter').first().click();
      await page
        .getByRole('textbox', { name: 'Full name' })
        .or(page.getByRole('textbox', { name: 'Name' }))
        .first()
        .waitFor();
    },
  },
  {
    name: 'filter builder',
    show: async (page) => {
      await openLeads(page);
      await button(page, 'Add condition').first().click();
      await dialog(page, 'Filter leads').getByRole('combobox', { name: 'Field' }).first().waitFor();
    },
  },
  {
    name: 'groups',
    show: async (page) => {
      await openLeads(page, '?group=lead_status');
    },
  },
  { name: 'board', show: (page) => openLeads(page, '?viewType=board:lead_status') },
  {
    name: 'calendar',
    show: async (page) => {
      await goTo(page, '/app/ptoRequests?viewType=calendar:pto_date&at=2027-03');
      await page.getByRole('link', { name: 'Spring break' }).first().waitFor();
    },
  },
  { name: 'selection', show: selectTwo },
  {
    name: 'mass update',
    show: async (page) => {
      await button(page, 'Mass update').click();
      await dialog(page, /Mass Update on 2/).waitFor();
      await dialog(page).getByRole('button', { name: 'Mass Update' }).click();
      await page.getByText('Choose a new value for one field or more.').waitFor();
    },
  },
  {
    name: 'amount',
    show: async (page) => {
      await closeAll(page);
      await button(page, '2 selected').click();
      await page.getByRole('menuitem', { name: 'Set number of records' }).click();
      await page.getByLabel('Amount To Select').fill('');
    },
  },
  {
    name: 'deduplicate',
    show: async (page) => {
      await closeAll(page);
      await button(page, 'Merge').click();
      await page.getByRole('table', { name: 'Leads side by side' }).waitFor();
    },
  },
  {
    name: 'mass delete',
    show: async (page) => {
      await closeAll(page);
      await page
        .getByRole('region', { name: /selected$/ })
        .getByRole('button', { name: 'Delete' })
        .click();
      await dialog(page)
        .getByRole('button', { name: /^Delete/ })
        .waitFor();
    },
  },
  {
    name: 'new view',
    only: 'wide',
    show: async (page) => {
      await openLeads(page);
      await button(page, 'Save as a new view').click();
      await dialog(page, 'New view').waitFor();
    },
  },
  {
    name: 'preview',
    only: 'wide',
    show: async (page) => {
      await openLeads(page);
      await page.locator('.ag-row[row-index="1"] .ag-cell[col-id="profession"]').click();
      await page.keyboard.press('p');
      await page.getByRole('complementary', { name: 'Preview' }).getByRole('heading', { level: 2 }).waitFor();
    },
  },
  {
    name: 'cell',
    only: 'wide',
    show: async (page) => {
      await openLeads(page);
      await page.locator('.ag-row[row-index="1"] .ag-cell[col-id="next_step"]').click();
      await page.keyboard.press('e');
      await page.locator('.mi-cell input').waitFor();
    },
  },
  { name: 'activity', show: openTab('Activity') },
  { name: 'related', show: openTab('Related') },
  { name: 'files', show: openTab('Files') },
  { name: 'history', show: openTab('History') },
  { name: 'details', only: 'phone', show: openTab('Details') },
  {
    name: 'actions of a record',
    show: async (page) => {
      await button(page, 'More actions').click();
      await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
    },
  },
  {
    name: 'deletion',
    show: async (page) => {
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await dialog(page)
        .getByRole('button', { name: /^Delete/ })
        .waitFor();
    },
  },
  {
    name: 'edit',
    show: async (page, { data }) => {
      await goTo(page, `/app/ptoRequests/${data.ptoRequestId}/edit`);
      await page.getByLabel('Hours requested').waitFor();
    },
  },
  {
    name: 'form with problems',
    show: async (page) => {
      await goTo(page, '/app/leads/new');
      await page.getByLabel('First name').fill('Axel');
      await page.getByRole('textbox', { name: 'E-mail addresses, E-mail 1' }).fill('not an address');
      await button(page, /^Save/).last().click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'popup search',
    show: async (page) => {
      await goTo(page, '/app/jobs/new');
      await button(page, 'Search accounts').first().click();
      await dialog(page, 'Search accounts').getByText('Peachford Schools').waitFor();
    },
  },
  {
    name: 'duplicates',
    show: async (page) => {
      await typeDuplicate(page);
    },
  },
  {
    name: 'review and merge',
    show: async (page) => {
      await button(page, 'Review and Merge').click();
      await page.getByRole('table', { name: 'Leads side by side' }).waitFor();
    },
  },
  {
    name: 'short form',
    show: async (page) => {
      await openLead(page);
      await page.getByRole('tab', { name: /^Related/ }).click();
      await button(page, /^New sub/)
        .first()
        .click();
      await dialog(page, /^New sub/).waitFor();
    },
  },
  {
    name: 'leaving a form',
    show: async (page) => {
      await goTo(page, '/app/accounts/new');
      await page
        .getByLabel(/^Account name|^Name/)
        .first()
        .fill('Half an account');
      await page.getByRole('link', { name: 'Home', exact: true }).first().click();
      await dialog(page, 'Leave without saving?').waitFor();
    },
  },
  {
    name: 'after leaving',
    show: async (page) => {
      await dialog(page).getByRole('button', { name: 'Leave', exact: true }).click();
      await dialog(page).waitFor({ state: 'detached' });
    },
  },
  {
    name: 'calculator',
    show: async (page) => {
      await goTo(page, '/app/pay-calculator');
      await page.getByRole('heading', { name: 'Pay Raise Calculator', level: 1 }).waitFor();
    },
  },
  {
    name: 'what comes later',
    show: async (page) => {
      await goTo(page, '/app/audit-log');
      await page.getByText('Not here yet').waitFor();
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

/** Opens one screen after the other and calls `inspect`; returns the names of those that a window has. */
export async function forEachScreen(
  page: Page,
  product: RunningProduct,
  screens: readonly Screen[],
  inspect: (name: string) => Promise<void>,
): Promise<void> {
  const width = isPhone(page) ? 'phone' : 'wide';
  for (const { name, only, show } of screens) {
    if (only !== undefined && only !== width) continue;
    await show(page, product);
    await inspect(name);
  }
}

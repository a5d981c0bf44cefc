import type { Page } from 'playwright-core';
import { button, dialog, goTo, openLead, type Screen } from './screens.ts';

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

/** Records and their forms. */
export const RECORD_SCREENS: readonly Screen[] = [
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
];

import type { Page } from 'playwright-core';
import { button, closeAll, dialog, goTo, isPhone, openLeads, type Screen } from './screens.ts';

async function selectTwo(page: Page): Promise<void> {
  await openLeads(page);
  if (isPhone(page)) await button(page, 'Select').click();
  for (const at of [1, 2]) await page.getByRole('checkbox').nth(at).click();
  await button(page, '2 selected').waitFor();
}

/** Lists and what is opened from them. */
export const LIST_SCREENS: readonly Screen[] = [
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
];

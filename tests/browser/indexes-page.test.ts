import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { findAccessibilityViolations } from './accessibility-checks.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { findHorizontalOverflow, findSmallTargets } from './layout-checks.ts';

async function chooseLeads(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Module' }).fill('Leads');
  await page.getByRole('option', { name: 'Leads', exact: true }).click();
}

describeInBrowser('Indexes', ({ product, enter }) => {
  const definition = () => product().application.registry.current().module('leads')?.definition;

  it('are listed with their use; an unused one is dropped and created again', async () => {
    const before = definition()?.withoutIndexes ?? [];
    const page = await enter();
    await page.goto('/admin');
    await page.getByRole('main').getByRole('link', { name: 'Indexes' }).click();
    await page.getByRole('heading', { level: 1, name: 'Indexes' }).waitFor();
    await chooseLeads(page);
    const table = page.getByRole('table', { name: 'Indexes' });
    const row = table
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: /^Drop the index of Leads on/ }) })
      .first();
    const fields = (await row.getByRole('cell').nth(1).innerText()).trim();
    expect(await findAccessibilityViolations(page, 'indexes')).toEqual([]);
    await row.getByRole('button', { name: `Drop the index of Leads on ${fields}`, exact: true }).click();
    const question = page.getByRole('dialog', { name: `Drop the index on ${fields}?` });
    await question.getByText('saves become faster').waitFor();
    expect(await findAccessibilityViolations(page, 'dropping an index')).toEqual([]);
    await question.getByRole('button', { name: 'Drop the index' }).click();
    await page.getByText('The index was dropped.').waitFor();
    expect(definition()?.withoutIndexes).toHaveLength(before.length + 1);

    await page.getByRole('tab', { name: 'Dropped' }).click();
    await table.getByRole('button', { name: `Create the index of Leads on ${fields} again`, exact: true }).click();
    await page.getByText('The index was created.').waitFor();
    expect(definition()?.withoutIndexes ?? []).toEqual(before);
  });

  it('are shown on a phone, where those that are needed cannot be dropped', async () => {
    const page = await enter({ width: 375, height: 812, touch: true });
    await page.goto('/admin/indexes');
    await chooseLeads(page);
    await page.getByRole('tab', { name: 'All' }).click();
    await page.getByText('Needed').first().waitFor();
    expect(await findHorizontalOverflow(page, 'indexes')).toEqual([]);
    expect(await findSmallTargets(page, 'indexes')).toEqual([]);
  });
});

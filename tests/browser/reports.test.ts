import { expect, it } from 'vitest';
import { describeInBrowser } from './describe-in-browser.ts';
import { findAccessibilityViolations } from './accessibility-checks.ts';
import { findHorizontalOverflow, findSmallTargets } from './layout-checks.ts';
import { firstRange } from './grid-page.ts';

describeInBrowser('Reports in the browser', ({ product, enter }) => {
  it('are built from nothing: figures are shown, their records open and lead back, and the report is saved with its chart', async () => {
    const page = await enter();
    await page.goto('/app/reports/new');
    await page.getByRole('heading', { level: 1, name: 'New report' }).waitFor();
    await page.getByRole('combobox', { name: 'Source' }).click();
    await page.getByRole('option', { name: 'Leads', exact: true }).click();
    await page.getByText(`${product().data.leads} of ${product().data.leads} leads`).waitFor();

    await page.getByRole('button', { name: /^Bars: Group by / }).click();
    const chart = page.getByRole('application');
    await chart.waitFor();
    await page.getByText(/uses an index|no index/).waitFor();
    const table = page.getByRole('table');
    const total = table.getByRole('row').last().getByRole('button');
    expect(await total.innerText()).toBe(String(product().data.leads));
    expect(await findAccessibilityViolations(page, 'report builder', 'whole')).toEqual([]);

    // The chart is one tab stop, from which the records of a bar open.
    await chart.focus();
    await page.keyboard.press('ArrowRight');
    const said = await chart.getByRole('status').innerText();
    const count = Number(/ (\d+)$/.exec(said)?.[1]);
    expect(count).toBeGreaterThan(0);
    await page.keyboard.press('Enter');
    await page.getByText(firstRange(count)).waitFor();
    await page.goBack();
    await chart.waitFor();
    expect(await total.innerText()).toBe(String(product().data.leads));

    await page.getByRole('textbox', { name: 'Name' }).fill('Leads by status');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(/\/reports\/[0-9a-f-]{36}$/);
    await page.getByRole('heading', { level: 1, name: 'Leads by status' }).waitFor();
    await chart.waitFor();
    await page.reload();
    await chart.waitFor();
    expect(await page.getByRole('radio', { name: 'Bars' }).isChecked()).toBe(true);

    // The picture of the chart, and its figures.
    await page.getByRole('button', { name: 'Export' }).click();
    const [picture] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Picture (PNG)' }).click()]);
    expect(picture.suggestedFilename()).toBe('Leads by status.png');
    await page.getByRole('button', { name: 'Export' }).click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Figures (CSV)' }).click()]);
    expect(file.suggestedFilename()).toMatch(/^Leads by status.*\.csv$/);

    await page.setViewportSize({ width: 375, height: 812 });
    await chart.waitFor();
    expect([...(await findHorizontalOverflow(page, 'report')), ...(await findSmallTargets(page, 'report'))]).toEqual([]);
  });
});

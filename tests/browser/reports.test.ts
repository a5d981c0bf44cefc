import { expect, inject, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { addDays, toText } from '../../engine/model/index.ts';
import { runJob } from '../../engine/testing/run-job.ts';
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

  it('store their figures daily when asked to, and show how they changed', async () => {
    const { application } = product();
    const { records } = application;
    const page = await enter();
    await page.goto('/app/reports/new');
    await page.getByRole('combobox', { name: 'Source' }).click();
    await page.getByRole('option', { name: 'Leads', exact: true }).click();
    await page.getByRole('button', { name: /^Bars: Group by / }).click();
    await page.getByRole('application').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Leads over time');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(/\/reports\/[0-9a-f-]{36}$/);
    const id = page.url().slice(-36);

    await page.getByRole('button', { name: 'Trend' }).click();
    const dialog = page.getByRole('dialog', { name: 'Trend of “Leads over time”' });
    await dialog.getByText('No figures stored yet').waitFor();
    await dialog.getByRole('switch', { name: 'Store the figures every day' }).check();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(async () => (await records.get(SYSTEM_ACTOR, { module: 'reports', id }))['daily_snapshots']).toBe(true);

    // The first figures are those of yesterday, the next ones those of today.
    const take = () => runJob(application, 'reports/take-snapshots', 30_000 * inject('timeoutFactor'));
    await take();
    const { data } = await records.find(SYSTEM_ACTOR, { module: 'reportSnapshots', filter: { report: { equals: id } }, limit: 1 });
    const day = addDays(toText(data[0]?.['day']), -1);
    const moved = { module: 'reportSnapshots', id: data[0]?._id ?? '', fields: { day, snapshot_key: `${id} ${day}` } };
    await records.update(SYSTEM_ACTOR, moved);
    const added = await records.create(SYSTEM_ACTOR, { module: 'leads', fields: { first_name: 'Tre', last_name: 'Nd' } });
    await take();

    await page.reload();
    await page.getByRole('button', { name: 'Trend' }).click();
    await dialog.getByRole('application').waitFor();
    const cells = dialog.getByRole('table').getByRole('row');
    const { leads } = product().data;
    await expect.poll(async () => (await cells.allInnerTexts()).join(' ')).toMatch(new RegExp(`\\b${leads}\\b[^]*\\b${leads + 1}\\b`));
    await dialog.getByText('By Status').click();
    await dialog.getByRole('table').getByText('New').first().waitFor();
    expect(await findAccessibilityViolations(page, 'trend of a report', 'whole')).toEqual([]);
    await page.setViewportSize({ width: 375, height: 812 });
    // The page of a phone is another one, which has no dialog yet.
    await page.getByRole('button', { name: 'Trend' }).click();
    await dialog.getByRole('application').waitFor();
    expect([...(await findHorizontalOverflow(page, 'trend')), ...(await findSmallTargets(page, 'trend'))]).toEqual([]);
    await records.markDeleted(SYSTEM_ACTOR, { module: 'leads', ids: [added.record._id] });
  });
});

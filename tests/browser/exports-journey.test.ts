import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import type { ExportJobView } from '#engine/model/wire';
import { findAccessibilityViolations } from './accessibility-checks.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { findHorizontalOverflow, findSmallTargets } from './layout-checks.ts';

const WIDE = { width: 1440, height: 900 } as const;
const PHONE = { width: 375, height: 812 } as const;
/** Milliseconds that an export of few records takes at most. */
const LONG = 30_000 * inject('timeoutFactor');

async function inspect(page: Page, screen: string): Promise<string[]> {
  const found: string[] = [];
  for (const size of [PHONE, WIDE]) {
    await page.setViewportSize(size);
    found.push(...(await findAccessibilityViolations(page, screen)), ...(await findHorizontalOverflow(page, screen)));
    if (size === PHONE) found.push(...(await findSmallTargets(page, screen)));
  }
  return found;
}

/** Shows exports as the product describes one in the middle of its records, until the returned function is called. */
async function holdProgress(page: Page): Promise<() => void> {
  let isPaused = true;
  await page.route(/\/api\/exports(\?|$)/, async (route) => {
    if (!isPaused || route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    const body = (await response.json()) as { readonly data: readonly ExportJobView[] };
    const data = body.data.map((view) => ({ ...view, state: 'running', progress: { done: 30_000, total: 120_000 } }));
    return route.fulfill({ response, json: { ...body, data } });
  });
  // The route stays: one that is removed while it fetches cannot respond any more.
  return () => {
    isPaused = false;
  };
}

describeInBrowser('An export in the background', ({ enter }) => {
  it('is started from a list, shows its progress, is downloaded and removed', async () => {
    const page = await enter(WIDE);
    const found: string[] = [];
    await page.goto('/app/leads?view=all');
    await page.getByRole('button', { name: 'View options' }).click();
    await page.getByRole('menuitem', { name: 'Export…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Export \d+ leads$/ });
    await dialog.getByText('CSV', { exact: true }).click();
    await dialog.getByRole('checkbox', { name: 'In the background' }).check();
    const show = await holdProgress(page);
    await dialog.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('button', { name: 'Show exports' }).click();

    await page.getByRole('heading', { name: 'Exports', level: 1 }).waitFor();
    const entry = page.getByRole('listitem').filter({ hasText: 'Leads' });
    const bar = entry.getByRole('progressbar', { name: /^Progress of Leads .*\.csv$/ });
    await bar.waitFor();
    expect(await bar.getAttribute('aria-valuenow')).toBe('30000');
    await entry.getByText('30,000 of 120,000 records').waitFor();
    await entry.getByRole('button', { name: /^Cancel Leads/ }).waitFor();
    found.push(...(await inspect(page, 'an export that runs')));
    show();

    const download = entry.getByRole('button', { name: /^Download Leads/ });
    await download.waitFor({ timeout: LONG });
    await entry.getByText('Ready').waitFor();
    found.push(...(await inspect(page, 'an export that is ready')));
    const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
    expect(file.suggestedFilename()).toMatch(/^Leads .*\.csv$/);
    expect(await readFile(await file.path(), 'utf8')).toContain('Nina Abbott');
    await entry.getByRole('button', { name: /^Remove Leads/ }).click();
    await page.getByRole('heading', { name: 'No exports' }).waitFor();
    found.push(...(await inspect(page, 'no exports')));
    expect(found).toEqual([]);
  });
});

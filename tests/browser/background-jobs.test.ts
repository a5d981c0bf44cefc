import type { Locator } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import type { PluginManifest } from '#engine';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { ENABLED_PLUGINS } from '../../plugins/index.ts';
import { findAccessibilityViolations } from './accessibility-checks.ts';
import { describeServedProduct } from './describe-in-browser.ts';
import { findHorizontalOverflow, findSmallTargets } from './layout-checks.ts';
import { startWithPlugins } from './start-product.ts';

let isBroken = true;
/** Attempts of the effect that failed. */
let failedEffects = 0;

function warn(): void {
  if (!isBroken) return;
  failedEffects += 1;
  throw new Error('No warning today.');
}

/** A plugin whose job and whose post-save hook fail until `isBroken` is false. */
const weather: PluginManifest = {
  name: 'weather',
  version: '1.0.0',
  engine: '*',
  jobs: [
    {
      name: 'read-forecast',
      schedule: '30 6 * * 1-5',
      run: () => (isBroken ? Promise.reject(new Error('The service gave no forecast.')) : { forecasts: 12, warnings: ['storm'] }),
    },
    {
      name: 'measure',
      schedule: '0 0 1 1 *',
      run: async ({ progress, signal }) => {
        await progress({ stations: 4 });
        await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('ended'))));
      },
    },
  ],
  hooks: {
    postSave: [{ module: 'tasks', name: 'warn', run: () => Promise.resolve().then(warn) }],
  },
};

const ignore = (): void => undefined;
const start = startWithPlugins([...ENABLED_PLUGINS, weather], { debug: ignore, info: ignore, warn: ignore, error: ignore });

describeServedProduct('Background jobs', start, ({ product, enter }) => {
  it('are listed with schedule, next and last run; a failed one is run, looked at and retried', async () => {
    isBroken = true;
    const page = await enter();
    await page.goto('/admin');
    await page.getByRole('main').getByRole('link', { name: 'Background jobs' }).click();
    await page.getByRole('heading', { level: 1, name: 'Background jobs' }).waitFor();
    const row = page.getByRole('listitem').filter({ hasText: 'Read forecast' });
    await row.getByText('At 06:30 AM, Monday through Friday').waitFor();
    await row.getByText('Has not run yet').waitFor();
    await row.getByRole('button', { name: 'Run now: Read forecast' }).click();
    await page.getByText('“Read forecast” was started.').waitFor();
    await row.getByText('The service gave no forecast.').waitFor();
    await row.getByText('1 failed').waitFor();
    expect(await findAccessibilityViolations(page, 'background jobs')).toEqual([]);

    await row.getByRole('link', { name: 'Read forecast' }).click();
    await page.getByRole('heading', { level: 1, name: 'Read forecast' }).waitFor();
    await page.getByText('No run has completed in the last 30 days.').waitFor();
    await page.getByRole('tab', { name: 'Failed' }).click();
    await page.getByRole('button', { name: /^Run of/ }).click();
    const run = page.getByRole('dialog', { name: 'Read forecast' });
    await run.getByText('1 of 1').waitFor();
    await run.getByText('The service gave no forecast.').waitFor();
    expect(await findAccessibilityViolations(page, 'a run')).toEqual([]);
    isBroken = false;
    await run.getByRole('button', { name: 'Retry' }).click();
    await run.getByText('Forecasts: 12').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('No run has failed in the last 30 days.').waitFor();
    await page.getByRole('tab', { name: 'Completed' }).click();
    await page.getByText('Forecasts: 12 · Warnings: 1 entry').waitFor();
  });

  it('that run are shown with their progress and can be cancelled, on a phone too', async () => {
    const page = await enter({ width: 375, height: 812, touch: true });
    await page.goto('/admin/scheduler/list');
    await page.getByRole('button', { name: 'Run now: Measure' }).click();
    await page.getByRole('link', { name: 'Measure' }).click();
    await page.getByRole('tab', { name: 'Running' }).click();
    await page.getByText('Stations: 4').waitFor();
    expect(await findHorizontalOverflow(page, 'a queue')).toEqual([]);
    expect(await findSmallTargets(page, 'a queue')).toEqual([]);
    await page.getByRole('button', { name: /^Run of/ }).click();
    const run = page.getByRole('dialog', { name: 'Measure' });
    expect(await findSmallTargets(page, 'a queue')).toEqual([]);
    await run.getByRole('button', { name: 'Cancel the run' }).click();
    await run.getByText('Cancelled', { exact: true }).waitFor();
  });

  it('show the effects of saves that failed, which can be retried', async () => {
    isBroken = true;
    failedEffects = 0;
    const { _id } = (
      await product().application.records.create(SYSTEM_ACTOR, { module: 'tasks', fields: { subject: 'Bring an umbrella' } })
    ).record;
    await product().application.outbox.drain();
    const page = await enter();
    await page.goto('/admin/background-jobs');
    const effect = page.getByRole('listitem').filter({ hasText: 'weather: warn' });
    await effect.getByText('No warning today.').waitFor();
    // It may have been tried again before the page is shown.
    await effect.getByText(/^(1 attempt,|\d+ attempts, the last) at .+ · next attempt at /).waitFor();
    expect(await effect.getByRole('link', { name: 'Open the Task' }).getAttribute('href')).toContain(_id);
    // After the fourth attempt the next one is eight seconds later: the outbox does not succeed by itself before the request arrives.
    await expect.poll(() => failedEffects, { timeout: 60_000 * inject('timeoutFactor') }).toBeGreaterThanOrEqual(4);
    isBroken = false;
    await effect.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('The effect is run again.').waitFor();
    await effect.waitFor({ state: 'detached' });
  });

  it('are all within reach: the runs of a job are shown page by page', async () => {
    const total = 230;
    for (let hours = 1; hours <= total; hours += 1) await product().application.queue.add('weather/measure', { delay: hours * 3_600_000 });
    const page = await enter();
    await page.goto('/admin/background-jobs/weather/measure');
    await page.getByRole('tab', { name: 'Delayed' }).click();
    const [next, previous] = ['Next page', 'Previous page'].map((name) => page.getByRole('button', { name })) as [Locator, Locator];
    const runs = page.getByRole('button', { name: /^Run of/ });
    for (const range of ['1–50', '51–100', '101–150', '151–200']) {
      await page.getByText(`${range} of ${total}`).waitFor();
      expect(await runs.count()).toBe(50);
      await next.click();
    }
    await page.getByText(`201–230 of ${total}`).waitFor();
    expect(await runs.count()).toBe(30);
    expect(await next.isDisabled()).toBe(true);
    expect(await findAccessibilityViolations(page, 'pages of runs')).toEqual([]);
    await runs.last().click();
    await page.getByRole('dialog', { name: 'Measure' }).waitFor();
    await page.keyboard.press('Escape');
    await previous.click();
    await page.getByText(`151–200 of ${total}`).waitFor();
  });
});

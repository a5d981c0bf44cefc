import type { Page } from 'playwright-core';

/** Records opened from the grid, one after another. */
const OPENED = 12;
/** Keys typed into each text field of the form. */
const SENTENCE = 'A nurse from Mobile asked twice';
/** Moves of the pointer while a field is dragged. */
const MOVES = 60;
/** Positions that the scroll bar is moved to. */
const STOPS = 40;

/** The object that `watch-work.js` adds to every page. */
interface PageBench {
  recordMilliseconds: number | undefined;
  watchRows: () => void;
  readFirstBytes: () => number;
  watchRecord: (name: string) => void;
  watchBlanks: () => void;
  readBlanks: () => number[];
  pullBar: (share: number) => void;
  watchKeys: () => void;
  readKeys: () => number[];
}

declare const musterBench: PageBench;

/**
 * Bytes of gzipped scripts that were requested until the first rows were shown, when `open` navigates to a list; later
 * scripts are not counted.
 */
export async function countUntilRows(page: Page, open: () => Promise<void>): Promise<number> {
  await page.evaluate(() => musterBench.watchRows());
  await open();
  await page.locator('.ag-row .mg-name').first().waitFor();
  return page.evaluate(() => musterBench.readFirstBytes());
}

/** Milliseconds from the click on a row's name until the record's heading and its fields are painted, for several rows in turn. */
export async function timeRecords(page: Page): Promise<readonly number[]> {
  const times: number[] = [];
  for (let at = 0; at < OPENED; at += 1) {
    await page.goto('/app/leads?view=all&size=25');
    const link = page.locator(`.ag-row[row-index="${at}"] .mg-name`);
    await link.waitFor();
    await page.waitForLoadState('networkidle');
    const name = (await link.innerText()).trim();
    await page.evaluate((expected) => musterBench.watchRecord(expected), name);
    await link.click();
    const spent = await page.waitForFunction(() => musterBench.recordMilliseconds);
    times.push((await spent.jsonValue()) ?? 0);
  }
  return times;
}

/**
 * Milliseconds of blank rows while the whole list is scrolled: by the wheel without a pause, then by moving the bar
 * from end to end, to a row after `least`.
 */
export async function timeScrolling(
  page: Page,
  least: number,
): Promise<{ readonly wheel: readonly number[]; readonly bar: readonly number[] }> {
  await page.goto('/app/leads?view=all&size=0');
  await page.locator('.ag-row .mg-name').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.locator('.mg-grid').hover();
  await page.evaluate(() => musterBench.watchBlanks());
  for (let turn = 0; turn < 150; turn += 1) {
    await page.mouse.wheel(0, 340);
    await page.waitForTimeout(50);
  }
  const wheel = await page.evaluate(() => musterBench.readBlanks());
  await page.evaluate(() => musterBench.watchBlanks());
  for (let stop = 1; stop <= STOPS; stop += 1) {
    await page.evaluate((share) => musterBench.pullBar(share), stop / STOPS);
    await page.waitForTimeout(400);
  }
  const bar = await page.evaluate(() => musterBench.readBlanks());
  const last = await page.locator('.ag-row').evaluateAll((found) => Math.max(...found.map((row) => Number(row.getAttribute('row-index')))));
  if (last < least) throw new Error(`the bar was pulled to row ${last} alone`);
  return { wheel, bar };
}

/**
 * Milliseconds from each key to the next frame that shows it, in an open form of 80 fields with the processor throttled
 * by four, as reported by the browser (Event Timing: in steps of 8 ms; durations below 16 count as 16).
 */
export async function timeKeys(page: Page): Promise<readonly number[]> {
  const fields = page.locator('.mv-form-main input[type="text"]:not([readonly], [role="combobox"], [inputmode]), .mv-form-main textarea');
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.evaluate(() => musterBench.watchKeys());
  let typed = 0;
  const count = Math.min(8, await fields.count());
  if (count < 4) throw new Error(`the form shows ${count} text fields alone`);
  for (let at = 0; at < count; at += 1) {
    await fields.nth(at).click();
    for (const key of SENTENCE) {
      await page.keyboard.press(key === ' ' ? 'Space' : key);
      await page.waitForTimeout(60);
      typed += 1;
    }
  }
  await page.waitForTimeout(1000);
  const slow = await page.evaluate(() => musterBench.readKeys());
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return [...slow, ...Array.from({ length: Math.max(0, typed - slow.length) }, () => 16)];
}

/**
 * Milliseconds of work of the page for each move of a field that is dragged over the editor of a layout with 80 fields: handlers, rendering
 * and layout, as the browser counts them.
 */
export async function timeDrag(page: Page): Promise<readonly number[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const readWork = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  const handles = page.locator('[data-canvas] .sl-handle');
  const count = await handles.count();
  if (count < 80) throw new Error(`the editor shows ${count} fields alone`);
  const from = await handles.nth(2).boundingBox();
  if (from === null) throw new Error('the field to drag is not shown');
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 12, y + 12, { steps: 4 });
  await page.locator('.ms-dragged').waitFor();
  const times: number[] = [];
  for (let move = 0; move < MOVES; move += 1) {
    const before = await readWork();
    await page.mouse.move(x + (move % 2) * 300, y + move * 6);
    await page.waitForTimeout(40);
    times.push((await readWork()) - before);
  }
  await page.keyboard.press('Escape');
  await page.mouse.up();
  return times;
}

/** The smallest value that this share of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

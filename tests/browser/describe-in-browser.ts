import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { readService } from '../support/services.ts';
import { openBrowser, openPage, signIn, type PageOptions, type WatchedPage } from './open-browser.ts';
import { startProduct, type RunningProduct } from './start-product.ts';

export interface InBrowser {
  readonly product: () => RunningProduct;
  /** A page of a fresh visitor; closed after the test, which fails if the page complained. */
  readonly visit: (options?: PageOptions) => Promise<WatchedPage>;
  /** The same, signed in as the first admin. */
  readonly enter: (options?: PageOptions) => Promise<WatchedPage>;
}

/**
 * Runs a suite in a real Chromium against the whole product; without `CHROMIUM_PATH` it is left out aloud. A journey that
 * fails is made once more, and the report says so beside its name: it is then to be found out why.
 */
export function describeInBrowser(name: string, suite: (on: InBrowser) => void): void {
  const program = readService('CHROMIUM_PATH', name);
  if (program === undefined) return;
  describe(name, { retry: 1 }, () => {
    let product: RunningProduct | undefined;
    let browser: Browser | undefined;
    let pages: WatchedPage[] = [];
    beforeAll(async () => {
      [product, browser] = await Promise.all([startProduct(), openBrowser(program)]);
    });
    afterEach(async ({ task }) => {
      if (task.result?.state === 'fail') for (const page of pages) await keepPicture(page, task.id);
      const complaints = pages.flatMap((page) => page.complaints);
      await Promise.all(pages.map((page) => page.context().close()));
      pages = [];
      expect(complaints).toEqual([]);
    });
    afterAll(async () => {
      await browser?.close();
      await product?.stop();
    });
    const running = (): RunningProduct => {
      if (product === undefined) throw new Error('The product did not start');
      return product;
    };
    const visit: InBrowser['visit'] = async (options) => {
      if (browser === undefined) throw new Error('The browser did not start');
      const page = await openPage(browser, running().url, options);
      pages.push(page);
      return page;
    };
    const enter: InBrowser['enter'] = async (options) => {
      const page = await visit(options);
      await signIn(page);
      return page;
    };
    suite({ product: running, visit, enter });
  });
}

/** What the page looked like when its test failed. */
async function keepPicture(page: WatchedPage, id: string): Promise<void> {
  const file = path.join(tmpdir(), `muster-browser-${id}.png`);
  await page.screenshot({ path: file });
  console.error(`${page.url()} looked like ${file}`);
}

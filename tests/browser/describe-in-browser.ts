import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject } from 'vitest';
import { isFullRun } from '../support/full-run.ts';
import { readService } from '../support/services.ts';
import { waitUntilResponsive } from '../support/start-server.ts';
import type { UiMode } from './build-ui.ts';
import {
  createPageOpener,
  signInByApi,
  useBrowser,
  type PageOpener,
  type PageOptions,
  type SignedIn,
  type WatchedPage,
} from './open-browser.ts';
import { startProduct, type RunningProduct, type ServedProduct } from './start-product.ts';

export interface BrowserSuiteContext<Product extends ServedProduct = RunningProduct> {
  readonly product: () => Product;
  /** A page of a new visitor; closed after the test, which fails if the page logged errors. */
  readonly visit: (options?: PageOptions) => Promise<WatchedPage>;
  /** The same, signed in as the first admin; it has no address yet. */
  readonly enter: (options?: PageOptions) => Promise<WatchedPage>;
}

export interface BrowserSuiteOptions {
  /** Default: as it is shipped; in a full run, with the React development build. */
  readonly ui?: UiMode;
}

/** Milliseconds per test, on the reference machine. */
const MAX_TEST_TIME = 120_000;

/**
 * Runs a suite in a real Chromium, one per worker, against the whole product; without `CHROMIUM_PATH` it is skipped,
 * and the report says so.
 */
export function describeInBrowser(name: string, suite: (on: BrowserSuiteContext) => void, options: BrowserSuiteOptions = {}): void {
  describeServedProduct(name, startProduct, suite, options);
}

/** The same with a product that `start` starts. */
export function describeServedProduct<Product extends ServedProduct>(
  name: string,
  start: (ui: UiMode) => Promise<Product>,
  suite: (on: BrowserSuiteContext<Product>) => void,
  { ui = isFullRun ? 'development' : 'uncompressed' }: BrowserSuiteOptions = {},
): void {
  const program = readService('CHROMIUM_PATH', name);
  if (program === undefined) return;
  describe(name, { timeout: MAX_TEST_TIME * inject('timeoutFactor') }, () => {
    let product: Product | undefined;
    let opener: PageOpener | undefined;
    let pages: WatchedPage[] = [];
    beforeAll(async () => {
      const [running, browser] = await Promise.all([start(ui), useBrowser(program)]);
      product = running;
      opener = createPageOpener(browser, running.url);
    });
    afterEach(async ({ task }) => {
      if (task.result?.state === 'fail') for (const page of pages) await saveScreenshot(page, task.id);
      const complaints = pages.flatMap((page) => page.consoleErrors);
      await opener?.release(pages);
      pages = [];
      expect(complaints).toEqual([]);
    });
    afterAll(async () => {
      await opener?.close();
      await product?.stop();
    });
    const running = (): Product => {
      if (product === undefined) throw new Error('The product did not start');
      return product;
    };
    const open = async (options?: PageOptions, signedIn?: SignedIn): Promise<WatchedPage> => {
      if (opener === undefined) throw new Error('The browser did not start');
      const page = await opener.open(options, signedIn);
      pages.push(page);
      return page;
    };
    const enter = async (options?: PageOptions): Promise<WatchedPage> => {
      // The product runs in the test process: if that was blocked, for example by a pause of the machine, it rejects requests for a moment.
      await waitUntilResponsive(running().url);
      return open(options, await signInByApi(running().url));
    };
    suite({ product: running, visit: (options) => open(options), enter });
  });
}

/** Saves a screenshot of the page of a failed test. */
async function saveScreenshot(page: WatchedPage, id: string): Promise<void> {
  const file = path.join(tmpdir(), `muster-browser-${id}.png`);
  await page.screenshot({ path: file });
  console.error(`${page.url()} looked like ${file}`);
}

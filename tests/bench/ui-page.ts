import path from 'node:path';
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A visitor with an empty browser cache, and the gzipped JavaScript that they received. */
export interface Visitor {
  readonly page: Page;
  /** Bytes of the bodies of all scripts so far, as transferred. */
  readonly scriptBytes: () => number;
  readonly close: () => Promise<void>;
}

async function countScripts(session: CDPSession): Promise<() => number> {
  const scripts = new Set<string>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type !== 'Script') return;
    const encoding = Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'content-encoding')?.[1] ?? 'none';
    if (encoding === 'br') throw new Error(`${response.url} came as ${encoding}, and gzip is what is measured`);
    scripts.add(requestId);
  });
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  return () => bytes;
}

/** Starts a separate browser for one visitor. */
export async function openVisitor(program: string, url: string): Promise<Visitor> {
  const browser: Browser = await chromium.launch({ executablePath: program, headless: true, args: FLAGS });
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    extraHTTPHeaders: { 'accept-encoding': 'gzip' },
  });
  for (const script of ['watch-first-grid.js', 'watch-work.js'])
    await context.addInitScript({ path: path.join(import.meta.dirname, script) });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const scriptBytes = await countScripts(await context.newCDPSession(page));
  return { page, scriptBytes, close: () => browser.close() };
}

/** Fills in the form and clicks Sign in, after the page has become idle, as it is after a user has typed. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** Waits for the first usable grid, verifies it by opening a lead, and returns the milliseconds since the click on Sign in. */
export async function readFirstGrid(page: Page): Promise<number> {
  const spent = await page.waitForFunction(() => (globalThis as { firstGridMilliseconds?: number }).firstGridMilliseconds);
  const link = page.locator('.ag-row .mg-name').first();
  const name = (await link.innerText()).trim();
  await link.click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  return (await spent.jsonValue()) ?? 0;
}

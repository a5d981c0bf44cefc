import { chromium, type Browser, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { ADMIN } from './start-product.ts';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** Starts a real Chromium with a profile of its own. */
export function openBrowser(program: string): Promise<Browser> {
  return chromium.launch({ executablePath: program, headless: true, args: FLAGS });
}

/** A page with what its console complained of. */
export type WatchedPage = Page & { readonly complaints: readonly string[] };

export interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: 'light' | 'dark';
  /** A phone in the hand: fingers in place of a pointer. */
  readonly touch?: boolean;
  /** IANA name of the zone in which the visitor's clock stands. */
  readonly zone?: string;
}

/** A page of a fresh visitor; what its console complains of and what it throws is kept. */
export async function openPage(browser: Browser, url: string, { width = 1440, height = 900, scheme = 'light', touch = false, zone = 'America/New_York' }: PageOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ baseURL: url, viewport: { width, height }, hasTouch: touch, isMobile: touch, reducedMotion: 'reduce', locale: 'en-US', timezoneId: zone });
  // A frame that shows a PDF has no storage.
  await context.addInitScript((theme) => { if (window.top === window) localStorage.setItem('theme', localStorage.getItem('theme') ?? theme); }, scheme);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000 * inject('stretch'));
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`thrown: ${error.message}`));
  page.on('console', (message) => {
    // A refused call is logged by the browser itself; the journeys bring some about.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) complaints.push(message.text());
  });
  return Object.assign(page, { complaints });
}

/** Opens the page to sign in, signs in by its form and waits for the first page. */
export async function signIn(page: Page, email: string = ADMIN.email, password: string = ADMIN.password): Promise<void> {
  await page.goto('/login');
  await signInHere(page, email, password);
}

/** Signs in by the form that is open, and waits for the page that follows. */
export async function signInHere(page: Page, email: string = ADMIN.email, password: string = ADMIN.password): Promise<void> {
  await page.getByRole('textbox', { name: /e-?mail/i }).fill(email);
  await page.getByLabel(/^password/i).first().fill(password);
  await page.getByRole('button', { name: /^sign in/i }).click();
  await page.waitForURL(/\/app\//);
}

import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { createApiClient } from '../support/api-client.ts';
import { ADMIN } from './start-product.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

let browser: Promise<Browser> | undefined;

/**
 * A real Chromium with its own profile: one for all files of a worker, closed with it. If Debian's
 * `chromium-headless-shell` is installed next to `program`, it is used: the same engine for half the processor time.
 */
export async function useBrowser(program: string): Promise<Browser> {
  // A crashed browser must not fail the next file.
  if (browser !== undefined && !(await browser).isConnected()) browser = undefined;
  const shell = path.join(path.dirname(program), 'chromium-headless-shell');
  return (browser ??= openBrowser(existsSync(shell) ? shell : program));
}

/** Starts a Chromium that its caller closes: the full browser, which also shows PDF files. */
export function openBrowser(program: string): Promise<Browser> {
  return chromium.launch({ executablePath: program, headless: true, args: FLAGS });
}

/** A session as the browser stores it. */
export interface SignedIn {
  readonly token: string;
  readonly cookie: { readonly name: string; readonly value: string; readonly path: string };
}

/** Signs in without a page. Each page needs its own session: a refresh token that is used twice ends it. */
export async function signInByApi(url: string, email: string = ADMIN.email, password: string = ADMIN.password): Promise<SignedIn> {
  const { status, body, headers } = await createApiClient(url, undefined).post('/api/users/login', { email, password });
  const [, name = '', value = '', cookiePath = '/'] = /^([^=]+)=([^;]*);.*?Path=([^;]*)/i.exec(headers.get('set-cookie') ?? '') ?? [];
  if (status !== 200 || name === '') throw new Error(`Sign-in of ${email} returned ${status}`);
  return { token: String(body.token), cookie: { name, value, path: cookiePath } };
}

/** A page with the errors of its console. */
export type WatchedPage = Page & { readonly consoleErrors: readonly string[] };

export interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: 'light' | 'dark';
  /** A phone with touch input instead of a pointer. */
  readonly touch?: boolean;
  /** IANA name of the visitor's time zone. */
  readonly zone?: string;
}

/** Opens pages of separate visitors at one address. */
export interface PageOpener {
  /** A page of a new visitor or of a signed-in user; console errors and exceptions are recorded. */
  open(options?: PageOptions, signedIn?: SignedIn): Promise<WatchedPage>;
  /** Closes these pages. Their contexts are used again, because the application is in their cache. */
  release(pages: readonly WatchedPage[]): Promise<void>;
  close(): Promise<void>;
}

export function createPageOpener(browser: Browser, url: string): PageOpener {
  const idle = new Map<string, BrowserContext[]>();
  const keys = new Map<BrowserContext, string>();

  const openContext = async (
    key: string,
    { scheme = 'light', touch = false, zone = 'America/New_York' }: PageOptions,
  ): Promise<BrowserContext> => {
    const context = await browser.newContext({
      baseURL: url,
      hasTouch: touch,
      isMobile: touch,
      reducedMotion: 'reduce',
      locale: 'en-US',
      timezoneId: zone,
    });
    // A frame that shows a PDF has no storage.
    await context.addInitScript((theme) => {
      if (window.top === window) localStorage.setItem('theme', localStorage.getItem('theme') ?? theme);
    }, scheme);
    keys.set(context, key);
    return context;
  };

  return {
    async open(options = {}, signedIn) {
      const { width = 1440, height = 900, scheme, touch, zone } = options;
      const key = JSON.stringify([scheme, touch, zone]);
      const used = idle.get(key)?.pop();
      const page = await (used ?? (await openContext(key, options))).newPage();
      await page.setViewportSize({ width, height });
      if (used !== undefined) await clearStorage(page, new URL(url).origin);
      page.setDefaultTimeout(15_000 * inject('timeoutFactor'));
      if (signedIn !== undefined) await storeSession(page, url, signedIn);
      const consoleErrors: string[] = [];
      page.on('pageerror', (error) => consoleErrors.push(`thrown: ${error.message}`));
      page.on('console', (message) => {
        // The browser logs rejected requests by itself; some journeys cause them.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) consoleErrors.push(message.text());
      });
      return Object.assign(page, { consoleErrors });
    },
    async release(pages) {
      for (const context of new Set(pages.map((page) => page.context()))) {
        await Promise.all([
          ...context.pages().map((page) => page.close()),
          context.clearCookies(),
          context.clearPermissions(),
          context.unrouteAll(),
          context.setOffline(false),
        ]);
        const key = keys.get(context) ?? '';
        idle.set(key, [...(idle.get(key) ?? []), context]);
      }
    },
    close: async () => void (await Promise.all([...keys.keys()].map((context) => context.close()))),
  };
}

/** Signs in a page before it is loaded, as for a returning visitor. */
async function storeSession(page: Page, url: string, { token, cookie }: SignedIn): Promise<void> {
  await page.context().addCookies([{ ...cookie, domain: new URL(url).hostname, httpOnly: true, secure: false, sameSite: 'Strict' }]);
  await page.goto('/api/health', { waitUntil: 'commit' });
  await page.evaluate((text) => localStorage.setItem('jwt_token', text), token);
}

/** Clears the storage of earlier pages of the context, except the cache. */
async function clearStorage(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb,cache_storage,service_workers' });
  await session.detach();
}

/** Signs in with the form and waits for the first page, which is in the staff area. */
export async function signIn(page: Page, email: string = ADMIN.email, password: string = ADMIN.password): Promise<void> {
  await sendSignIn(page, email, password);
  await page.waitForURL(/\/app\//);
}

/** Signs in with the form; the first page depends on the user. */
export async function sendSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByRole('textbox', { name: /e-?mail/i }).fill(email);
  await page
    .getByLabel(/^password/i)
    .first()
    .fill(password);
  await page.getByRole('button', { name: /^sign in/i }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

/**
 * Ends the session: the token and its refresh are rejected from now on. Holds the lock of token renewals meanwhile, so that one that has
 * begun cannot begin a new session afterwards.
 */
export async function endSession(page: Page): Promise<void> {
  const lock = await page.evaluateHandle(
    () =>
      new Promise<{ readonly release: () => void }>((acquired) => {
        void navigator.locks.request('muster-refresh', () => new Promise<void>((release) => acquired({ release })));
      }),
  );
  await page.context().clearCookies();
  await lock.evaluate(({ release }) => {
    localStorage.setItem('jwt_token', `${localStorage.getItem('jwt_token')}x`);
    release();
  });
}

/** Waits for the message that the session ended, and signs in again on a reloaded page. */
export async function signInAgain(page: Page): Promise<void> {
  await page.getByText('Your session has expired', { exact: true }).last().waitFor();
  await page.getByRole('button', { name: 'Logged Out' }).click();
  await page.waitForURL('**/login');
  await signIn(page);
}

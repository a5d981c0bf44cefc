// `npm run screenshots`: starts the built product with the demo data on a new data folder, and takes the pictures of the
// README into runtime-ui/screenshots. Needs CHROMIUM_PATH.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { startProduct } from '../bench/servers.ts';

const FOLDER = 'runtime-ui/screenshots';
const PORT = 3905;
const ADMIN = { email: 'admin@muster.example', password: 'Screenshots-1!' } as const;
const SIZE = { width: 1280, height: 720 } as const;

const PICTURES: readonly { readonly name: string; readonly url: string; readonly ready: string; readonly scheme: 'light' | 'dark' }[] = [
  { name: 'leads', url: '/app/leads?view=all&size=25', ready: '.ag-row', scheme: 'light' },
  { name: 'board', url: '/app/subs?viewType=board:status', ready: '[data-card]', scheme: 'light' },
];

async function signIn(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(ADMIN.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

async function takeAll(program: string, url: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: program, headless: true, args: ['--no-sandbox'] });
  try {
    const context = await browser.newContext({ baseURL: url, viewport: SIZE, locale: 'en-US', timezoneId: 'America/New_York' });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await signIn(page);
    for (const { name, url: place, ready, scheme } of PICTURES) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await page.goto(place);
      await page.locator(ready).first().waitFor();
      await page.waitForLoadState('networkidle');
      const file = path.join(FOLDER, `${name}.png`);
      await page.screenshot({ path: file });
      process.stdout.write(`wrote ${file}\n`);
    }
  } finally {
    await browser.close();
  }
}

const program = process.env['CHROMIUM_PATH'];
if (program === undefined) throw new Error('CHROMIUM_PATH is not set: it is the path of a Chromium.');
mkdirSync(FOLDER, { recursive: true });
const data = mkdtempSync(path.join(tmpdir(), 'muster-screenshots-'));
const product = await startProduct(PORT, {
  MONGODB_URL: undefined,
  MUSTER_DATA_DIR: data,
  MUSTER_SEED: 'demo',
  MUSTER_ADMIN_EMAIL: ADMIN.email,
  MUSTER_ADMIN_PASSWORD: ADMIN.password,
});
try {
  await takeAll(program, product.url);
} finally {
  await product.stop();
  rmSync(data, { recursive: true, force: true });
}

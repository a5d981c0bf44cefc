import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { JsonObject } from '#engine/model/values';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { findAccessibilityViolations } from './accessibility-checks.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { endSession, signIn, signInAgain } from './open-browser.ts';
import { readBrowserStorage } from './read-browser-storage.ts';
import { registerUser, signInAs } from './register-user.ts';
import { ADMIN } from './start-product.ts';

const fits = async (page: Page): Promise<void> =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);

/** Routes of the visited pages, latest first, as this browser stores them: a page counts after it was open for a second. */
function readVisited(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('.visited')) ?? '';
    return (JSON.parse(localStorage.getItem(key) ?? '[]') as { route: string }[]).map(({ route }) => route.split('?')[0] ?? '');
  });
}

describeInBrowser('The shell', ({ product, visit, enter }) => {
  it('goes back through /app/load, lists visited pages after a second, and omits administration', async () => {
    const page = await enter();
    const loads: string[] = [];
    page.on('framenavigated', (frame) => loads.push(new URL(frame.url()).pathname));
    await page.goto('/app/dashboard');
    for (const path of ['leads', 'accounts']) {
      await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: path, exact: false }).first().click();
      await page.waitForURL(`**/app/${path}`);
      await expect.poll(async () => (await readVisited(page))[0]).toBe(`/app/${path}`);
    }
    await page.goto('/admin');
    await page.getByRole('heading', { name: 'Administration', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Go back' }).click();
    await page.waitForURL('**/app/accounts');
    await page.getByRole('button', { name: 'Go back' }).click();
    await page.waitForURL('**/app/leads');
    expect(loads.filter((path) => path === '/app/load')).toHaveLength(2);
    await expect.poll(async () => (await readVisited(page)).slice(0, 2)).toEqual(['/app/leads', '/app/accounts']);
    await page.getByRole('heading', { name: 'Nothing in Follow up' }).waitFor();
    await page.getByRole('button', { name: 'Visited pages' }).click();
    const visited = page.getByRole('menu', { name: 'Visited pages' }).getByRole('menuitem');
    await visited.first().waitFor();
    const texts = await visited.allInnerTexts();
    // Latest first, each page once, without administration.
    expect(texts.map((text) => text.split('\n')[0]).slice(0, 2)).toEqual(['Leads', 'Accounts']);
    expect(texts.join('|')).not.toMatch(/Administration/);
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: /^All leads/ }).click();
    await page.getByRole('link', { name: 'Nina Abbott' }).click();
    await page.getByRole('heading', { name: 'Nina Abbott', level: 1 }).waitFor();
    // The menu grows while it is open: the page counts after a second.
    await page.getByRole('button', { name: 'Visited pages' }).click();
    await page.getByRole('menuitem', { name: /^Nina Abbott/ }).waitFor();
    expect((await readVisited(page))[0]).toMatch(/^\/app\/leads\/./);
  });

  it('goes back twice when Back is clicked again before the first page is rendered', async () => {
    const page = await enter();
    for (const path of ['/app/jobs', '/app/leads', '/app/accounts']) {
      await page.goto(path);
      await expect.poll(async () => (await readVisited(page))[0]).toBe(path);
    }
    await page.getByRole('button', { name: 'Go back' }).evaluate((button: HTMLElement) => {
      const replace = history.replaceState.bind(history);
      history.replaceState = (state, unused, url) => {
        replace(state, unused, url);
        if (!String(url).endsWith('/app/leads')) return;
        history.replaceState = replace;
        queueMicrotask(() => button.click());
      };
      button.click();
    });
    await page.waitForURL('**/app/jobs');
    await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
  });

  it('rings the bell of a user to whom another assigns a record; opening it marks it as read in every tab', async () => {
    const { email, userId } = await registerUser(product(), 'Standard', ['role_recruiter'], 'bell');
    const [page, other] = [await visit(), await visit()];
    for (const tab of [page, other]) {
      await signInAs(tab, email);
      await tab.goto('/app/leads');
      await tab.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
    }
    const { records, outbox } = product().application;
    const find = async (module: string, filter: JsonObject) => (await records.find(SYSTEM_ACTOR, { module, filter, limit: 1 })).data[0];
    const [lead, admin] = [await find('leads', { name: 'Nina Abbott' }), await find('users', { email: ADMIN.email })];
    const actor = { kind: 'user', userId: admin?._id ?? '' } as const;
    await records.update(actor, { module: 'leads', id: lead?._id ?? '', fields: { assigned_to: userId } });
    await outbox.drain();
    const bell = page.getByRole('button', { name: /^Notifications/ });
    const isUnread = (tab: Page) => tab.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor();
    const isRead = (tab: Page) => tab.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
    await Promise.all([isUnread(page), isUnread(other)]);
    await bell.focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Notifications' });
    const sentence = panel.getByRole('link', { name: /assigned you the lead Nina Abbott$/ });
    await sentence.waitFor();
    expect(await findAccessibilityViolations(page, 'the bell')).toEqual([]);
    await panel.getByRole('button', { name: 'Mark as read' }).click();
    await Promise.all([isRead(page), isRead(other)]);
    await panel.getByRole('button', { name: 'Mark as unread' }).click();
    await Promise.all([isUnread(page), isUnread(other)]);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    expect(await bell.evaluate((button) => button === document.activeElement)).toBe(true);
    await bell.click();
    await sentence.click();
    await page.getByRole('heading', { name: 'Nina Abbott', level: 1 }).waitFor();
    await panel.waitFor({ state: 'hidden' });
    await Promise.all([isRead(page), isRead(other)]);
    await page.setViewportSize({ width: 375, height: 812 });
    await page.goto('/app/leads');
    await bell.click();
    await sentence.waitFor();
    await fits(page);
    await panel.getByRole('button', { name: 'Mark all as read' }).waitFor();
  });

  it('guards every area, and says of pages that do not exist that they do not', async () => {
    const page = await enter();
    const emailOf = async (userType: string): Promise<string> => (await registerUser(product(), userType, [])).email;
    const emails = { Standard: await emailOf('Standard'), Dashboard: await emailOf('Dashboard'), Provider: await emailOf('Provider') };
    for (const path of ['/admin/nonsense', '/app/nonsense', '/nonsense', '/store/anything', '/esign/x']) {
      await page.goto(path);
      await page.getByText('This page does not exist').waitFor();
    }
    await page.goto('/admin/user-management');
    await page.waitForURL('**/admin/users');
    await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor();
    await page.goto('/admin/kpi-settings');
    await page.waitForURL('**/admin/settings/kpi-settings');
    // Signed in already: the base route of the user type.
    await page.goto('/login');
    await page.waitForURL('**/admin');
    const journeys = [
      ['Standard', '/app/dashboard', '/admin', '/app/dashboard', '/app/dashboard'],
      ['Dashboard', '/dashboard', '/admin', '/dashboard', '/dashboard'],
      ['Provider', '/provider/credentialing', '/app/leads', '/provider/dashboard', '/provider/dashboard'],
    ] as const;
    for (const [type, first, refused, home, base] of journeys) {
      const other = await visit();
      await signInAs(other, emails[type]);
      await other.waitForURL(`**${first}`);
      await other.goto(refused);
      await other.waitForURL(`**${home}`);
      await other.goto('/login');
      await other.waitForURL(`**${base}`);
    }
    // An admin acts as each of them, on their first page, and comes back.
    for (const [type, , , home] of journeys) {
      await page.goto('/admin/users?words=Terry');
      // Other tests register users of the same name.
      await page
        .getByRole('row')
        .filter({ hasText: emails[type] })
        .getByRole('link', { name: `Terry ${type}` })
        .click();
      await page.getByRole('button', { name: 'Act as this user' }).click();
      await page.waitForURL(`**${home}`);
      const bar = page.getByRole('region', { name: 'Acting as another user' });
      await bar.getByText(`acting as Terry ${type}.`).waitFor();
      if (type === 'Standard') {
        expect(await findAccessibilityViolations(page, 'acting as another user')).toEqual([]);
        await page.setViewportSize({ width: 375, height: 812 });
        await fits(page);
        await page.setViewportSize({ width: 1440, height: 900 });
      }
      await bar.getByRole('button', { name: 'Stop impersonating' }).click();
      await page.waitForURL('**/admin');
      await page.getByRole('heading', { name: 'Administration', level: 1 }).waitFor();
      expect(await bar.count()).toBe(0);
    }
    const { leadId } = await page.evaluate(async () => {
      const response = await fetch('/api/leads/search', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('jwt_token')}` },
        body: '{"pageSize":1}',
      });
      return { leadId: ((await response.json()) as { data: { _id: string }[] }).data[0]?._id ?? '' };
    });
    for (const [link, route] of [
      [`/app/module/leads/${leadId}`, `/app/leads/${leadId}`],
      [`/app/users/${product().data.userId}`, `/app/users/${product().data.userId}`],
      ['/app/contacts', '/app/module/contacts'],
      ['/app/templates', '/app/campaigns/templates'],
      ['/app/module/templates/new', '/app/campaigns/templates/new'],
      ['/app/campaigns', '/app/module/campaigns'],
      ['/app/messages/detail/1', '/app/messages/detail/1'],
    ] as const) {
      await page.goto(link);
      await page.waitForURL(`**${route}`);
    }
  });

  it('offers actions of the page, destinations, records and themes with Ctrl K; single-key shortcuts can be switched off', async () => {
    const page = await enter();
    await page.goto('/app/leads?view=all');
    await page.getByRole('link', { name: 'Nina Abbott' }).waitFor();
    const option = (name: string | RegExp) => page.getByRole('option', { name });
    await page.keyboard.press('Control+k');
    await option(/^New record/).waitFor();
    await option(/^Filter/).waitFor();
    // Nothing is selected: Enter must not run the first item.
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).pathname).toBe('/app/leads');
    await page.keyboard.type('theme candy');
    await option('Theme: Candy').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'candy');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('pay cal');
    await option('Pay Raise Calculator').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Pay Raise Calculator', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Nina Ibarra');
    await option('Nina Ibarra').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Nina Ibarra', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('delete');
    await option(/^Delete/).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: /Delete/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await keys.getByText('Change the status').waitFor();
    await keys.getByRole('switch').uncheck({ force: true });
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'hidden' });
    await page.keyboard.press('?');
    await page.keyboard.press('e');
    // Followed by a shortcut that still works.
    await page.keyboard.press('Control+k');
    await page.getByRole('option').first().waitFor();
    expect([await keys.count(), new URL(page.url()).pathname.endsWith('/edit')]).toEqual([0, false]);
  });

  it('converts pay without a session and in the app, also at 375 px', async () => {
    const page = await visit({ width: 375, height: 812 });
    await page.goto('/test');
    const cells = (name: string) =>
      page
        .getByRole('row', { name: new RegExp(`^${name}`) })
        .getByRole('cell')
        .allInnerTexts();
    await page.getByRole('button', { name: 'Calculate' }).waitFor();
    expect(await cells('Hourly')).toEqual(['42.00', '45.00', '3.00']);
    await fits(page);
    await page.getByLabel('Current Pay Rate').fill('21.375');
    await page.getByLabel('Pay Period').selectOption({ label: 'Hourly' });
    await page.getByLabel('Weekly Hours').fill('37.5');
    await page.getByLabel('Pay Raise').fill('1.125');
    await page.getByRole('button', { name: 'Calculate' }).click();
    expect(await cells('Annually')).toEqual(['41,681.25', '43,875.00', '2,193.75']);
    expect(await cells('Percentage Raise')).toEqual(['5.26%']);
    await fits(page);
    await signIn(page);
    await page.goto('/app/pay-calculator');
    await page.getByRole('heading', { name: 'Pay Raise Calculator', level: 1 }).waitFor();
    expect(await page.title()).toBe('Pay Raise Calculator · Muster');
    expect(await cells('Annually')).toEqual(['87,360.00', '93,600.00', '6,240.00']);
    await fits(page);
  });

  it('shows the code of a mail account, and copies it', async () => {
    const page = await visit();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    for (const path of ['/auth-code', '/gmail-callback']) {
      await page.goto(`${path}?code=4%2F0Ab%3Cx%3E`);
      await page.getByText('Please paste this code in your gmail account confirmation input:').waitFor();
      await page.getByRole('button', { name: 'Copy to Clipboard' }).click();
      await page.getByText('Authentication Code Copied to Clipboard').waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('4/0Ab<x>');
    }
  });

  it('shows the branding for the host, the path or the stored page', async () => {
    const page = await visit();
    await page.goto('/provider/dashboard');
    await page.waitForURL('**/login');
    await page.getByText('Muster for providers').first().waitFor();
    const other = await visit();
    await other.goto('/login');
    await other.getByText('Muster', { exact: true }).first().waitFor();
    expect(await other.getByText('Muster for providers').count()).toBe(0);
  });
});

describeInBrowser('A session that ends', ({ visit, enter }) => {
  it('after inactivity shows a warning; yes continues, no answer signs out and shows why', async () => {
    const page = await visit();
    await page.clock.install();
    await signIn(page);
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    // The inactivity timer has started.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('muster-activity'))).not.toBeNull();
    await page.clock.runFor(1_801_000);
    const dialog = page.getByRole('dialog', { name: 'Are you still there?' });
    await dialog.waitFor();
    await dialog.getByRole('button', { name: 'Yes' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.clock.runFor(1_801_000);
    await dialog.waitFor();
    await page.clock.runFor(31_000);
    await page.waitForURL('**/logout');
    await page.getByText('You have been logged out.').waitFor();
    await page.getByText('You have been logged out due to inactivity.').waitFor();
  });

  it('while a user types keeps the typed text, and restores it after sign-in', async () => {
    const page = await enter();
    await page.goto('/app/leads/new');
    await page.getByLabel('First name').fill('Typed');
    await page.getByLabel('Last name').fill('Before-The-End');
    await expect.poll(() => readBrowserStorage(page)).toContain('Before-The-End');
    await endSession(page);
    await page.getByRole('button', { name: /^Save/ }).last().click();
    await signInAgain(page);
    await page.waitForURL('**/app/leads/new');
    await page.getByText(/was stored on this device/).waitFor();
    expect(await page.getByLabel('Last name').inputValue()).toBe('Before-The-End');
    await page.getByRole('button', { name: /^Save/ }).last().click();
    await page.getByRole('heading', { name: 'Typed Before-The-End', level: 1 }).waitFor();
    await page.goto('/app/leads/new');
    await page.getByLabel('First name').waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('');
  });

  it('keeps a save whose response was lost: stored over a reload, retried by choice, created once', async () => {
    const page = await enter();
    await page.goto('/app/leads/new');
    await page.getByLabel('First name').fill('Once');
    await page.getByLabel('Last name').fill('And-Only-Once');
    let keys: string[] = [];
    await page.route('**/api/leads', async (route) => {
      keys = [...keys, route.request().headers()['idempotency-key'] ?? ''];
      // The request reaches the server, and the connection breaks before the response.
      if (keys.length === 1) await route.fetch();
      await (keys.length <= 2 ? route.abort('connectionreset') : route.continue());
    });
    await page.getByRole('button', { name: /^Save/ }).last().click();
    await page.getByText('The server cannot be reached. What you typed is stored on this device.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await expect.poll(() => keys.length).toBe(2);
    await page.getByText('The server cannot be reached. What you typed is stored on this device.').waitFor();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText(/was not confirmed/).waitFor();
    expect(await page.getByLabel('Last name').inputValue()).toBe('And-Only-Once');
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.getByRole('heading', { name: 'Once And-Only-Once', level: 1 }).waitFor();
    expect(new Set(keys).size).toBe(1);
    const total = await page.evaluate(async () => {
      const response = await fetch('/api/leads/search', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('jwt_token')}` },
        body: JSON.stringify({ searchTerms: { last_name: 'And-Only-Once' } }),
      });
      return ((await response.json()) as { total: number }).total;
    });
    expect(total).toBe(1);
  });
});

import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser } from './describe-in-browser.ts';
import { signIn, type PageOptions } from './open-browser.ts';

const LOOKS: readonly Required<PageOptions>[] = (['light', 'dark'] as const).flatMap((scheme) => [{ width: 1440, height: 900, scheme }, { width: 375, height: 812, scheme }]);

/** What axe calls serious or critical, and what lies outside of all landmarks, one line a finding. */
async function findSerious(page: Page, screen: string): Promise<string[]> {
  // Half-way through a transition colours are not those that stay.
  await page.waitForTimeout(300);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || id === 'region');
  return serious.flatMap(({ id, nodes }) => nodes.slice(0, 3).map((node) => `${screen}: ${id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`));
}

describeInBrowser('Screens, as axe finds them,', ({ product, visit }) => {
  for (const look of LOOKS) {
    it(`are free of serious findings at ${look.width} px, ${look.scheme}`, async () => {
      const page = await visit(look);
      const found: string[] = [];
      const inspect = async (screen: string, ready: () => Promise<unknown>): Promise<void> => {
        await ready();
        found.push(...(await findSerious(page, screen)));
      };
      await page.goto('/login');
      await inspect('sign in', () => page.getByRole('button', { name: /^sign in/i }).waitFor());
      await page.goto('/forgot-password');
      await inspect('forgot password', () => page.getByRole('heading').first().waitFor());
      await signIn(page);
      await inspect('home', () => page.getByRole('heading', { name: 'Home', level: 1 }).waitFor());
      await page.goto('/app/leads');
      await inspect('list', () => page.getByText('Nina Abbott').first().waitFor());
      if (look.width > 680) {
        await page.getByRole('button', { name: 'System Admin' }).click();
        await inspect('account menu', () => page.getByRole('menuitem', { name: 'Sign out' }).waitFor());
        await page.keyboard.press('Escape');
        await page.keyboard.press('Control+k');
        await page.keyboard.type('Abbott');
        await inspect('search', () => page.getByRole('option', { name: 'Nina Abbott' }).waitFor());
        await page.keyboard.press('Escape');
      }
      await page.getByText('Nina Abbott').first().click();
      await inspect('record', () => page.getByRole('heading', { name: 'Nina Abbott', level: 1 }).waitFor());
      // Lists of other modules are the same components: once at each width will do.
      for (const module of look.scheme === 'light' ? ['ptoRequests', 'users', 'module/roles'] : []) {
        await page.goto(`/app/${module}`);
        await inspect(module, () => page.waitForLoadState('networkidle'));
      }
      await page.goto(`/app/ptoRequests/${product().data.ptoRequestId}/edit`);
      await inspect('edit', () => page.getByLabel('Hours requested').waitFor());
      await page.goto('/app/leads/new');
      await page.getByLabel('First name').fill('Axel');
      await page.getByRole('textbox', { name: 'E-mail addresses, E-mail 1' }).fill('not an address');
      await page.getByRole('button', { name: /^Save/ }).last().click();
      await inspect('form with problems', () => page.locator('[aria-invalid=true]').first().waitFor());
      await page.getByLabel('Last name').fill('Axe');
      await page.getByRole('textbox', { name: 'E-mail addresses, E-mail 1' }).fill('m.oyelaran@example.com');
      await page.getByRole('button', { name: /^Save/ }).last().click();
      await inspect('duplicate dialog', () => page.getByRole('dialog', { name: 'Duplicate Leads Detected' }).waitFor());
      await page.getByRole('button', { name: 'Review and Merge' }).click();
      await inspect('merge dialog', () => page.getByRole('table', { name: 'Leads side by side' }).waitFor());
      expect(found).toEqual([]);
    }, 240_000);
  }
});

import { expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { expectFocus, press, tabTo } from './keyboard-focus.ts';

describeInBrowser('With the keyboard alone', ({ product, enter }) => {
  it('an admin reads what switching a plugin off changes, and invites a user', async () => {
    const page = await enter();
    await page.goto('/admin/plugins');
    const isOn = page.getByRole('switch', { name: 'Pay calculator is on' });
    await isOn.waitFor();
    await tabTo(page, /^Pay calculator is on$/, 200);
    await press(page, 'Space');
    await page.getByRole('dialog', { name: 'Switch Pay calculator off?' }).waitFor();
    await press(page, 'Escape');
    await expectFocus(page, 'Pay calculator is on');
    expect(await isOn.isChecked()).toBe(true);

    await page.goto('/admin/users');
    await page.getByRole('table', { name: 'Users' }).waitFor();
    await tabTo(page, /^Add user$/, 100);
    await press(page, 'Enter');
    await page.getByRole('menuitem', { name: 'Invite by e-mail' }).and(page.locator(':focus')).waitFor();
    await press(page, 'Enter');
    const dialog = page.getByRole('dialog', { name: 'Invite by e-mail' });
    await dialog.getByRole('textbox', { name: 'First name' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Kim');
    await press(page, 'Tab');
    await page.keyboard.type('Keys');
    await press(page, 'Tab');
    await page.keyboard.type('kim.keys@muster.test');
    await tabTo(page, /^Send invite$/);
    await press(page, 'Enter');
    await page.getByRole('heading', { level: 1, name: 'Kim Keys' }).waitFor();
    const { total } = await product().application.records.find(SYSTEM_ACTOR, {
      module: 'users',
      filter: { email: 'kim.keys@muster.test' },
      limit: 1,
    });
    expect(total).toBe(1);
  });

  it('an admin builds a module in the studio, moves a field of its form, reviews and publishes it', async () => {
    const page = await enter();
    await page.goto('/admin/studio/modules');
    await page.getByRole('link', { name: 'New module' }).waitFor();
    await tabTo(page, /^New module$/, 100);
    await press(page, 'Enter');
    const label = page.getByRole('textbox', { name: 'Label', exact: true });
    await label.waitFor();
    if (!(await label.evaluate((input) => input === document.activeElement))) await tabTo(page, /^Label/, 100);
    await page.keyboard.type('Key loans');
    await tabTo(page, /^Label of field 1/, 100);
    await page.keyboard.type('Lent key');
    await tabTo(page, /^Create module$/, 100);
    await press(page, 'Enter');
    await page.getByRole('table', { name: 'Fields' }).waitFor();
    // The module, and its entry in the menu.
    await page.getByText('2 changes · Saved').waitFor();

    await tabTo(page, /^Fields/, 100);
    await press(page, 'ArrowRight', 'ArrowRight');
    await expectFocus(page, /^Layouts/);
    // Until then Tab would reach the panel of the tab before.
    await page.getByRole('link', { name: 'Edit', exact: true }).waitFor();
    await tabTo(page, /^Edit$/, 100);
    await press(page, 'Enter');
    const canvas = page.locator('[data-canvas]');
    const names = () =>
      canvas.locator('[data-frame^="field:"]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
    await canvas.getByRole('button', { name: 'Lent key', exact: true }).waitFor();
    const before = await names();
    const at = before.indexOf('Lent key');
    // One stop for all elements; arrows move between them.
    await tabTo(page, /^Section /, 200);
    for (let steps = 0; steps < 60; steps += 1) {
      if ((await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))) === 'Lent key') break;
      await press(page, 'ArrowDown');
    }
    await expectFocus(page, 'Lent key');
    await press(page, 'Space', at === 0 ? 'ArrowDown' : 'ArrowUp', 'Space');
    await expect.poll(async () => (await names()).indexOf('Lent key')).not.toBe(at);
    await expectFocus(page, 'Lent key');

    await page.getByText('3 changes · Saved').waitFor();
    await tabTo(page, /^Review$/, 200);
    await press(page, 'Enter');
    await page.getByText(/^Publishing /u).waitFor();
    await tabTo(page, /^Publish$/, 200);
    await press(page, 'Enter');
    await page.getByText(/is published\. Everyone works with it now\.$/u).waitFor();
    expect([...product().application.registry.definitions().module.values()].map(({ name }) => name)).toContain('keyLoans');
  });
});

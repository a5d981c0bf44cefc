import { expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { addDays } from '#engine/model/field-types';
import { zoneClock } from '#engine/model/time';
import { inspectorOf, findContrastViolations, switchTheme } from './accessibility-checks.ts';
import { boardOf, carry, centreOf, column, linkIn } from './board-page.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { makeRecord, makeSubs as makeSubsIn } from './make-subs.ts';
import { TESTED_THEMES } from './tested-themes.ts';

describeInBrowser('A board', ({ product, enter }) => {
  const makeSubs = (word: string, statuses: readonly string[]) => makeSubsIn(product().application, word, statuses);
  const statusOf = async (id: string) => (await product().application.records.get(SYSTEM_ACTOR, { module: 'subs', id })).status;

  it('is usable with the keyboard alone: cards are focused, picked up, moved, put back and dropped', async () => {
    const [first = '', second = ''] = await makeSubs('Keyed', ['New', 'New', 'Submitted']);
    const page = await enter();
    await page.goto(boardOf('Keyed'));
    await linkIn(column(page, 'New'), 'Keyed 1').focus();
    await page.keyboard.press('ArrowDown');
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    expect(await focused()).toBe('Keyed 2');
    await page.keyboard.press('Space');
    await page.getByRole('status').getByText('Keyed 2 picked up').waitFor();
    await page.keyboard.press('ArrowRight');
    await column(page, 'Submitted').getByRole('button', { name: 'Keyed 2' }).waitFor();
    await page.keyboard.press('Escape');
    await linkIn(column(page, 'New'), 'Keyed 2').waitFor();
    await expect.poll(focused).toBe('Keyed 2');
    expect(await statusOf(second)).toBe('New');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await column(page, 'Submitted').getByRole('button', { name: 'Keyed 2' }).waitFor();
    await page.keyboard.press('Space');
    await linkIn(column(page, 'Submitted 2'), 'Keyed 2').waitFor();
    await expect.poll(focused).toBe('Keyed 2');
    expect([await statusOf(first), await statusOf(second)]).toEqual(['New', 'Submitted']);
    await page.keyboard.press('Control+z');
    await linkIn(column(page, 'New 2'), 'Keyed 2').waitFor();
  });

  it('marks the dates of today in the zone of the reader, and after midnight those of the next day', async () => {
    const zone = 'Pacific/Auckland';
    const today = zoneClock(zone).dayOf(Date.now());
    for (const days of [0, 1])
      await makeRecord(product().application, 'tasks', { subject: `Dated ${days}`, status: 'Open', due_date: addDays(today, days) });
    const page = await enter({ zone });
    await page.clock.install();
    await page.goto('/app/tasks?viewType=board:status&q=Dated');
    const marked = () =>
      page
        .locator('.mk-date[data-today]')
        .evaluateAll((dates) => dates.map((date) => date.closest('li')?.querySelector('a')?.textContent ?? ''));
    await expect.poll(marked).toEqual(['Dated 0']);
    await page.clock.setSystemTime(Date.now() + 86_400_000);
    await page.clock.runFor(31_000);
    await expect.poll(marked).toEqual(['Dated 1']);
  });

  it('shows moves by other users while it is open', async () => {
    const [first = ''] = await makeSubs('Lively', ['New', 'Submitted']);
    const page = await enter();
    await page.goto(boardOf('Lively'));
    await linkIn(column(page, 'New 1'), 'Lively 1').waitFor();
    await product().application.records.update(SYSTEM_ACTOR, { module: 'subs', id: first, fields: { status: 'Submitted' } });
    await linkIn(column(page, 'Submitted 2'), 'Lively 1').waitFor();
  });

  it('renders only the visible part of a long column and loads more on scroll', async () => {
    await product().application.records.createMany(SYSTEM_ACTOR, {
      module: 'tasks',
      quiet: true,
      records: Array.from({ length: 2_000 }, (_, at) => ({
        subject: `Longlane ${String(at).padStart(4, '0')}`,
        status: at < 1_990 ? 'Open' : 'Completed',
      })),
    });
    const page = await enter();
    await page.goto('/app/tasks?viewType=board:status');
    const open = column(page, /^Open/);
    const cards = open.getByRole('listitem').filter({ has: page.getByRole('link') });
    await cards.first().waitFor();
    const list = open.getByRole('list');
    expect(await list.evaluate((element) => element.scrollHeight)).toBeGreaterThan(1_990 * 60);
    for (const part of [0.25, 0.5, 0.9, 1]) {
      await list.evaluate((element, share) => element.scrollTo(0, (element.scrollHeight - element.clientHeight) * share), part);
      // The middle of the view shows a card with its record; between two cards there are a few pixels.
      await expect
        .poll(() =>
          list.evaluate((element) => {
            const box = element.getBoundingClientRect();
            const cardAt = (y: number) => document.elementFromPoint(box.x + box.width / 2, y)?.closest('[data-card]')?.textContent;
            return cardAt(box.y + box.height / 2) ?? cardAt(box.y + box.height / 2 + 8) ?? '';
          }),
        )
        .toContain('Longlane');
      expect(await cards.count()).toBeLessThan(150);
    }
    // The last card shows its position and the total, and can be moved like any other.
    const last = cards.last();
    await expect.poll(() => last.getAttribute('aria-posinset')).toBe(await last.getAttribute('aria-setsize'));
    const name = await last.getByRole('link').innerText();
    await last.getByRole('link').focus();
    await page.keyboard.press('s');
    await page.getByRole('menuitem', { name: 'Completed' }).click();
    await linkIn(column(page, /^Completed/), name).waitFor();
    await linkIn(open, name).waitFor({ state: 'detached' });
    // The scroll position is unchanged.
    expect(await list.evaluate((element) => element.scrollTop)).toBeGreaterThan(1_900 * 60);
  });

  it('creates a new record in its column, and collapses columns', async () => {
    await makeSubs('Made', ['New', 'Submitted']);
    const page = await enter();
    await page.goto('/app/subs?viewType=board:status');
    await column(page, 'Submitted').getByRole('button', { name: 'New sub in Submitted' }).click();
    const form = page.getByRole('dialog', { name: /New sub/ });
    await form.getByRole('textbox', { name: 'Name' }).fill('Made by hand');
    for (const [field, name] of [
      ['Job', 'Made job'],
      ['Account', 'Made Schools'],
    ] as const) {
      await form.getByLabel(new RegExp(String.raw`^${field}\s*\*$`)).fill(name);
      await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
    }
    await form.getByRole('button', { name: /^Save/ }).click();
    await page.getByText('Made by hand added').waitFor();
    const found = (await product().application.records.find(SYSTEM_ACTOR, { module: 'subs', filter: { name: 'Made by hand' } })).data;
    expect(found).toMatchObject([{ status: 'Submitted' }]);
    await column(page, 'Submitted').getByRole('button', { name: 'Collapse Submitted' }).click();
    const strip = page.getByRole('button', { name: /^Expand Submitted/ });
    // Its whole label is readable.
    expect(await strip.getByText('Submitted').evaluate((label) => label.scrollHeight <= label.clientHeight)).toBe(true);
    await page.reload();
    await page.getByRole('button', { name: /^Expand Submitted/ }).click();
    await linkIn(column(page, 'Submitted'), 'Made by hand').waitFor();
  });

  it('shows one column at a time on a phone, and moves a card by its menu', async () => {
    const [first = ''] = await makeSubs('Phoned', ['New', 'Submitted', 'Rejected']);
    const page = await enter({ width: 375, height: 812 });
    await page.goto(boardOf('Phoned'));
    const tabs = page.getByRole('navigation', { name: 'Board columns' });
    await tabs.getByRole('button', { name: /^Submitted/ }).click();
    await expect.poll(async () => (await column(page, 'Submitted').boundingBox())?.x).toBe(0);
    await tabs.getByRole('button', { name: /^New/ }).click();
    await expect.poll(async () => (await column(page, 'New').boundingBox())?.x).toBe(0);
    await column(page, 'New').getByRole('button', { name: 'Move Phoned 1' }).click();
    await page.getByRole('menuitem', { name: /Rejected/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Phoned 1' });
    await dialog.getByText('A rejection reason is required').waitFor();
    await dialog.getByRole('button', { name: 'Move back' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await statusOf(first)).toBe('New');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  });

  it('moves a card by touch, after a short press, to the tab of its column', async () => {
    const [first = ''] = await makeSubs('Touched', ['New', 'Submitted']);
    const page = await enter({ width: 375, height: 812 });
    await page.goto(boardOf('Touched'));
    const from = await centreOf(linkIn(column(page, 'New'), 'Touched 1'));
    const to = await centreOf(page.getByRole('navigation', { name: 'Board columns' }).getByRole('button', { name: /^Submitted/ }));
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { readonly x: number; readonly y: number }) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [at] });
    await touch('touchStart', from);
    await page.getByText('Esc moves Touched 1 back here').waitFor();
    for (let step = 1; step <= 12; step += 1)
      await touch('touchMove', { x: from.x + ((to.x - from.x) * step) / 12, y: from.y + ((to.y - from.y) * step) / 12 });
    await page.locator('.mk-tab[data-over]', { hasText: 'Submitted' }).waitFor();
    await touch('touchEnd');
    await column(page, 'Submitted 2').waitFor();
    expect(await statusOf(first)).toBe('Submitted');
  });

  for (const scheme of ['light', 'dark'] as const) {
    it(`has no serious axe violations, ${scheme}, including its prompt`, async () => {
      await makeSubs(`Axe${scheme}`, ['New', 'New', 'Rejected']);
      const page = await enter({ scheme });
      await page.goto(boardOf(`Axe${scheme}`));
      await linkIn(column(page, 'New'), `Axe${scheme} 1`).waitFor();
      expect(await inspectorOf(scheme)(page, 'board')).toEqual([]);
      await carry(page, linkIn(column(page, 'New'), `Axe${scheme} 1`), column(page, 'Rejected'));
      await page.mouse.up();
      await page.getByRole('dialog', { name: 'Not moved yet' }).waitFor();
      expect(await inspectorOf(scheme)(page, 'board that asks')).toEqual([]);
    });
  }

  it('is readable in the themes while it prompts', async () => {
    await makeSubs('Themed', ['New', 'Rejected', 'Submitted']);
    const page = await enter();
    await page.goto(boardOf('Themed'));
    await carry(page, linkIn(column(page, 'New'), 'Themed 1'), column(page, 'Rejected'));
    await page.mouse.up();
    await page.getByRole('dialog', { name: 'Not moved yet' }).waitFor();
    const found: string[] = [];
    for (const name of TESTED_THEMES) {
      await switchTheme(page, name);
      found.push(...(await findContrastViolations(page, name)));
    }
    expect(found).toEqual([]);
  });
});

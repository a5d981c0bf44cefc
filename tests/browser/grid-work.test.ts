import { beforeAll, expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { inspectorOf } from './accessibility-checks.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { bar, cell, findLeadId, openLeads, seedGridLeads } from './grid-page.ts';
import { signIn, type PageOptions } from './open-browser.ts';

describeInBrowser('Work in the grid', ({ product, enter, visit }) => {
  const records = () => product().application.records;
  const idOf = (name: string): Promise<string> => findLeadId(records(), name);

  beforeAll(() => seedGridLeads(records(), 100));

  it('edits in the cell by keyboard: Enter saves, Tab continues, Esc discards, Ctrl Z undoes', async () => {
    const page = await enter();
    await openLeads(page, 'Mass Grid 000');
    const first = await idOf('Mass Grid 0000');
    const stored = async () => records().get(SYSTEM_ACTOR, { module: 'leads', id: first });
    await cell(page, 0, 'next_step').click();
    await page.keyboard.press('e');
    const input = page.getByRole('textbox', { name: 'Next step' });
    await input.fill('Thrown away');
    await page.keyboard.press('Escape');
    await expect.poll(() => cell(page, 0, 'next_step').innerText()).toBe('Call back');
    await page.keyboard.press('e');
    await input.fill('Send papers');
    await page.keyboard.press('Enter');
    await page.getByText('Next step saved').waitFor();
    expect(await stored()).toMatchObject({ next_step: 'Send papers' });
    await page.keyboard.press('Control+z');
    await page.getByText('Undone.').waitFor();
    expect(await stored()).toMatchObject({ next_step: 'Call back' });
    await expect.poll(() => cell(page, 0, 'next_step').innerText()).toBe('Call back');

    await cell(page, 0, 'lead_status').click();
    await page.keyboard.press('s');
    await page.getByRole('option', { name: 'Qualified' }).click();
    await page.getByText('Status saved').waitFor();
    expect(await stored()).toMatchObject({ lead_status: 'qualified' });
    await cell(page, 0, 'mobile_phone').click();
    await page.keyboard.press('e');
    await page.getByRole('textbox', { name: 'Mobile' }).fill('12');
    await page.keyboard.press('Enter');
    await page.locator('.mi-cell [aria-invalid="true"]').waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('3125559999');
    await page.keyboard.press('Tab');
    await page.getByText('Mobile saved').waitFor();
    // Tab moved to the next editable cell.
    await page.locator('.mi-cell input').first().waitFor();
    expect(await stored()).toMatchObject({ mobile_phone: '3125559999' });
  });

  it('shows at the cell that another user saved first, and lets the user choose; changes of other fields do not conflict', async () => {
    const page = await enter();
    await openLeads(page, 'Mass Grid 002');
    const id = await idOf('Mass Grid 0020');
    const stored = async () => records().get(SYSTEM_ACTOR, { module: 'leads', id });
    const typeInto = async (text: string) => {
      await cell(page, 0, 'next_step').click();
      await page.keyboard.press('e');
      await page.getByRole('textbox', { name: 'Next step' }).fill(text);
    };
    await typeInto('Mine');
    await records().update(SYSTEM_ACTOR, { module: 'leads', id, fields: { next_step: 'Theirs' } });
    await page.keyboard.press('Enter');
    await page.getByText('Someone else changed this to').waitFor();
    await page.locator('.mi-theirs').getByText('Theirs').waitFor();
    expect(await stored()).toMatchObject({ next_step: 'Theirs' });
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByText('Next step saved').waitFor();
    expect(await stored()).toMatchObject({ next_step: 'Mine' });
    await page.reload();
    await page.getByRole('link', { name: 'Mass Grid 0020' }).waitFor();
    await typeInto('Mine again');
    await records().update(SYSTEM_ACTOR, { module: 'leads', id, fields: { title: 'Nurse' } });
    await page.keyboard.press('Enter');
    await page.getByText('Next step saved').waitFor();
    expect(await stored()).toMatchObject({ next_step: 'Mine again', title: 'Nurse' });
  });

  it('shows a record next to its row, follows the rows with the arrow keys, and edits there', async () => {
    const page = await enter();
    await openLeads(page, 'Mass Grid 003');
    await cell(page, 0, 'profession').click();
    await page.keyboard.press('p');
    const panel = page.getByRole('complementary', { name: 'Preview' });
    await panel.getByRole('heading', { name: 'Mass Grid 0030' }).waitFor();
    expect((await panel.boundingBox())?.width).toBe(456);
    await page.keyboard.press('ArrowDown');
    await panel.getByRole('heading', { name: 'Mass Grid 0031' }).waitFor();
    await panel.getByRole('button', { name: 'Next record' }).click();
    await panel.getByRole('heading', { name: 'Mass Grid 0032' }).waitFor();
    await panel.getByRole('button', { name: 'Edit Next step' }).click();
    await panel.getByRole('textbox', { name: 'Next step' }).fill('From the panel');
    await page.keyboard.press('Enter');
    await page.getByText('Next step saved').waitFor();
    await expect.poll(() => cell(page, 2, 'next_step').innerText()).toBe('From the panel');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    for (const key of ['Shift+ArrowDown', 'Shift+J', 'Shift+ArrowUp']) await page.keyboard.press(key);
    await bar(page).getByRole('button', { name: '2 selected' }).waitFor();
  });

  it('shows at a read-only cell which rule prevents the edit', async () => {
    const page = await enter();
    await page.goto('/app/ptoRequests');
    await cell(page, 0, 'createdAt').hover();
    await page
      .locator('.mi-tools')
      .getByRole('button', { name: /Created/ })
      .click();
    const reason = page.getByRole('dialog', { name: "Why can't I edit this?" });
    await reason.getByText('Created is set by the product.').waitFor();
    // It stays while the pointer moves onto it.
    await reason.hover();
    await reason.getByRole('button', { name: 'Close' }).click();
    await reason.waitFor({ state: 'detached' });
  });

  it('calls and texts from a swiped card, and by Tab', async () => {
    const page = await visit({ width: 375, height: 812, touch: true });
    await signIn(page);
    await openLeads(page);
    const card = page.locator('.mv-card-row').first();
    const call = card.getByRole('link', { name: /^Call/ });
    const number = (
      await records().find(SYSTEM_ACTOR, { module: 'leads', filter: { name: await card.locator('.mv-card-name').innerText() }, limit: 1 })
    ).data[0]?.['mobile_phone'] as string;
    expect(await call.getAttribute('href')).toBe(`tel:+1${number}`);
    expect(await card.getByRole('link', { name: /^Text/ }).getAttribute('href')).toBe(`sms:+1${number}`);
    const isInViewport = async (): Promise<boolean> => {
      const box = await call.boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= 375;
    };
    expect(await isInViewport()).toBe(false);
    const { x = 0, y = 0 } = (await card.boundingBox()) ?? {};
    const session = await page.context().newCDPSession(page);
    const swipe = async (by: number): Promise<void> => {
      for (let step = 0; step <= 16; step += 1)
        await session.send('Input.dispatchTouchEvent', {
          type: step === 0 ? 'touchStart' : 'touchMove',
          touchPoints: [{ x: x + 190 + (by * step) / 16, y: y + 40 }],
        });
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    await swipe(-160);
    await expect.poll(isInViewport).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/app/leads');
    await swipe(160);
    await expect.poll(isInViewport).toBe(false);
    await card.locator('.mv-card-name').focus();
    await page.keyboard.press('Tab');
    await expect.poll(isInViewport).toBe(true);
  });

  it('works completely on a phone: cards are selected, the bar and its dialogs fill the width, nothing is wider', async () => {
    const page = await enter({ width: 375, height: 812 });
    await page.goto('/app/leads?view=all');
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    const boxes = page.getByRole('checkbox');
    await boxes.nth(1).click();
    await boxes.nth(2).click();
    await page.getByRole('button', { name: '2 selected' }).waitFor();
    expect((await bar(page).boundingBox())?.width).toBe(375);
    await bar(page).getByRole('button', { name: 'Mass update' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leads Mass Update on 2 Chosen Records' });
    await dialog.waitFor();
    expect(await dialog.boundingBox()).toMatchObject({ x: 0, y: 0, width: 375 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: '2 selected' }).waitFor({ state: 'hidden' });
  });

  const LOOKS: readonly Required<Omit<PageOptions, 'touch' | 'zone'>>[] = [
    { width: 1440, height: 900, scheme: 'light' },
    { width: 1440, height: 900, scheme: 'dark' },
    { width: 375, height: 812, scheme: 'light' },
  ];
  for (const look of LOOKS) {
    it(`has no serious axe violations at ${look.width} px, ${look.scheme}`, async () => {
      const page = await enter(look);
      const found: string[] = [];
      const inspect = inspectorOf(look.scheme);
      await page.goto('/app/leads?view=all');
      if (look.width > 680) {
        await page.getByRole('grid').getByRole('link').first().waitFor();
        await cell(page, 0, 'next_step').click();
        await page.keyboard.press('p');
        await page.getByRole('complementary', { name: 'Preview' }).getByRole('heading', { level: 2 }).waitFor();
        found.push(...(await inspect(page, 'preview')));
        await cell(page, 0, 'next_step').click();
        await page.keyboard.press('e');
        await page.locator('.mi-cell input').waitFor();
        found.push(...(await inspect(page, 'cell')));
        await page.keyboard.press('Escape');
        await page.keyboard.press('Control+a');
      } else {
        await page.getByRole('button', { name: 'Select', exact: true }).click();
        await page.getByRole('checkbox').first().click();
      }
      const count = page.getByRole('button', { name: /^\d+ selected$/ });
      await count.waitFor();
      found.push(...(await inspect(page, 'bar')));
      await count.click();
      await page.getByRole('menuitem', { name: 'Set number of records' }).click();
      await page.getByLabel('Amount To Select').fill('');
      found.push(...(await inspect(page, 'amount')));
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await bar(page).getByRole('button', { name: 'Mass update' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Mass Update' }).click();
      await page.getByText('Choose a new value for one field or more.').waitFor();
      found.push(...(await inspect(page, 'mass update')));
      expect(found).toEqual([]);
    });
  }
});

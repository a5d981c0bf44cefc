import type { Page } from 'playwright-core';
import { beforeAll, expect, inject, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { inspectorOf } from './accessibility-checks.ts';
import { signIn, type PageOptions } from './open-browser.ts';

const RECRUITER = { email: 'rec@muster.test', password: 'Recruit-1!' } as const;
const MANY = 5000;

const cell = (page: Page, row: number, column: string) => page.locator(`.ag-row[row-index="${row}"] .ag-cell[col-id="${column}"]`);
const bar = (page: Page) => page.getByRole('region', { name: /selected$/ });

describeInBrowser('Work in the grid', ({ product, enter, visit }) => {
  const records = () => product().application.records;
  const countOf = async (filter: object): Promise<number> =>
    (await records().find(SYSTEM_ACTOR, { module: 'leads', filter: filter as never, limit: 1 })).total;
  const idOf = async (name: string): Promise<string> =>
    (await records().find(SYSTEM_ACTOR, { module: 'leads', filter: { name }, limit: 1 })).data[0]?._id ?? '';

  beforeAll(async () => {
    const leads = Array.from({ length: MANY }, (_, at) => ({
      first_name: 'Mass',
      last_name: `Grid ${String(at).padStart(4, '0')}`,
      lead_status: 'screening',
      profession: 'School Nurse, RN',
      next_step: 'Call back',
      mobile_phone: `31256${String(10_000 + at)}`,
    }));
    for (let at = 0; at < MANY; at += 1000) {
      const { refused } = await records().createMany(SYSTEM_ACTOR, {
        module: 'leads',
        records: leads.slice(at, at + 1000),
        allowDuplicates: true,
      });
      expect(refused).toEqual([]);
    }
    const { sessions } = product().application;
    const recruiter = await sessions.register(SYSTEM_ACTOR, {
      fields: { email: RECRUITER.email, first_name: 'Rec', last_name: 'Ruiter', userType: 'Standard', roles: ['role_recruiter'] },
      password: RECRUITER.password,
    });
    for (const number of ['4990', '4991'])
      await records().update(SYSTEM_ACTOR, {
        module: 'leads',
        id: await idOf(`Mass Grid ${number}`),
        fields: { assigned_to: recruiter.record._id },
      });
  });

  const openLeads = async (page: Page, words = 'Mass Grid'): Promise<void> => {
    await page.goto(`/app/leads?filter=${encodeURIComponent(JSON.stringify({ name: { contains: words } }))}`);
    await page
      .getByRole('link', { name: new RegExp(`^${words}`) })
      .first()
      .waitFor();
  };
  const selectFirst = async (page: Page, amount: string): Promise<void> => {
    await page
      .getByRole('checkbox', { name: /toggle row selection/ })
      .first()
      .click();
    await page.getByRole('button', { name: '1 selected' }).click();
    await page.getByRole('menuitem', { name: 'Set number of records' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set Number Of Records To Select' });
    await dialog.getByLabel('Amount To Select').fill(amount);
    await dialog.getByRole('button', { name: 'Apply' }).click();
  };

  it('loads the visible rows first when the scroll bar is released, however many it passed', async () => {
    const page = await enter();
    await page.goto('/app/leads?size=0&sort=name');
    await cell(page, 0, 'name').getByRole('link').waitFor();
    const asked: number[] = [];
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/api/leads/search', async (route) => {
      asked.push((route.request().postDataJSON() as { readonly pageNumber: number }).pageNumber);
      await held;
      await route.continue();
    });
    // Each step is in its own frame, as when a user drags the scroll bar.
    const last = await page.evaluate(async () => {
      let body = document.querySelector('.ag-row') as HTMLElement;
      while (!(body.scrollHeight > body.clientHeight + 10 && /auto|scroll/.test(getComputedStyle(body).overflowY)))
        body = body.parentElement as HTMLElement;
      for (let step = 1; step <= 30; step += 1) {
        body.scrollTop = (body.scrollHeight - body.clientHeight) * 0.9 * (step / 30);
        await new Promise((resolve) => {
          setTimeout(resolve, 40);
        });
      }
      const box = body.getBoundingClientRect();
      const inSight = (): Element | null | undefined =>
        document.elementFromPoint(box.left + 120, box.top + box.height / 2)?.closest('.ag-row');
      // The rows are rendered some frames after the last step, however long these take.
      for (const end = performance.now() + 30_000; performance.now() < end && !inSight(); )
        await new Promise((resolve) => {
          requestAnimationFrame(resolve);
        });
      return Number(inSight()?.getAttribute('row-index'));
    });
    expect(last).toBeGreaterThan(MANY * 0.85);
    const before = asked.length;
    letGo();
    await cell(page, last, 'name').getByRole('link').waitFor();
    // Some thirty blocks were passed by then, and few are being loaded; the end of the list is requested in addition to the visible rows.
    expect(before).toBeLessThan(6);
    expect(asked.slice(before, before + 4)).toContain(Math.floor(last / 100));
  });

  it('selects across pages by an amount, and accepts none below 1', async () => {
    const page = await enter();
    await openLeads(page);
    await page
      .getByRole('checkbox', { name: /toggle row selection/ })
      .first()
      .click();
    await page.getByRole('button', { name: '1 selected' }).click();
    await page.getByRole('menuitem', { name: 'Set number of records' }).click();
    const amount = page.getByLabel('Amount To Select');
    expect(await amount.inputValue()).toBe('1');
    for (const wrong of ['', '0']) {
      await amount.fill(wrong);
      await page.getByText('Please set the number of records you want to select!').waitFor();
      expect(await page.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
    }
    await amount.fill('999999');
    expect(await amount.inputValue()).toBe(String(MANY));
    await amount.fill('25');
    await amount.press('Enter');
    await page.getByRole('button', { name: '25 selected' }).waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByRole('link', { name: 'Mass Grid 0010' }).waitFor();
    await expect.poll(() => page.locator('.ag-row-selected').count()).toBe(10);
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByRole('link', { name: 'Mass Grid 0020' }).waitFor();
    await expect.poll(() => page.locator('.ag-row-selected').count()).toBe(5);
  });

  it('sets a field of thousands in requests of 2,000, lists rejected records, and undoes all of it', async () => {
    const page = await enter();
    await openLeads(page);
    await selectFirst(page, '3000');
    await page.getByRole('button', { name: '3,000 selected' }).waitFor();
    // Another user removes one of them before the update reaches it.
    const lost = await idOf('Mass Grid 2500');
    await records().markDeleted(SYSTEM_ACTOR, { module: 'leads', ids: [lost] });
    await records().deleteForever(SYSTEM_ACTOR, { module: 'leads', ids: [lost] });
    // By idempotency key: a request to a busy server is retried with the same key.
    const sizes = new Map<string | undefined, number>();
    const batches = new Set<string | undefined>();
    page.on('request', (request) => {
      if (!request.url().includes('update-certain-fields-array')) return;
      sizes.set(request.headers()['idempotency-key'], (request.postDataJSON() as { ids: string[] }).ids.length);
      batches.add(request.headers()['x-batch-id']);
    });
    await bar(page).getByRole('button', { name: 'Mass update' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leads Mass Update on 3,000 Chosen Records' });
    await dialog.getByText('Change to new value for each desired field.').waitFor();
    await dialog.getByRole('button', { name: 'Mass Update' }).click();
    await dialog.getByText('Choose a new value for one field or more.').waitFor();
    await dialog.getByRole('combobox', { name: 'New graduate' }).click();
    await page.getByRole('option', { name: 'Yes' }).click();
    await dialog.getByRole('button', { name: 'Mass Update' }).click();
    const left = page.getByRole('dialog', { name: 'Mass Update Completed on 2,999 records' });
    await left.getByText('1 was not changed:').waitFor({ timeout: 60_000 * inject('timeoutFactor') });
    expect([[...sizes.values()], batches.size]).toEqual([[2000, 1000], 1]);
    expect([...sizes.keys()].every((key) => key !== undefined)).toBe(true);
    expect(await countOf({ new_grad: true })).toBe(2999);
    await left.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor({ timeout: 60_000 * inject('timeoutFactor') });
    expect(await countOf({ new_grad: true })).toBe(0);
  });

  it('continues after a failed request, repeats no change, and is undone from its notice', async () => {
    const page = await enter();
    await openLeads(page);
    await selectFirst(page, '2100');
    await page.getByRole('button', { name: '2,100 selected' }).waitFor();
    let calls = 0;
    await page.route(/update-certain-fields-array/, async (route) => {
      calls += 1;
      if (calls !== 2) return route.continue();
      // The server processes the request, but the response is lost.
      await route.fetch();
      await route.abort();
    });
    await bar(page).getByRole('button', { name: 'Mass update' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'New graduate' }).click();
    await page.getByRole('option', { name: 'Yes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mass Update' }).click();
    await page.getByText('Stopped by an error. 2,000 of 2,100 are done.').waitFor({ timeout: 60_000 * inject('timeoutFactor') });
    await page.getByRole('button', { name: 'Do the rest' }).click();
    await page.getByText('Mass Update Completed on 2,100 records').waitFor({ timeout: 60_000 * inject('timeoutFactor') });
    expect(await countOf({ new_grad: true })).toBe(2100);
    const again = await records().get(SYSTEM_ACTOR, { module: 'leads', id: await idOf('Mass Grid 2050') });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor({ timeout: 60_000 * inject('timeoutFactor') });
    expect(await countOf({ new_grad: true })).toBe(0);
    // Changed once and changed back once since the last check, and not more.
    expect((await records().get(SYSTEM_ACTOR, { module: 'leads', id: again._id }))._version).toBe(Number(again._version) + 1);
  });

  it('deletes only own records if the role requires it, and shows why others remain', async () => {
    const page = await visit();
    await signIn(page, RECRUITER.email, RECRUITER.password);
    await openLeads(page, 'Mass Grid 499');
    await page.getByRole('checkbox', { name: 'Select this page' }).click();
    await bar(page).getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete 10 leads?' });
    await question.getByText('Only those that are assigned to you are deleted.').waitFor();
    await question.getByRole('button', { name: 'Delete 10 leads' }).click();
    const left = page.getByRole('dialog', { name: '2 leads deleted.' });
    await left.getByText('8 were not changed:').waitFor();
    expect(await countOf({ name: { contains: 'Mass Grid 499' } })).toBe(8);
    await left.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Deletion undone.').waitFor();
    expect(await countOf({ name: { contains: 'Mass Grid 499' } })).toBe(10);
    await openLeads(page, 'Mass Grid 498');
    await page.getByRole('checkbox', { name: 'Select this page' }).click();
    await bar(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete 10 leads' }).click();
    await page.getByRole('dialog', { name: 'No items available for deletion!' }).waitFor();
    expect(await countOf({ name: { contains: 'Mass Grid 498' } })).toBe(10);
  });

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
    await page.goto('/app/leads');
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
      await page.goto('/app/leads');
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

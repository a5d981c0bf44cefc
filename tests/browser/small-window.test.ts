import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { GLOBAL_TEAM_ID } from '#engine/model/definitions';
import { describeInBrowser } from './describe-in-browser.ts';
import { signIn } from './open-browser.ts';

const PHONE = { width: 375, height: 640 } as const;
const LONG_NAME = 'Alder Creek Independent School District';
const READER = { email: 'reader@muster.test', password: 'Reader-pass1!' } as const;

/** How far an element extends beyond the window, in CSS pixels; 0 if it is inside. */
async function reachesBeyond(page: Page, element: Locator): Promise<number> {
  const box = await element.boundingBox();
  const window = page.viewportSize();
  if (box === null || window === null) throw new Error('The element is not to be seen');
  return Math.max(0, -box.x, -box.y, box.x + box.width - window.width, box.y + box.height - window.height);
}

/** The values below the name of a record that are not shown completely, or break within a word. */
async function findCutValues(page: Page): Promise<string[]> {
  return page.locator('.mv-head-line .mv-subline-part > *').evaluateAll((values) =>
    values.flatMap((value) => {
      const style = getComputedStyle(value);
      const isWhole = value.scrollWidth <= value.clientWidth + 1 || style.overflowX === 'visible';
      return isWhole && value.getBoundingClientRect().right <= innerWidth ? [] : [value.textContent];
    }),
  );
}

/** The number of lines of the first word of an element: of an address, the part before its @. */
const countLines = (element: Locator): Promise<number> =>
  element.evaluate((one) => {
    const range = document.createRange();
    range.selectNodeContents(one.firstChild ?? one);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });

const isCut = (element: Locator): Promise<boolean> => element.evaluate((one) => one.scrollWidth > one.clientWidth);

describeInBrowser('On a small screen', ({ product, visit, enter }) => {
  it('a long menu stays inside the window, and its last item is reached by scrolling in it', async () => {
    const page = await enter(PHONE);
    await page.goto('/app/leads?view=all');
    await page.getByRole('button', { name: 'Last name' }).click();
    const menu = page.getByRole('menu', { name: 'Sort' });
    await menu.getByRole('menuitem', { name: 'Status' }).waitFor();
    expect(await reachesBeyond(page, menu)).toBe(0);
    await menu.getByRole('menuitem', { name: 'Descending' }).click();
    await page.waitForURL(/order=desc/);
  });

  it('a relate value is found by its full name, and a record with a long name is deleted by a readable button', async () => {
    const { records } = product().application;
    const account = await records.create(SYSTEM_ACTOR, { module: 'accounts', fields: { name: LONG_NAME } });
    const page = await enter(PHONE);
    await page.goto('/app/jobs/new');
    await page.getByRole('button', { name: 'Search accounts' }).first().click();
    const popup = page.getByRole('dialog', { name: 'Search accounts' });
    const found = popup.getByRole('button', { name: LONG_NAME });
    await found.waitFor();
    expect(await isCut(found)).toBe(false);
    await popup.getByRole('textbox', { name: 'Name' }).fill('nobody is called this');
    await popup.getByRole('button', { name: 'Clear all filters' }).click();
    await found.click();
    await page.goto(`/app/accounts/${account.record._id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const action = page.getByRole('dialog').getByRole('button', { name: `Delete ${LONG_NAME}` });
    await action.waitFor();
    expect(await reachesBeyond(page, action)).toBe(0);
  });

  it('a record keeps its name at 200 % zoom, with its actions below', async () => {
    const { records } = product().application;
    const fields = {
      ...{ first_name: 'Wilhelmina', last_name: 'Featherstone-Haugh', mobile_phone: '3125550142' },
      ...{ profession: 'Speech-Language Pathologist', next_date: '2020-03-01', next_step: 'Confirm availability' },
    };
    const lead = await records.create(SYSTEM_ACTOR, { module: 'leads', fields, allowDuplicates: true });
    const page = await enter({ width: 720, height: 450 });
    await page.goto(`/app/leads/${lead.record._id}`);
    const name = page.getByRole('heading', { level: 1, name: 'Wilhelmina Featherstone-Haugh' });
    await name.waitFor();
    expect(await isCut(name)).toBe(false);
    await page.locator('.mv-subline .mv-phone').waitFor();
    expect(await findCutValues(page)).toEqual([]);
    const [above, below] = [await name.boundingBox(), await page.getByRole('link', { name: 'Edit', exact: true }).boundingBox()];
    expect((below?.y ?? 0) - (above?.y ?? 0)).toBeGreaterThan(above?.height ?? 0);
    // On a phone the pencils of the first column keep away from the second one.
    await page.setViewportSize({ width: 375, height: 900 });
    expect(await findCutValues(page)).toEqual([]);
    const [pencil, second] = [
      await page.getByRole('button', { name: 'Edit Status', exact: true }).locator('svg').boundingBox(),
      await page.locator('.mv-fields-2 > .mv-field').nth(1).boundingBox(),
    ];
    expect((second?.x ?? 0) - (pencil?.x ?? 0) - (pencil?.width ?? 0)).toBeGreaterThanOrEqual(8);
  });

  it('records to merge are below each other, and their addresses do not break within a word', async () => {
    const { records } = product().application;
    const mail = (email_address: string) => [{ email_address, primary: true, opt_out: false, invalid_email: false }];
    for (const [first_name, address] of [
      ['Ada', 'ada.wintherton-okonkwo@example.com'],
      ['Bea', 'bea.wintherton-okonkwo@example.com'],
    ] as const)
      await records.create(SYSTEM_ACTOR, {
        module: 'leads',
        fields: { first_name, last_name: 'Wintherton', email_addresses: mail(address) },
        allowDuplicates: true,
      });
    const page = await enter(PHONE);
    await page.goto('/app/leads?view=all&q=Wintherton');
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    for (const first of ['Ada', 'Bea']) await page.getByRole('checkbox', { name: `${first} Wintherton` }).click();
    await page.getByRole('button', { name: 'Merge' }).click();
    const table = page.getByRole('table', { name: 'Leads side by side' });
    const addresses = table.locator('.mg-value > .ms-clip').filter({ hasText: '@' });
    await addresses.nth(1).waitFor();
    const boxes = await Promise.all([0, 1].map((at) => addresses.nth(at).boundingBox()));
    expect((boxes[1]?.y ?? 0) - (boxes[0]?.y ?? 0)).toBeGreaterThanOrEqual(44);
    expect(await Promise.all([0, 1].map((at) => countLines(addresses.nth(at))))).toEqual([1, 1]);
    expect(await reachesBeyond(page, table.getByRole('columnheader', { name: /Bea Wintherton/u }))).toBe(0);
  });

  it('a card of a list stays inside the window, however long its name is', async () => {
    const { records } = product().application;
    await records.create(SYSTEM_ACTOR, {
      module: 'accounts',
      fields: { name: `${LONG_NAME} of the Northern Counties`, account_status: 'Active' },
    });
    const page = await enter(PHONE);
    await page.goto('/app/accounts');
    const card = page.locator('.mv-card').filter({ hasText: 'Northern Counties' });
    await card.scrollIntoViewIfNeeded();
    expect(await reachesBeyond(page, card.getByText('Active'))).toBe(0);
  });

  it('a list of a record is readable inside the window', async () => {
    const { records } = product().application;
    const job = await records.create(SYSTEM_ACTOR, {
      module: 'jobs',
      fields: { custom_job_title: 'School nurse', weekly_hours: 37.5, start_date: '2027-08-02', end_date: '2028-05-26' },
    });
    const page = await enter(PHONE);
    await page.goto(`/app/jobs/${job.record._id}`);
    const months = page.getByRole('region', { name: 'Monthly hours' });
    await months.scrollIntoViewIfNeeded();
    await months.getByRole('cell', { name: 'Aug 2027' }).waitFor();
    expect(
      await months.evaluate((region) => [region.getBoundingClientRect().right <= innerWidth, region.scrollWidth > region.clientWidth]),
    ).toEqual([true, true]);
  });

  it('the reason why an action is not allowed is readable completely, can be closed, and names teams', async () => {
    const { records, sessions } = product().application;
    const account = await records.create(SYSTEM_ACTOR, { module: 'accounts', fields: { name: 'Read Only School' } });
    const user = await records.create(SYSTEM_ACTOR, {
      module: 'users',
      fields: {
        first_name: 'Rhea',
        last_name: 'Reader',
        email: READER.email,
        userType: 'Standard',
        roles: ['role_recruiter'],
        teams: [GLOBAL_TEAM_ID],
        active: true,
      },
    });
    await sessions.setPassword({ userId: user.record._id, password: READER.password });
    const page = await visit(PHONE);
    await signIn(page, READER.email, READER.password);
    await page.goto(`/app/accounts/${account.record._id}`);
    // The button is marked as disabled, and still responds.
    await page.getByRole('button', { name: 'Edit' }).click({ force: true });
    const reason = page.getByRole('dialog', { name: "Why can't I edit this?" });
    await reason.getByText('decides').waitFor();
    expect(await reachesBeyond(page, reason)).toBe(0);
    expect(await reason.innerText()).toContain('Team Global');
    expect(await reason.innerText()).not.toContain(GLOBAL_TEAM_ID);
    await reason.getByRole('button', { name: 'Close' }).click();
    await reason.waitFor({ state: 'hidden' });

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const other = page.getByRole('dialog', { name: "Why can't I delete this?" });
    await other.getByText('decides').waitFor();
    expect(await reachesBeyond(page, other)).toBe(0);
    await other.getByRole('button', { name: 'Close' }).first().click();
    await other.waitFor({ state: 'hidden' });
  });
});

import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { GLOBAL_TEAM_ID, type JsonObject } from '../../engine/model/index.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { TESTED_THEMES } from './tested-themes.ts';
import { findContrastViolations, switchTheme, inspectorOf } from './accessibility-checks.ts';
import { makeRecord, makeSubs as makeSubsIn } from './make-subs.ts';
import { signIn } from './open-browser.ts';

/** The board of the subs of one test, found by a unique term so that subs of other tests are not counted. */
const boardOf = (word: string) => `/app/subs?viewType=board:status&q=${word}`;
const column = (page: Page, name: string | RegExp): Locator => page.getByRole('region', { name });
const linkIn = (place: Locator, name: string): Locator => place.getByRole('link', { name });

async function centreOf(element: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('The element is not to be seen');
  return { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 60) };
}

/** Drags like a user: press, move a little, then move over the target. */
async function carry(page: Page, from: Locator, to: Locator): Promise<void> {
  const start = await centreOf(from);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 12, start.y + 8, { steps: 4 });
  const end = await centreOf(to);
  await page.mouse.move(end.x, end.y, { steps: 12 });
}

describeInBrowser('A board', ({ product, visit, enter }) => {
  const make = (module: string, fields: JsonObject) => makeRecord(product().application, module, fields);
  const read = (module: string, id: string): Promise<JsonObject> => product().application.records.get(SYSTEM_ACTOR, { module, id });
  const makeSubs = (word: string, statuses: readonly string[]) => makeSubsIn(product().application, word, statuses);
  const statusOf = async (id: string) => (await read('subs', id)).status;

  it('saves a card that is dragged to another column, updates the counts, and offers Undo', async () => {
    const [first = ''] = await makeSubs('Dragged', ['New', 'New', 'Submitted']);
    const page = await enter();
    await page.goto(boardOf('Dragged'));
    await column(page, 'New 2').waitFor();
    await carry(page, linkIn(column(page, 'New'), 'Dragged 1'), column(page, 'Submitted'));
    await page.mouse.up();
    await linkIn(column(page, 'Submitted 2'), 'Dragged 1').waitFor();
    await column(page, 'New 1').waitFor();
    expect(await statusOf(first)).toBe('Submitted');
    // The drag must not count as a click on the dragged link.
    expect(new URL(page.url()).pathname).toBe('/app/subs');
    await page.getByRole('button', { name: 'Undo' }).click();
    await linkIn(column(page, 'New 2'), 'Dragged 1').waitFor();
    expect(await statusOf(first)).toBe('New');
    // After a drop on its own column the card is unchanged: the next click on it is a click.
    await carry(page, linkIn(column(page, 'New'), 'Dragged 1'), column(page, 'New'));
    await page.mouse.up();
    await linkIn(column(page, 'New'), 'Dragged 1').click();
    await page.waitForURL((url) => url.pathname === `/app/subs/${first}`);
  });

  it('holds a card while it prompts for the required fields of the column, and saves both together', async () => {
    const [first = ''] = await makeSubs('Asked', ['InterviewScheduled', 'Rejected']);
    const page = await enter();
    await page.goto(boardOf('Asked'));
    await carry(page, linkIn(column(page, 'Interview scheduled'), 'Asked 1'), column(page, 'Rejected'));
    await column(page, 'Rejected').getByText('Needs reason').waitFor();
    await page.mouse.up();
    const sheet = page.getByRole('dialog', { name: 'Not moved yet' });
    await sheet.getByText('A rejection reason is required when changing the status to rejected.').waitFor();
    await page.getByText(/^Esc moves .* back here$/).waitFor();
    expect(await statusOf(first)).toBe('InterviewScheduled');
    await sheet.getByRole('button', { name: 'Move to Rejected' }).click();
    await sheet.getByText('Fill in Rejection reason.').waitFor();
    await sheet.getByRole('combobox', { name: 'Rejection reason' }).click();
    await page.getByRole('option', { name: 'Position filled' }).click();
    await sheet.getByRole('button', { name: 'Move to Rejected' }).click();
    await linkIn(column(page, 'Rejected 2'), 'Asked 1').waitFor();
    await column(page, 'Rejected').getByText('Position filled').waitFor();
    expect(await read('subs', first)).toMatchObject({ status: 'Rejected', rejection_reason: 'Position filled' });
  });

  it('returns a held card on Esc and saves nothing', async () => {
    const [first = ''] = await makeSubs('Backed', ['New', 'Rejected']);
    const before = await read('subs', first);
    const page = await enter();
    await page.goto(boardOf('Backed'));
    await carry(page, linkIn(column(page, 'New'), 'Backed 1'), column(page, 'Rejected'));
    await page.mouse.up();
    await page.getByRole('dialog', { name: 'Not moved yet' }).waitFor();
    await page.keyboard.press('Escape');
    await linkIn(column(page, 'New 1'), 'Backed 1').waitFor();
    await page.getByRole('dialog', { name: 'Not moved yet' }).waitFor({ state: 'hidden' });
    expect(await linkIn(column(page, 'New 1'), 'Backed 1').evaluate((link) => link === document.activeElement)).toBe(true);
    expect(await read('subs', first)).toMatchObject({ status: 'New', _version: Number(before._version) });
  });

  it('holds several cards, prompts for one after the other, and keeps all values entered meanwhile', async () => {
    const [first = '', second = ''] = await makeSubs('Several', ['New', 'Submitted', 'Rejected']);
    const page = await enter();
    await page.goto(boardOf('Several'));
    const rejected = column(page, 'Rejected');
    const drop = async (from: string, name: string) => {
      await carry(page, linkIn(column(page, from), name), rejected);
      await page.mouse.up();
    };
    const sheet = page.getByRole('dialog', { name: 'Not moved yet' });
    const choose = async (reason: string) => {
      await sheet.getByRole('combobox', { name: 'Rejection reason' }).click();
      await page.getByRole('option', { name: reason }).click();
    };
    await drop('New', 'Several 1');
    await choose('Position filled');
    await drop('Submitted', 'Several 2');
    // The last dropped card prompts; the other waits with its own prompt.
    await rejected.getByRole('button', { name: 'Not moved yet: Several 1' }).waitFor();
    expect(await sheet.count()).toBe(1);
    expect(await sheet.getByRole('combobox', { name: 'Rejection reason' }).inputValue()).toBe('');
    await choose('Client decision');
    await rejected.getByRole('button', { name: 'Not moved yet: Several 1' }).click();
    await expect.poll(() => sheet.getByRole('combobox', { name: 'Rejection reason' }).inputValue()).toBe('Position filled');
    await sheet.getByRole('button', { name: 'Move to Rejected' }).click();
    await linkIn(column(page, 'Rejected 2'), 'Several 1').waitFor();
    // The waiting card prompts now; Esc returns only this card.
    await expect.poll(() => sheet.getByRole('combobox', { name: 'Rejection reason' }).inputValue()).toBe('Client decision');
    await page.keyboard.press('Escape');
    await linkIn(column(page, 'Submitted 1'), 'Several 2').waitFor();
    expect([(await read('subs', first)).rejection_reason, await statusOf(second)]).toEqual(['Position filled', 'Submitted']);
  });

  it('moves a card by its menu, which shows the requirements of each column', async () => {
    const lead = await make('leads', { first_name: 'Pia', last_name: 'Placed', lead_status: 'qualified' });
    await make('leads', { first_name: 'Per', last_name: 'Placed', lead_status: 'screening' });
    const page = await enter();
    await page.goto('/app/leads?viewType=board:lead_status&q=Placed');
    await linkIn(column(page, 'Qualified'), 'Pia Placed').focus();
    await page.keyboard.press('s');
    await page.getByRole('menuitem', { name: /Placement opps\s*Needs hours and dates/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Not moved yet' });
    await sheet.getByRole('textbox', { name: 'Available hours' }).fill('30');
    await sheet.getByRole('textbox', { name: 'Available from' }).fill('01/04/2027');
    await page.keyboard.press('Enter');
    await linkIn(column(page, 'Placement opps 1'), 'Pia Placed').waitFor();
    expect(await read('leads', lead)).toMatchObject({
      lead_status: 'placement_opps',
      available_hours: 30,
      availability_date: '2027-01-04',
    });
  });

  it('prompts for fields that the server requires, even without an earlier notice', async () => {
    const [first = ''] = await makeSubs('Refused', ['New', 'Rejected', 'Provider Withdrew - Future Opp']);
    // A reason for a withdrawal is not valid for a rejection.
    await product().application.records.update(SYSTEM_ACTOR, {
      module: 'subs',
      id: first,
      fields: { status: 'Provider Withdrew - Future Opp', rejection_reason: 'Accepted another offer' },
    });
    const page = await enter();
    await page.goto(boardOf('Refused'));
    await page.getByRole('button', { name: /^Expand .*ithdrew, future opp/ }).click();
    await carry(page, linkIn(column(page, /ithdrew, future opp/), 'Refused 1'), column(page, 'Rejected'));
    await page.mouse.up();
    const sheet = page.getByRole('dialog', { name: 'Not moved yet' });
    await sheet.getByRole('combobox', { name: 'Rejection reason' }).and(page.locator('[aria-invalid="true"]')).click();
    await page.getByRole('option', { name: 'Client decision' }).click();
    await sheet.getByRole('button', { name: 'Move to Rejected' }).click();
    await linkIn(column(page, 'Rejected 2'), 'Refused 1').waitFor();
    expect(await read('subs', first)).toMatchObject({ status: 'Rejected', rejection_reason: 'Client decision' });
  });

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

  it('shows why a card cannot be moved, and the server rejects the move too', async () => {
    const email = 'looker@muster.test';
    const user = await make('users', {
      first_name: 'Lou',
      last_name: 'Looker',
      email,
      userType: 'Standard',
      roles: ['role_credentialing_specialist'],
      teams: [GLOBAL_TEAM_ID],
      active: true,
    });
    await product().application.sessions.setPassword({ userId: user, password: 'Looker-pass1!' });
    const [first = ''] = await makeSubs('Locked', ['New', 'Submitted']);
    const page = await visit();
    await signIn(page, email, 'Looker-pass1!');
    await page.goto(boardOf('Locked'));
    await carry(page, linkIn(column(page, 'New'), 'Locked 1'), column(page, 'Submitted'));
    await page.mouse.up();
    await page.goto(boardOf('Locked'));
    await linkIn(column(page, 'New 1'), 'Locked 1').waitFor();
    expect(await statusOf(first)).toBe('New');
    await column(page, 'New').getByRole('button', { name: 'Why Locked 1 cannot be moved' }).click({ force: true });
    await page.getByRole('dialog').getByText('decides').waitFor();
    const status = await page.evaluate(
      async (id) =>
        (
          await fetch(`/api/subs/${id}`, {
            method: 'PUT',
            headers: { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('jwt_token') ?? ''}` },
            body: JSON.stringify({ status: 'Submitted' }),
          })
        ).status,
      first,
    );
    expect([status, await statusOf(first)]).toEqual([403, 'New']);
  });

  it('keeps the change of another user who saved first, if the user chooses so', async () => {
    const [first = ''] = await makeSubs('Contested', ['New', 'Offered', 'Rejected']);
    const page = await enter();
    await page.goto(boardOf('Contested'));
    await carry(page, linkIn(column(page, 'New'), 'Contested 1'), column(page, 'Rejected'));
    await page.mouse.up();
    const sheet = page.getByRole('dialog', { name: 'Not moved yet' });
    await sheet.waitFor();
    await product().application.records.update(SYSTEM_ACTOR, { module: 'subs', id: first, fields: { status: 'Offered' } });
    await sheet.getByRole('combobox', { name: 'Rejection reason' }).click();
    await page.getByRole('option', { name: 'Position filled' }).click();
    await sheet.getByRole('button', { name: 'Move to Rejected' }).click();
    await sheet.getByText('Someone else changed this to').waitFor();
    await sheet.getByRole('button', { name: 'Take theirs' }).click();
    await linkIn(column(page, 'Offered 2'), 'Contested 1').waitFor();
    expect(await statusOf(first)).toBe('Offered');
  });

  it('keeps a card whose save got no response, and sends it once on request', async () => {
    const [first = ''] = await makeSubs('Offline', ['New', 'Submitted']);
    const before = Number((await read('subs', first))._version);
    const page = await enter();
    await page.goto(boardOf('Offline'));
    await linkIn(column(page, 'New'), 'Offline 1').waitFor();
    let isDown = true;
    // The save reaches the server, but the response is lost.
    await page.route('**/api/subs/*', async (route) => {
      if (route.request().method() !== 'PUT' || !isDown) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await carry(page, linkIn(column(page, 'New'), 'Offline 1'), column(page, 'Submitted'));
    await page.mouse.up();
    const sheet = page.getByRole('dialog', { name: 'Not moved yet' });
    await sheet.getByText('The server cannot be reached.').waitFor();
    isDown = false;
    await sheet.getByRole('button', { name: 'Try again' }).click();
    await linkIn(column(page, 'Submitted 2'), 'Offline 1').waitFor();
    expect(await read('subs', first)).toMatchObject({ status: 'Submitted', _version: before + 1 });
  });

  it('prompts in a cell of the grid as on the board', async () => {
    const [first = ''] = await makeSubs('Celled', ['New']);
    const page = await enter();
    await page.goto('/app/subs?q=Celled');
    await page.getByRole('gridcell', { name: 'New', exact: true }).click();
    const edit = async (status: RegExp): Promise<void> => {
      await page.keyboard.press('s');
      await page.getByRole('option', { name: status }).click();
    };
    await edit(/^Rejected\s*Needs reason/);
    const asking = page.getByRole('dialog', { name: 'Move to Rejected' });
    await asking.getByText('A rejection reason is required when changing the status to rejected.').waitFor();
    await asking.getByRole('button', { name: /^Cancel/ }).click();
    await asking.waitFor({ state: 'hidden' });
    await page.getByRole('gridcell', { name: 'New', exact: true }).waitFor();
    expect(await statusOf(first)).toBe('New');
    await edit(/^Rejected/);
    await asking.getByRole('combobox', { name: 'Rejection reason' }).click();
    await page.getByRole('option', { name: 'Location' }).click();
    await asking.getByRole('button', { name: 'Move to Rejected' }).click();
    await page.getByRole('gridcell', { name: 'Rejected', exact: true }).waitFor();
    expect(await read('subs', first)).toMatchObject({ status: 'Rejected', rejection_reason: 'Location' });
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
      await form.getByLabel(field, { exact: true }).fill(name);
      await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
    }
    await form.getByRole('button', { name: /^Save/ }).click();
    await page.getByText('Made by hand added').waitFor();
    const found = (await product().application.records.find(SYSTEM_ACTOR, { module: 'subs', filter: { name: 'Made by hand' } })).data;
    expect(found).toMatchObject([{ status: 'Submitted' }]);
    await column(page, 'Submitted').getByRole('button', { name: 'Collapse Submitted' }).click();
    await page.getByRole('button', { name: /^Expand Submitted/ }).waitFor();
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
    const ask = page.getByRole('dialog', { name: 'Phoned 1' });
    await ask.getByText('A rejection reason is required').waitFor();
    await ask.getByRole('button', { name: 'Move back' }).click();
    await ask.waitFor({ state: 'hidden' });
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

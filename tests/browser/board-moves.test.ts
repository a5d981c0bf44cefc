import { expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { GLOBAL_TEAM_ID } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import { boardOf, carry, column, linkIn } from './board-page.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { makeRecord, makeSubs as makeSubsIn } from './make-subs.ts';
import { signIn } from './open-browser.ts';

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
});

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser } from './describe-in-browser.ts';
import { findAccessibilityViolations } from './accessibility-checks.ts';
import { firstRange, FITTING_ROWS } from './grid-page.ts';
import { registerUser, signInAs } from './register-user.ts';

const choose = async (page: Page, box: string, option: string, at = 0): Promise<void> => {
  await page.getByRole('dialog').getByRole('combobox', { name: box, exact: true }).nth(at).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};
const figure = (count: number): string => count.toLocaleString('en-US');

describeInBrowser('Saved views in the browser', ({ product, enter, visit }) => {
  const total = async (filter: object): Promise<number> =>
    (await product().application.records.find({ kind: 'system' }, { module: 'leads', filter: filter as never, limit: 1 })).total;

  it('are created, saved, changed, and restored by their address and by Back', async () => {
    const page = await enter();
    await page.goto('/app/leads?view=all');
    await page.getByRole('tab', { name: `All leads ${product().data.leads}` }).waitFor();

    await page.getByRole('button', { name: 'Add condition' }).click();
    const builder = page.getByRole('dialog', { name: 'Filter leads' });
    await choose(page, 'Field', 'Status');
    await choose(page, 'Condition', 'is not');
    await choose(page, 'Value', 'New');
    await builder.getByRole('button', { name: 'Add group' }).click();
    await choose(page, 'Field', 'Current address: State', 1);
    await choose(page, 'Condition', 'is', 1);
    await choose(page, 'Value', 'Georgia', 1);
    await builder.getByRole('button', { name: 'Add condition' }).first().click();
    await choose(page, 'Field', 'Assigned to', 2);
    await choose(page, 'Condition', 'is', 2);
    await choose(page, 'Value: Value', 'Me');
    const filter = {
      and: [{ not: { lead_status: 'new' } }, { or: [{ 'current_address.state': 'GA' }, { assigned_to: product().data.userId }] }],
    };
    const found = await total(filter);
    await builder.getByText(`Shows ${figure(found)} leads`).waitFor();
    expect(await findAccessibilityViolations(page, 'saved views', 'whole')).toEqual([]);
    await builder.getByRole('button', { name: 'Apply' }).click();
    await page.getByText(firstRange(found)).waitFor();
    await page.getByRole('button', { name: 'Edit the filter Status is not New' }).waitFor();

    await page.getByRole('button', { name: 'Save as', exact: true }).click();
    await page.getByRole('dialog', { name: 'New view' }).getByLabel('Name').fill('Near or mine');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: `Near or mine ${figure(found)}`, selected: true }).waitFor();
    const address = page.url();
    expect(new URL(address).search).toMatch(/^\?view=[0-9a-f-]{36}$/);

    await page.getByRole('button', { name: 'Edit the filter Status is not New' }).click();
    await choose(page, 'Condition', 'is');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('group', { name: 'Changed, not saved' }).waitFor();
    await page.getByRole('button', { name: 'Remove the filter Status' }).click();
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByText(firstRange(found)).waitFor();
    expect(page.url()).toBe(address);

    await page.getByRole('tab', { name: /^All leads/ }).click();
    await page.getByText(firstRange(product().data.leads)).waitFor();
    await page.goBack();
    await page.getByText(firstRange(found)).waitFor();
    await page.reload();
    await page.getByText(firstRange(found)).waitFor();
  });

  it('are renamed, open their list, and are deleted, which their address then shows', async () => {
    const page = await enter();
    const view = await product().application.records.views.create(
      { kind: 'user', userId: product().data.userId },
      { module: 'leads', name: 'Screened', filter: { lead_status: 'screening' } },
    );
    const found = await total({ lead_status: 'screening' });
    const address = `/app/leads?view=${view._id}`;
    await page.goto(address);
    await page.getByText(firstRange(found)).waitFor();
    await page.getByRole('button', { name: 'View options' }).click();
    await page.getByRole('menuitem', { name: 'Name and sharing' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Near');
    await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('tab', { name: `Near ${figure(found)}` }).waitFor();
    await page.getByRole('button', { name: 'View options' }).click();
    await page.getByRole('menuitem', { name: 'Open with this view' }).click();
    await page.goto('/app/leads');
    await page.getByRole('tab', { name: `Near ${figure(found)}`, selected: true }).waitFor();
    await page.getByRole('button', { name: 'View options' }).click();
    await page.getByRole('menuitem', { name: 'Delete view' }).click();
    await page.getByRole('dialog', { name: 'Delete the view Near' }).getByRole('button', { name: 'Delete view' }).click();
    await page.getByRole('tab', { name: 'Follow up 0', selected: true }).waitFor();
    await page.goto(address);
    await page.getByText('This view is no longer there.').waitFor();
    // The message has the height of one row.
    await page.getByText(`1–${FITTING_ROWS - 1} of ${product().data.leads}`).waitFor();
  });

  it('that are shared with a team or a role are visible to its members only', async () => {
    const { records } = product().application;
    const { record: team } = await records.create({ kind: 'system' }, { module: 'teams', fields: { name: 'Night desk' } });
    const member = await registerUser(product(), 'Standard', ['role_credentialing_specialist'], 'mina');
    const recruiter = await registerUser(product(), 'Standard', ['role_recruiter'], 'rhea');
    await records.update({ kind: 'system' }, { module: 'users', id: member.userId, fields: { teams: [team._id] } });
    const page = await enter();
    for (const [name, audience, label, found] of [
      ['Of the desk', 'A team', 'Team', 'Night desk'],
      ['Of recruiters', 'A role', 'Role', 'Recruiter'],
    ] as const) {
      await page.goto(`/app/leads?filter=${encodeURIComponent(JSON.stringify({ lead_status: 'screening' }))}`);
      await page.getByRole('button', { name: 'Save as', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'New view' });
      await dialog.getByLabel('Name').fill(name);
      await choose(page, 'Who can use it', audience);
      await dialog.getByRole('textbox', { name: label, exact: true }).fill(found);
      await page.getByRole('option', { name: found }).first().click();
      await dialog.getByRole('button', { name: 'Save view' }).click();
      await page.getByRole('tab', { name: new RegExp(`^${name}`) }).waitFor();
    }
    for (const [email, theirs] of [
      [member.email, 'Of the desk'],
      [recruiter.email, 'Of recruiters'],
    ] as const) {
      const other = await visit();
      await signInAs(other, email);
      await other.goto('/app/leads');
      const tab = other.getByRole('tab', { name: new RegExp(`^${theirs}`) });
      await tab.click();
      await other.getByText(firstRange(await total({ lead_status: 'screening' }))).waitFor();
      expect(await other.getByRole('tab', { name: /^Of / }).count()).toBe(1);
      // Members can use it, and the owner can change it.
      await other.getByRole('button', { name: 'View options' }).click();
      expect(await other.getByRole('menuitem', { name: 'Delete view' }).count()).toBe(0);
    }
  });

  it('group records in collapsible groups, and sort them by several fields', async () => {
    const page = await enter();
    await page.goto('/app/leads?view=all');
    await page.getByText(firstRange(product().data.leads)).waitFor();
    await page.getByRole('toolbar', { name: 'Actions' }).getByRole('button', { name: 'Last name' }).click();
    await page.getByRole('menuitem', { name: 'Then by…' }).click();
    const editor = page.getByRole('dialog', { name: 'Order' });
    await choose(page, 'Sort by', 'Status');
    await editor.getByRole('button', { name: 'Add an order' }).click();
    await choose(page, 'Then by', 'Last name');
    await editor.getByRole('button', { name: 'Ascending' }).last().click();
    await editor.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Status and 1 more' }).waitFor();
    expect(decodeURIComponent(new URL(page.url()).search)).toContain('sort=lead_status,last_name&order=');

    await page.getByRole('button', { name: 'Group', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Status', exact: true }).click();
    const screening = await total({ lead_status: 'screening' });
    const header = page.getByRole('button', { name: `Screening ${screening}` });
    await header.waitFor();
    expect(await header.getAttribute('aria-expanded')).toBe('false');
    await header.press('Enter');
    await page
      .getByRole('region', { name: `Screening ${screening}` })
      .getByRole('link')
      .first()
      .waitFor();
    const shown = await page
      .getByRole('region', { name: `Screening ${screening}` })
      .getByRole('link')
      .allInnerTexts();
    const { data } = await product().application.records.find(
      { kind: 'system' },
      { module: 'leads', filter: { lead_status: 'screening' }, sort: [{ sortField: 'last_name', sortOrder: 'desc' }], limit: 10 },
    );
    expect(shown.map((name) => name.split(' ').at(-1))).toEqual(data.map((lead) => lead['last_name']));
    expect(await findAccessibilityViolations(page, 'saved views', 'whole')).toEqual([]);
    await page
      .getByRole('region', { name: `Screening ${screening}` })
      .getByRole('button', { name: 'Next page' })
      .click();
    await expect
      .poll(() =>
        page
          .getByRole('region', { name: `Screening ${screening}` })
          .getByRole('link')
          .count(),
      )
      .toBe(screening - 10);
    await header.click();
    expect(await header.getAttribute('aria-expanded')).toBe('false');
  });

  it('work on a phone, in dark mode: the title is their menu, the builder fills the screen', async () => {
    const page = await enter({ width: 375, height: 812, scheme: 'dark' });
    await page.goto('/app/leads?view=all');
    await page.getByRole('link', { name: 'Nina Abbott' }).waitFor();
    await page.getByRole('button', { name: 'Add condition' }).click();
    const builder = page.getByRole('dialog', { name: 'Filter leads' });
    await choose(page, 'Field', 'Next date');
    await choose(page, 'Condition', 'is on or before');
    await choose(page, 'Value: When', 'Days from now');
    await builder.getByText(/^Shows/).waitFor();
    expect((await builder.boundingBox())?.width).toBe(375);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
    expect(await findAccessibilityViolations(page, 'saved views', 'whole')).toEqual([]);
    await builder.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Views: All leads' }).click();
    await page.getByRole('menuitem', { name: /^Mine/ }).click();
    await page.getByRole('button', { name: 'Views: Mine' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  });

  it('show what is omitted if one of their fields was removed', async () => {
    const page = await enter();
    const { records } = product().application;
    const actor = { kind: 'user' as const, userId: product().data.userId };
    const view = await records.views.create(actor, {
      module: 'leads',
      name: 'Was whole',
      filter: { profession: { exists: true } },
      columns: [{ fieldName: 'name' }],
    });
    const { store } = product().application;
    const [stored] = await store.get('_views', [view._id]);
    if (stored === undefined) throw new Error('The view was not kept');
    const document = {
      ...stored.document,
      _version: stored.document._version + 1,
      filter: { and: [{ was_there: 1 }, { profession: { exists: false } }] },
      columns: [{ fieldName: 'was_there' }, { fieldName: 'name' }],
    };
    const keys = { module: stored.document['module'] as string, audience: [`user:${product().data.userId}`] };
    await store.commit({
      writes: [
        {
          kind: 'update',
          collection: '_views',
          document,
          keys,
          previousKeys: keys,
          expectedVersion: stored.document._version,
          definitionVersion: 0,
        },
      ],
    });
    await page.goto(`/app/leads?view=${view._id}`);
    await page.getByText('Not all of this view is shown.').waitFor();
    await page.getByText('A condition on the field was_there that is gone is left out.').waitFor();
    await page.getByText(`1–${FITTING_ROWS - 1} of ${await total({ profession: { exists: false } })}`).waitFor();
  });
});

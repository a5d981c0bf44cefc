import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { WorkflowDefinition } from '#engine/model/definitions';
import { carry } from './board-page.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { findAccessibilityViolations } from './accessibility-checks.ts';

const choice = (page: Page, name: string): Locator => page.getByRole('combobox', { name, exact: true });

async function choose(page: Page, name: string, option: string): Promise<void> {
  await choice(page, name).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function add(page: Page, button: string, type: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('menuitem', { name: type, exact: true }).click();
}

describeInBrowser('The builder of workflows', ({ product, enter }) => {
  const sentences = (page: Page): Promise<readonly string[]> =>
    page.locator('[data-list="actions"] > li > .sw-part > .sw-head .sw-sentence').allInnerTexts();

  it('makes a workflow by pointer and keyboard, which is published and listed', async () => {
    // The whole workflow is on the screen: what is dragged is not scrolled to.
    const page = await enter({ height: 2400 });
    await page.goto('/admin/studio/workflows');
    await page.getByRole('button', { name: 'New workflow' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Second outreach');
    await choose(page, 'Module', 'Leads');
    await page.getByRole('dialog', { name: 'New workflow' }).getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'Second outreach' }).waitFor();

    // When and if.
    await page.getByRole('button', { name: 'A lead is created or changed', exact: true }).click();
    await choose(page, 'For', 'Changed records');
    await page.getByRole('button', { name: 'A lead is changed', exact: true }).waitFor();
    await add(page, 'Add condition', 'A field changes from or to a value');
    await choose(page, 'Field', 'Status');
    await choose(page, 'Value: to a value', 'Attempting contact');
    await page.getByRole('button', { name: 'Status changes to Attempting contact', exact: true }).waitFor();

    // Then: a wait by the keyboard, a field, and a message in a branch.
    await page.getByRole('button', { name: 'Add step', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Wait', exact: true }).waitFor();
    for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Wait for: number' }).fill('3');
    await page.getByRole('button', { name: 'Wait 3 days', exact: true }).waitFor();
    await add(page, 'Add step', 'Set fields');
    await choose(page, 'Field to set', 'Description');
    await choose(page, 'Kind of value of Description', 'a text with fields');
    await page.getByRole('textbox', { name: 'Description', exact: true }).last().fill('Call again');
    await add(page, 'Add step', 'Branch');
    // What the draft has wrong is at its part: the branch has no condition, and no step. It moves what is below.
    const branch = page.getByRole('group', { name: 'Take the branch if its condition is true' });
    await branch.locator('.sw-problems').first().waitFor();
    await add(page, 'Add step to: Otherwise', 'Notify users');
    await page.getByRole('textbox', { name: 'Text' }).fill('Nobody called');
    await page.getByRole('button', { name: 'Notify the owner: “Nobody called”', exact: true }).waitFor();
    expect(await findAccessibilityViolations(page, 'the builder of workflows')).toEqual([]);

    // The second step goes before the first by its grip, and back by the keyboard.
    const set = page.getByRole('button', { name: 'Set Description to “Call again”', exact: true });
    await expect.poll(() => sentences(page)).toHaveLength(3);
    const grips = page.locator('[data-list="actions"] > li > .sw-part > .sw-head .sw-grip');
    await carry(page, grips.nth(1), grips.first());
    await page.locator('[data-list="actions"] > li > [data-over]').waitFor();
    await page.mouse.up();
    await expect.poll(async () => (await sentences(page))[0]).toContain('Set Description');
    await set.focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(async () => (await sentences(page))[1]).toContain('Set Description');
    await expect.poll(() => set.evaluate((element) => element === document.activeElement)).toBe(true);

    await page.getByRole('button', { name: 'More for: Take the branch if its condition is true' }).click();
    await page.getByRole('menuitem', { name: 'Remove', exact: true }).click();
    await expect.poll(() => sentences(page)).toHaveLength(2);
    await page.getByRole('switch', { name: 'On or off' }).check({ force: true });
    await page.getByText('· Saved').waitFor();

    await page.getByRole('button', { name: 'Review', exact: true }).click();
    await page.getByText(/^Publishing /u).waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText(/is published\. Everyone works with it now\.$/u).waitFor();
    const { workflow } = product().application.registry.definitions();
    const made: WorkflowDefinition | undefined = [...workflow.values()].find(({ name }) => name === 'Second outreach');
    expect(made).toMatchObject({
      module: 'leads',
      active: true,
      appliesTo: 'update',
      conditions: [{ type: 'changes-to' }],
      actions: [
        { type: 'wait', for: { amount: 3, unit: 'days' } },
        { type: 'update-record', values: { description: { text: 'Call again' } } },
      ],
    });

    await page.goto('/admin/workflow-management');
    const row = page.getByRole('row', { name: /Second outreach/ });
    await row.getByText('A lead is changed').waitFor();
    expect(await row.getByRole('switch', { name: 'Second outreach is on' }).isChecked()).toBe(true);
    expect(await findAccessibilityViolations(page, 'the list of workflows')).toEqual([]);
  });
});

import { expect, it } from 'vitest';
import { describeInBrowser } from './describe-in-browser.ts';
import { findAccessibilityViolations } from './accessibility-checks.ts';
import { findHorizontalOverflow } from './layout-checks.ts';

describeInBrowser('Dashboards in the browser', ({ product, enter }) => {
  it('begin with the first page, and become the user’s own: widgets are added, moved by keyboard, and folded on a phone', async () => {
    const page = await enter();
    await page.goto('/app/dashboard');
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.getByRole('heading', { level: 2, name: 'Recently seen' }).waitFor();
    await page.getByRole('button', { name: 'Customize' }).click();
    await page.getByRole('heading', { level: 1, name: 'My dashboard' }).waitFor();
    await page.getByRole('button', { name: 'Move What needs me' }).waitFor();

    // A widget with options, and one of a module.
    await page.getByRole('button', { name: 'Add widget' }).click();
    await page.getByRole('button', { name: 'Add: Notes' }).click();
    await page.getByRole('textbox', { name: 'Text' }).fill('Call the school at nine.');
    await page.getByRole('dialog').getByRole('button', { name: 'Add widget' }).click();
    await page.getByText('Call the school at nine.').waitFor();
    expect(await findAccessibilityViolations(page, 'dashboard while it is edited', 'whole')).toEqual([]);

    // Moved and resized by keyboard; each step is announced, and the layout is saved.
    const handle = page.getByRole('button', { name: 'Move Notes' });
    await handle.focus();
    const saved = page.waitForResponse((one) => one.request().method() === 'PUT' && one.url().includes('/api/user-dashboards/'));
    await page.keyboard.press('ArrowUp');
    await page.getByText(/^Notes: column \d+, row \d+, 4 wide, 6 high$/).waitFor({ state: 'attached' });
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText(/^Notes: column \d+, row \d+, 4 wide, 7 high$/).waitFor({ state: 'attached' });
    expect((await saved).status()).toBe(200);
    const { records } = product().application;
    const { data } = await records.find({ kind: 'system' }, { module: 'userDashboards', limit: 1 });
    expect(data[0]?.['dashboard_layout']).toContainEqual(expect.objectContaining({ width: 4, height: 7 }));
    await page.reload();

    // Folded into one column on a phone, without the tools of editing.
    await page.setViewportSize({ width: 375, height: 812 });
    await page.getByText('Call the school at nine.').waitFor();
    expect(await findHorizontalOverflow(page, 'dashboard')).toEqual([]);
    const lefts = await page.locator('.ms-tile').evaluateAll((tiles) => tiles.map((tile) => Math.round(tile.getBoundingClientRect().left)));
    expect(new Set(lefts).size).toBe(1);
    expect(await findAccessibilityViolations(page, 'dashboard on a phone', 'whole')).toEqual([]);
  });

  it('are dragged and resized by pointer, lose a widget and get it back', async () => {
    const page = await enter();
    await page.goto('/app/dashboard');
    await page.getByRole('button', { name: 'Customize' }).click();
    const handle = page.getByRole('button', { name: 'Move Recently seen' });
    const box = await handle.boundingBox();
    expect(box).not.toBeNull();
    const from = { x: (box?.x ?? 0) + 8, y: (box?.y ?? 0) + 8 };
    const saved = page.waitForResponse((one) => one.request().method() === 'PUT' && one.url().includes('/api/user-dashboards/'));
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 260, from.y + 10, { steps: 8 });
    await page.mouse.up();
    expect((await saved).status()).toBe(200);

    const tile = page.locator('.react-grid-item', { has: handle });
    await tile.locator('.react-resizable-handle').scrollIntoViewIfNeeded();
    const before = await tile.boundingBox();
    const corner = await tile.locator('.react-resizable-handle').boundingBox();
    const grip = { x: (corner?.x ?? 0) + (corner?.width ?? 0) / 2, y: (corner?.y ?? 0) + (corner?.height ?? 0) / 2 };
    const resized = page.waitForResponse((one) => one.request().method() === 'PUT' && one.url().includes('/api/user-dashboards/'));
    await page.mouse.move(grip.x, grip.y);
    await page.mouse.down();
    await page.mouse.move(grip.x, grip.y + 140, { steps: 8 });
    await page.mouse.up();
    expect((await resized).status()).toBe(200);
    expect((await tile.boundingBox())?.height).toBeGreaterThan((before?.height ?? 0) + 80);

    await page.getByRole('button', { name: 'More about Recently seen' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await handle.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await handle.waitFor();
  });

  it('get a report by Add to dashboard, and become the default of a role', async () => {
    const { records } = product().application;
    const title = 'Leads to count';
    const page = await enter();
    await page.goto('/app/reports/new');
    await page.getByRole('combobox', { name: 'Source' }).click();
    await page.getByRole('option', { name: 'Leads', exact: true }).click();
    await page.getByText(`${product().data.leads} of ${product().data.leads} leads`).waitFor();
    const add = page.getByRole('button', { name: 'Add to dashboard' });
    await add.click();
    // What is not saved cannot be shown elsewhere.
    expect(await page.getByRole('menuitem', { name: /^A new dashboard/ }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'Name' }).fill(title);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(/\/reports\/[0-9a-f-]{36}$/);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await add.click();
    await page.getByRole('menuitem', { name: 'A new dashboard' }).click();
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByRole('heading', { level: 2, name: title }).waitFor();

    await page.getByRole('button', { name: 'Choose a dashboard' }).click();
    await page.getByRole('menuitem', { name: 'Save as default' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as default' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Figures for managers');
    await dialog.getByRole('combobox', { name: 'Roles' }).click();
    await page.getByRole('option', { name: 'Manager', exact: true }).click();
    await page.keyboard.press('Escape');
    expect(await findAccessibilityViolations(page, 'saving a default dashboard', 'whole')).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Default dashboard Figures for managers saved').waitFor();
    const saved = await records.find(
      { kind: 'system' },
      { module: 'defaultDashboards', filter: { name: 'Figures for managers' }, limit: 2 },
    );
    expect(saved.data).toMatchObject([{ active: true, dashboard_layout: [expect.objectContaining({ widget: 'chart', width: 6 })] }]);
    expect(saved.data[0]?.['roles']).toHaveLength(1);
  });

  it('count figures again after a save, and only those that it concerns', async () => {
    const page = await enter();
    await page.goto('/app/dashboard');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const customize = page.getByRole('button', { name: 'Customize' });
    await customize.click();
    await page.getByRole('button', { name: 'Add widget' }).click();
    await page.getByRole('button', { name: 'Add: Number' }).click();
    await page.getByRole('combobox', { name: 'Records of' }).click();
    await page.getByRole('option', { name: 'Leads', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add widget' }).click();
    const { leads } = product().data;
    await page.getByRole('link', { name: `Number: ${leads} leads` }).waitFor();
    const { records } = product().application;
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await records.create({ kind: 'system' }, { module: 'leads', fields: { first_name: 'Live', last_name: 'Counted' } });
    await page.getByRole('link', { name: `Number: ${leads + 1} leads` }).waitFor();
    expect(requests).toContain('/api/leads/group');
    // A save of another module comes first, so that its requests would be sent before the next figure is there.
    requests.length = 0;
    await records.create({ kind: 'system' }, { module: 'clients', fields: { name: 'Not counted' } });
    await records.create({ kind: 'system' }, { module: 'leads', fields: { first_name: 'Live', last_name: 'Counted again' } });
    await page.getByRole('link', { name: `Number: ${leads + 2} leads` }).waitFor();
    // The counts of the menu are no figures.
    expect(requests.filter((one) => one.endsWith('/group'))).toEqual(['/api/leads/group']);
  });
});

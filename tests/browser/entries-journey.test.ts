import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import type { JsonObject } from '#engine/model/values';
import { publishOrders } from '../support/publish-orders.ts';
import { findAccessibilityViolations } from './accessibility-checks.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { findHorizontalOverflow, findSmallTargets } from './layout-checks.ts';

const box = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true });
const choice = (page: Page, name: string): Locator => page.getByRole('combobox', { name, exact: true });

describeInBrowser('Fields with an entry schema', ({ product, enter }) => {
  beforeAll(() => publishOrders(product().application));
  const make = async (fields: JsonObject): Promise<string> =>
    (await product().application.records.create(SYSTEM_ACTOR, { module: 'orders', fields })).record._id;
  const read = (id: string): Promise<JsonObject> => product().application.records.get(SYSTEM_ACTOR, { module: 'orders', id });
  const findUser = async () => {
    const found = await product().application.records.find(SYSTEM_ACTOR, { module: 'users', limit: 1 });
    return found.data[0] as JsonObject;
  };

  const inspect = async (page: Page, screen: string, width: number): Promise<readonly string[]> => [
    ...(await findAccessibilityViolations(page, screen, 'whole')),
    ...(await findHorizontalOverflow(page, screen)),
    ...(width < 500 ? await findSmallTargets(page, screen) : []),
  ];

  it.each([
    [1440, 900, 'light'],
    [1440, 900, 'dark'],
    [375, 812, 'light'],
    [375, 812, 'dark'],
  ] as const)('are filled in, mended and read at %i by %i px, %s', async (width, height, scheme) => {
    const name = `Order ${width} ${scheme}`;
    const earlier = await make({ name: `Earlier ${width} ${scheme}` });
    const page = await enter({ width, height, scheme, ...(width < 500 ? { touch: true } : {}) });
    await page.goto('/app/module/orders/new');
    await box(page, 'Name').fill(name);
    const lines = page.getByRole('group', { name: 'Lines' });
    await lines.getByRole('button', { name: 'Add row' }).press('Enter');
    await page.keyboard.type('Paint');
    await choice(page, 'Kind, row 1').click();
    await page.getByRole('option', { name: /^Goods/ }).click();
    await box(page, 'Quantity, row 1').fill('2');
    await box(page, 'Amount, row 1').fill('12.5');
    await box(page, 'Due, row 1').fill('11/18/2026');
    await page.keyboard.press('Tab');
    await lines.getByRole('switch', { name: 'Done, row 1' }).press('Space');
    await box(page, 'Earlier order, row 1').fill(`Earlier ${width} ${scheme}`);
    await page.getByRole('option', { name: new RegExp(`^Earlier ${width} ${scheme}`) }).click();
    // The second row has no item, and a quantity that is too small.
    await lines.getByRole('button', { name: 'Add row' }).click();
    await box(page, 'Quantity, row 2').fill('0');
    await box(page, 'Remark').fill('At the back door');
    await page.keyboard.press('Control+Enter');
    await lines.getByText('Item is required.', { exact: true }).waitFor();
    await lines.getByText('Type 1 or more.', { exact: true }).waitFor();
    await page.getByRole('group', { name: 'Delivery' }).getByText('Say where it goes.', { exact: true }).waitFor();
    await page.getByText('Quantity, row 2: Type 1 or more.').waitFor();
    expect(await inspect(page, 'a form with entries', width)).toEqual([]);

    await box(page, 'Quantity, row 2').fill('3');
    await box(page, 'Item, row 2').fill('Brush');
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => box(page, 'Item, row 1').inputValue()).toBe('Brush');
    await box(page, 'Place').fill('Yard');
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/\/orders\/(?!new)/);
    const [saved] = (await product().application.records.find(SYSTEM_ACTOR, { module: 'orders', filter: { name }, limit: 1 })).data;
    expect(saved).toMatchObject({
      lines: [
        { item: 'Brush', quantity: 3 },
        { item: 'Paint', kind: 'goods', quantity: 2, amount: 12.5, due: '2026-11-18', done: true, earlier },
      ],
      delivery: { place: 'Yard', remark: 'At the back door' },
    });

    const table = page.getByRole('region', { name: 'Lines' }).getByRole('table');
    await table.waitFor();
    await table.getByRole('cell', { name: '$12.50' }).waitFor();
    await table.getByRole('link', { name: `Earlier ${width} ${scheme}` }).waitFor();
    await page.getByText('At the back door', { exact: true }).waitFor();
    expect(await inspect(page, 'a record with entries', width)).toEqual([]);
  });

  it('are readable in the history, with names of records', async () => {
    const user = await findUser();
    const id = await make({ name: 'Changed', lines: [{ item: 'Paint', amount: 5 }] });
    await product().application.records.update(SYSTEM_ACTOR, {
      module: 'orders',
      id,
      fields: { lines: [{ item: 'Paint', amount: 6, responsible: user['_id'] ?? null }] },
    });
    const page = await enter();
    await page.goto(`/app/module/orders/${id}`);
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText('Item: Paint, Amount: $5.00', { exact: true }).waitFor();
    await page.getByText(`Item: Paint, Amount: $6.00, Responsible: ${user['name'] as string}`, { exact: true }).waitFor();
  });

  it('stay as they are when another field is saved', async () => {
    const id = await make({ name: 'Shared', note: 'One', lines: [{ item: 'Paint' }] });
    const page = await enter();
    await page.goto(`/app/module/orders/${id}/edit`);
    await box(page, 'Item, row 1').waitFor();
    await box(page, 'Note').fill('Two');
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(new RegExp(`/orders/${id}$`));
    const stored = await read(id);
    expect([stored['note'], stored['lines']]).toEqual(['Two', [{ item: 'Paint' }]]);
  });
});

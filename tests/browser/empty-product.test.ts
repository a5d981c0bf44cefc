import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { createApiClient, type ApiClient } from '../support/api-client.ts';
import { describeServedProduct } from './describe-in-browser.ts';
import { sendSignIn } from './open-browser.ts';
import { ADMIN, startEmptyProduct } from './start-product.ts';

const CLERK = { email: 'clerk@muster.test', password: 'Clerk-pass1!' };

const box = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true });

const layout = (view: string, fields: readonly string[]) => ({
  ssModule: 'tickets',
  view,
  sections: [{ id: 'main', label: 'Ticket', columns: 2, fields: fields.map((fieldName) => ({ fieldName })) }],
});

async function must(response: ReturnType<ApiClient['post']>): Promise<{ readonly _id: string }> {
  const { status, body } = await response;
  if (status !== 200 && status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body as { readonly _id: string };
}

/** Creates a dropdown, a module with layouts, a role and a user, as an admin does. */
async function makeTickets(admin: ApiClient): Promise<void> {
  await must(
    admin.post('/api/dropdowns', {
      name: 'ticket_state',
      options: [
        { label: 'Open', value: 'open', hue: 'blue' },
        { label: 'Closed', value: 'closed', hue: 'gray' },
      ],
    }),
  );
  await must(
    admin.post('/api/ss-modules/create', {
      name: 'tickets',
      label: 'Tickets',
      labelSingular: 'Ticket',
      fields: [
        { fieldName: 'state', label: 'State', inputType: 'Dropdown', dropdown: 'ticket_state', default: 'open' },
        { fieldName: 'due', label: 'Due', inputType: 'Date' },
        { fieldName: 'cost', label: 'Cost', inputType: 'Currency' },
      ],
    }),
  );
  for (const view of ['edit', 'detail', 'grid']) await must(admin.post('/api/layouts', layout(view, ['name', 'state', 'due', 'cost'])));
  const { _id: role } = await must(
    admin.post('/api/roles', {
      name: 'Clerk',
      module_access: { tickets: { access: true, create: true, view: 'All', edit: 'All', delete: 'All' } },
    }),
  );
  const { _id: user } = await must(
    admin.post('/api/users/register', { ...CLERK, first_name: 'Cleo', last_name: 'Clerk', userType: 'Standard', active: true }),
  );
  await must(admin.post('/api/users/update-roles', { userId: user, roles: [role] }));
}

/** The list, the form and the record of a ticket: create, find, edit, delete. */
async function workWithTickets(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Tickets' }).first().click();
  await page.waitForURL(/\/app\/module\/tickets/);
  await page
    .getByRole('link', { name: 'New ticket' })
    .or(page.getByRole('button', { name: 'New ticket' }))
    .first()
    .click();
  await box(page, 'Name').fill(name);
  await box(page, 'Cost').fill('12.50');
  await page.getByRole('button', { name: /^Save/ }).last().click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('combobox', { name: 'State', exact: true }).click();
  await page.getByRole('option', { name: 'Closed', exact: true }).click();
  await page.getByRole('button', { name: /^Save/ }).last().click();
  await page.waitForURL((url) => !url.pathname.endsWith('/edit'));
  await page.getByRole('main').getByText('Closed').first().waitFor();
  await page.getByRole('link', { name: 'Tickets' }).first().click();
  await page.getByRole('searchbox', { name: 'Search tickets' }).fill(name);
  await page.getByText('1–1 of 1').waitFor();
  await page
    .getByRole('checkbox', { name: /toggle row selection/ })
    .first()
    .click();
  await page.getByText('1 selected').waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await expect.poll(() => page.getByRole('link', { name }).count()).toBe(0);
}

describeServedProduct('The product without definitions and plugins', startEmptyProduct, ({ product, visit }) => {
  beforeAll(async () => {
    const { body } = await createApiClient(product().url, undefined).post('/api/users/login', ADMIN);
    await makeTickets(createApiClient(product().url, body.token));
  });

  it('has users, teams and roles alone before an admin creates a module', () => {
    const { modules, menus } = product().application.registry.current();
    expect([...modules.keys()].sort()).toEqual(['roles', 'teams', 'tickets', 'users']);
    expect(menus).toEqual([]);
  });

  it.each([
    ['an admin', ADMIN],
    ['a user with a role', CLERK],
  ] as const)('lets %s create, find, edit and delete records of a new module', async (who, { email, password }) => {
    const page = await visit();
    await sendSignIn(page, email, password);
    await page.goto('/app/dashboard');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await workWithTickets(page, `Printer of ${who}`);
  });

  it('shows no page of a plugin, and finds none, although the browser has their code', async () => {
    const page = await visit();
    const notFound = page.getByRole('heading', { name: 'This page does not exist' });
    for (const path of ['/test', '/provider/dashboard', '/store/coins']) {
      await page.goto(path);
      await notFound.waitFor();
    }
    await sendSignIn(page, ADMIN.email, ADMIN.password);
    for (const path of ['/app/pay-calculator', '/admin/games']) {
      await page.goto(path);
      await notFound.waitFor();
    }
    await page.goto('/app/dashboard');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('home');
    await page.getByRole('option', { name: 'Home' }).waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('pay');
    await page.getByRole('option', { name: 'Home' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('option', { name: 'Pay Raise Calculator' }).count()).toBe(0);
  });

  it('shows the users to an admin, and every user their profile', async () => {
    const page = await visit();
    await sendSignIn(page, ADMIN.email, ADMIN.password);
    await page.goto('/app/users');
    await page.getByRole('link', { name: 'Cleo Clerk' }).waitFor();
    await page.goto('/admin');
    await page.getByRole('heading', { level: 1 }).waitFor();
  });
});

import { expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { registerUser, signInAs } from './register-user.ts';

describeInBrowser('A relate field', ({ product, visit, enter }) => {
  const find = async (module: string, filter: object) =>
    (await product().application.records.find(SYSTEM_ACTOR, { module, filter: filter as never, limit: 2 })).data;

  it('creates a missing record with its quick-create form, and selects it', async () => {
    const page = await enter();
    await page.goto('/app/jobs/new');
    await page.getByRole('textbox', { name: 'Job title' }).fill('School nurse');
    const account = page.getByRole('textbox', { name: 'Account', exact: true });
    await account.fill('Brookline Academy');
    await page.getByRole('option', { name: /New account/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New account' });
    expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Brookline Academy');
    // No link leads away from the form behind it.
    expect(await dialog.getByRole('button', { name: 'Open the full form' }).count()).toBe(0);
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'hidden' });
    expect(await account.inputValue()).toBe('Brookline Academy');
    await page.getByRole('button', { name: /Save job/ }).click();
    await page.getByRole('heading', { name: 'School nurse', level: 1 }).waitFor();
    const [made] = await find('accounts', { name: 'Brookline Academy' });
    expect(made).toBeDefined();
    expect(await find('jobs', { accounts_jobs: made?._id ?? '' })).toMatchObject([{ custom_job_title: 'School nurse' }]);
  });

  it('creates one from its popup search too, in an in-place edit', async () => {
    const { record } = await product().application.records.create(SYSTEM_ACTOR, { module: 'jobs', fields: { custom_job_title: 'Aide' } });
    const page = await enter();
    await page.goto(`/app/jobs/${record._id}`);
    await page.getByRole('button', { name: 'Edit Account' }).click();
    await page.getByRole('button', { name: 'Search accounts' }).click();
    await page.getByRole('dialog', { name: 'Search accounts' }).getByRole('button', { name: 'New account' }).click();
    const dialog = page.getByRole('dialog', { name: 'New account' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Quarry Hill');
    // Enter in the dialog must not submit the field behind it.
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Save account' }).click();
    await page.locator('.mi-field', { hasText: 'Account' }).getByRole('link', { name: 'Quarry Hill' }).waitFor();
    const [made] = await find('accounts', { name: 'Quarry Hill' });
    expect(await find('jobs', { accounts_jobs: made?._id ?? '' })).toMatchObject([{ _id: record._id }]);
  });

  it('offers no creation to users who may not create', async () => {
    const { email } = await registerUser(product(), 'Standard', ['role_recruiter']);
    const page = await visit();
    await signInAs(page, email);
    await page.goto('/app/jobs/new');
    await page.getByRole('textbox', { name: 'Account', exact: true }).fill('Nowhere');
    await page.getByRole('listbox', { name: 'accounts' }).getByText('Nothing found').waitFor();
    expect(await page.getByRole('option', { name: /New account/ }).count()).toBe(0);
  });
});

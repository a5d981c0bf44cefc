import { expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { findAccessibilityViolations } from './accessibility-checks.ts';
import { readMailFiles } from '../../engine/testing/mail-files.ts';
import { REGISTERED_PASSWORD, registerUser, signInAs } from './register-user.ts';

describeInBrowser('The own profile', ({ product, visit }) => {
  it.each([
    ['Standard', '/app', 'role_recruiter'],
    ['Provider', '/provider', 'role_provider'],
    ['Dashboard', '/app', 'role_dashboard'],
  ] as const)(
    'of a %s user opens from the account menu, is edited in place, and shows why other fields are read-only',
    async (userType, area, role) => {
      const { email } = await registerUser(product(), userType, [role]);
      const page = await visit();
      await signInAs(page, email);
      await page.getByRole('button', { name: `Terry ${userType}` }).click();
      await page.getByRole('menuitem', { name: 'Profile' }).click();
      await page.waitForURL(`**${area}/user/profile`);
      await page.getByRole('heading', { name: `Terry ${userType}`, level: 1 }).waitFor();
      await page.getByRole('button', { name: 'Edit Phone' }).click();
      await page.keyboard.type('3055550142');
      await page.keyboard.press('Enter');
      await page.getByText('305-555-0142').waitFor();
      await page.getByRole('button', { name: 'Edit First name' }).click();
      await page.keyboard.type('Tess');
      await page.keyboard.press('Enter');
      // The frame shows the new name immediately.
      await page.getByRole('button', { name: `Tess ${userType}` }).waitFor();
      const { records } = product().application;
      const [stored] = (await records.find(SYSTEM_ACTOR, { module: 'users', filter: { email }, limit: 1 })).data;
      expect(stored).toMatchObject({ first_name: 'Tess', phone: '3055550142', userType });
      expect(await page.getByRole('button', { name: 'Edit User type' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Why User type cannot be changed' }).click();
      await page.getByRole('dialog', { name: "Why can't I edit this?" }).waitFor();
      expect(await page.getByRole('link', { name: 'Open the user record' }).count()).toBe(0);
      await page.goto(`${area}/user/profile/${product().data.userId}`);
      await page.getByText(/You do not have access to Users/).waitFor();
    },
  );

  it('of a Provider lists all starred records', async () => {
    const { application } = product();
    const { email, userId } = await registerUser(product(), 'Provider', ['role_provider'], 'star');
    const subjects = Array.from({ length: 10 }, (_, at) => `Starred ${String(at + 1)}`);
    for (const subject of subjects) {
      const made = await application.records.create(SYSTEM_ACTOR, { module: 'tasks', fields: { subject, assigned_to: userId } });
      await application.records.setFavorite({ kind: 'user', userId }, { module: 'tasks', id: made.record._id, favorite: true });
    }
    const page = await visit();
    await signInAs(page, email);
    await page.goto('/provider/dashboard');
    const card = page.locator('.ms-card', { has: page.getByRole('heading', { name: /^Favourites/ }) });
    await card.getByRole('link').first().waitFor();
    expect(await card.getByRole('link').count()).toBe(8);
    await card.getByRole('button', { name: 'Show all' }).click();
    expect((await card.getByRole('link').allTextContents()).sort()).toEqual([...subjects].sort());
  });

  it('changes the e-mail with a code, and the password, and signs out of one device and of all', async () => {
    const { email } = await registerUser(product(), 'Provider', ['role_provider'], 'account');
    const other = 'moved.provider@muster.test';
    const page = await visit();
    await signInAs(page, email);
    await page.goto('/provider/user/profile');
    await page.getByRole('button', { name: 'Change e-mail' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change e-mail' });
    await dialog.getByRole('textbox', { name: 'New e-mail' }).fill(other);
    await dialog.getByRole('textbox', { name: 'Your password' }).first().fill('Wrong-pass1!');
    await dialog.getByRole('button', { name: 'Send code' }).click();
    await dialog.getByText('The password is not correct.').first().waitFor();
    await dialog.getByRole('textbox', { name: 'Your password' }).first().fill(REGISTERED_PASSWORD);
    await dialog.getByRole('button', { name: 'Send code' }).click();
    const second = page.getByRole('dialog', { name: 'Enter the code' });
    await second.waitFor();
    expect(await findAccessibilityViolations(page, 'a code that is asked for')).toEqual([]);
    const mail = readMailFiles(product().application.configuration.dataFolder).findLast(({ to }) => to.includes(other));
    await second.getByRole('textbox', { name: 'Code' }).fill(/Code: (\d{8})/.exec(mail?.text ?? '')?.[1] ?? '');
    await second.getByRole('button', { name: 'Change e-mail' }).click();
    await page.getByText(`You sign in with ${other} from now on.`).waitFor();
    // On another device.
    const away = await visit();
    await signInAs(away, other);
    const sessions = page.getByRole('region', { name: 'Sessions' });
    await page.reload();
    await expect.poll(() => sessions.getByRole('listitem').count()).toBe(2);
    await sessions.getByText('This device.').waitFor();
    await sessions.getByRole('button', { name: /^Sign out of/ }).click();
    await expect.poll(() => sessions.getByRole('listitem').count()).toBe(1);
    await page.getByRole('button', { name: 'Change password' }).click();
    const change = page.getByRole('dialog', { name: 'Change password' });
    await change.getByLabel('Present password').first().fill(REGISTERED_PASSWORD);
    await change.getByLabel('New password').first().fill('Brand-new2!');
    await change.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Your password was changed.').waitFor();
    await sessions.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('dialog', { name: 'Sign out everywhere?' }).getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByText('You have been logged out.').waitFor();
    await page.goto('/provider/user/profile');
    await page.waitForURL('**/login**');
  });

  it('creates an API token, which is shown once, and revokes it', async () => {
    const { email } = await registerUser(product(), 'Standard', ['role_recruiter'], 'token');
    const page = await visit();
    await signInAs(page, email);
    await page.goto('/app/user/profile');
    const tokens = page.getByRole('region', { name: 'API tokens' });
    await tokens.getByText('You have no API tokens.').waitFor();
    await tokens.getByRole('button', { name: 'New token' }).click();
    const dialog = page.getByRole('dialog', { name: 'New token' });
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await dialog.getByText('Give it a name.').waitFor();
    await dialog.getByText('Choose at least one module.').waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Job board');
    await dialog.getByRole('combobox', { name: 'Modules' }).click();
    await page.getByRole('option', { name: 'Jobs', exact: true }).click();
    await page.keyboard.press('Tab');
    await dialog.getByRole('textbox', { name: 'Your password' }).fill('Wrong-pass1!');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await dialog.getByText('The password is not correct.').first().waitFor();
    await dialog.getByRole('textbox', { name: 'Your password' }).fill(REGISTERED_PASSWORD);
    // A lost response creates no second token.
    await page.route(
      '**/api/api-tokens',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('button', { name: 'Create token' }).click();
    const made = page.getByRole('dialog', { name: 'Token created' });
    const text = await made.getByRole('textbox', { name: 'Token' }).inputValue();
    expect(await findAccessibilityViolations(page, 'a token that was made')).toEqual([]);
    await made.getByRole('button', { name: 'Done' }).click();
    await tokens.getByText('Reads Jobs.').waitFor();
    expect(await tokens.getByRole('listitem').count()).toBe(1);
    const countOf = async (module: string): Promise<number> =>
      (await fetch(`${product().url}/api/${module}`, { headers: { authorization: `Bearer ${text}` } })).status;
    expect([await countOf('jobs'), await countOf('leads')]).toEqual([200, 403]);
    await tokens.getByRole('button', { name: 'Revoke Job board' }).click();
    await page.getByRole('dialog', { name: 'Revoke Job board?' }).getByRole('button', { name: 'Revoke' }).click();
    await tokens.getByText('You have no API tokens.').waitFor();
    expect(await countOf('jobs')).toBe(401);
  });
});

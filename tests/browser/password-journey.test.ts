import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { readMailFiles } from '../../engine/testing/mail-files.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { signIn } from './open-browser.ts';
import { registerUser } from './register-user.ts';
import { ADMIN } from './start-product.ts';

const DAY = 86_400;
const NEW_PASSWORD = 'Brand-new2!';

const email = (page: Page) => page.getByRole('textbox', { name: 'E-mail' });
const password = (page: Page, name: string | RegExp = /^Password/) => page.getByLabel(name).first();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const isFocused = (page: Page, id: string) => page.evaluate((end) => document.activeElement?.id.endsWith(end) === true, id);

describeInBrowser('Before a session', ({ product, visit }) => {
  const temporaryPassword = (to: string): string | undefined => {
    const mail = readMailFiles(product().application.configuration.dataFolder).findLast((one) => one.to.includes(to));
    return /Temporary password: (\S+)/u.exec(mail?.text ?? '')?.[1];
  };

  it('the e-mail is remembered for thirty days if requested, and a user who signs in is greeted for a moment', async () => {
    const page = await visit();
    const enter = async (): Promise<void> => {
      await password(page).fill(ADMIN.password);
      await press(page, 'Sign In');
      await page.getByText('Welcome System. Login Successful!').waitFor();
      await page.getByText('Welcome System. Login Successful!').waitFor({ state: 'hidden' });
    };
    const readCookie = async () => (await page.context().cookies()).find(({ name }) => name === 'muster_email');
    const before = Date.now();
    await page.goto('/login');
    await expect.poll(() => isFocused(page, '-email')).toBe(true);
    await email(page).fill(ADMIN.email);
    await page.getByRole('checkbox', { name: 'Remember Me' }).check();
    await enter();
    const cookie = await readCookie();
    expect(decodeURIComponent(cookie?.value ?? '')).toBe(ADMIN.email);
    // Browsers round the time to seconds.
    const savedAt = (cookie?.expires ?? 0) - 30 * DAY;
    expect(savedAt).toBeGreaterThanOrEqual(before / 1000 - 1);
    expect(savedAt).toBeLessThanOrEqual(Date.now() / 1000 + 1);

    await page.goto('/logout');
    await page.getByRole('link', { name: 'Login' }).click();
    await expect.poll(() => isFocused(page, '-password')).toBe(true);
    expect(await email(page).inputValue()).toBe(ADMIN.email);
    await page.getByRole('checkbox', { name: 'Remember Me' }).uncheck();
    await enter();
    expect(await readCookie()).toBeUndefined();
  });

  it.each([
    ['Standard', '/app/dashboard'],
    ['Dashboard', '/dashboard'],
    ['Provider', '/provider/dashboard'],
  ])('a forgotten password of a %s user is reset from the mail, and leads to %s', async (type, home) => {
    const { email: address } = await registerUser(product(), type, []);
    const page = await visit();
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { name: 'Reset your password' }).waitFor();
    await email(page).fill(address);
    await press(page, 'Submit');
    await page.getByText('Password reset request was successful.').waitFor();
    await page.waitForURL('**/new-password');
    expect(await email(page).inputValue()).toBe(address);

    await password(page, 'Temporary password').fill('Not-the-one1!');
    await press(page, 'Verify');
    const refusal = page.getByRole('dialog', { name: 'Could not verify' });
    await refusal.getByText('Email or temporary password was incorrect').waitFor();
    await refusal.getByRole('button', { name: 'Try again' }).click();
    await refusal.waitFor({ state: 'hidden' });
    await expect.poll(() => temporaryPassword(address)).toBeDefined();
    await password(page, 'Temporary password').fill(temporaryPassword(address) ?? '');
    await press(page, 'Verify');

    await page.getByRole('heading', { name: 'Create a new password' }).waitFor();
    await password(page, 'Create Password').fill('short');
    await password(page, 'Confirm Password').focus();
    await page.getByText('Must be at least 8 characters long').waitFor();
    await password(page, 'Create Password').fill(NEW_PASSWORD);
    await password(page, 'Confirm Password').fill('Brand-new3!');
    await page.getByText('Passwords do not match').waitFor();
    expect(await page.getByRole('button', { name: 'Submit' }).isDisabled()).toBe(true);
    await password(page, 'Confirm Password').fill(NEW_PASSWORD);
    await press(page, 'Submit');
    await page.getByText('Password Successfully Reset. Sending to login.').waitFor();
    await page.waitForURL(`**${home}`);
  });

  it('a failed request for a new password shows a warning, and still leads to the page for it', async () => {
    const page = await visit();
    await page.goto('/forgot-password');
    await page.route('**/api/users/password-reset', (route) => route.abort());
    await email(page).fill('somebody@muster.test');
    await press(page, 'Submit');
    await page.getByText('Warning', { exact: true }).waitFor();
    await page.waitForURL('**/new-password');
    await page.getByRole('heading', { name: 'Enter the temporary password' }).waitFor();
  });

  it('a module without access says so, and links to the home page', async () => {
    const address = 'rec@muster.test';
    await product().application.sessions.register(SYSTEM_ACTOR, {
      fields: { email: address, userType: 'Standard', first_name: 'Rec', last_name: 'Ruiter', roles: ['role_recruiter'] },
      password: NEW_PASSWORD,
    });
    const page = await visit();
    await signIn(page, address, NEW_PASSWORD);
    await page.goto('/app/users');
    await page.getByText('You do not have access to Users. Please contact an administrator.').waitFor();
    await page.waitForURL('**/app/dashboard');
  });
});

import { button, dialog, goTo, type Screen } from './screens.ts';
import { ADMIN } from './start-product.ts';

/** Screens that need no session. */
export const SIGNED_OUT: readonly Screen[] = [
  {
    name: 'sign-in',
    show: async (page) => {
      await page.goto('/login');
      await button(page, /^sign in/i).waitFor();
    },
  },
  {
    name: 'sign-in, refused',
    show: async (page) => {
      await page.getByRole('textbox', { name: /e-?mail/i }).fill(ADMIN.email);
      await page
        .getByLabel(/^password/i)
        .first()
        .fill('Not-the-one1!');
      await button(page, /^sign in/i).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'forgot password',
    show: async (page) => {
      await goTo(page, '/forgot-password');
      await page.getByRole('heading', { name: /forgot|reset/i }).waitFor();
    },
  },
  {
    name: 'temporary password, refused',
    show: async (page) => {
      await goTo(page, '/new-password');
      await page.getByRole('heading', { name: 'Enter the temporary password' }).waitFor();
      await page.getByRole('textbox', { name: 'E-mail' }).fill('nobody@muster.test');
      await page.getByLabel('Temporary password').first().fill('Not-the-one1!');
      await button(page, 'Verify').click();
      await dialog(page, 'Could not verify').waitFor();
    },
  },
  {
    name: 'new password',
    show: async (page) => {
      await page.route('**/api/users/templogin', (route) =>
        route.fulfill({ contentType: 'application/json', body: '{"status":true,"token":"good for one screen"}' }),
      );
      await dialog(page).getByRole('button', { name: 'Try again' }).click();
      await button(page, 'Verify').click();
      await page.getByLabel('Create Password').first().fill('short');
      await page.getByLabel('Confirm Password').first().fill('shorter');
      await page.getByText('Passwords do not match').waitFor();
      await page.unroute('**/api/users/templogin');
    },
  },
  {
    name: 'logged out',
    show: async (page) => {
      await goTo(page, '/logout');
      await page.getByText('You have been logged out.').waitFor();
    },
  },
  {
    name: 'code of a mail account',
    show: async (page) => {
      await goTo(page, '/auth-code?code=4%2F0Ab');
      await button(page, 'Copy to Clipboard').waitFor();
    },
  },
  {
    name: 'public calculator',
    show: async (page) => {
      await goTo(page, '/test');
      await button(page, 'Calculate').waitFor();
    },
  },
];

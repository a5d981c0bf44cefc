import type { Page } from 'playwright-core';
import { registerUser, signInAs } from './register-user.ts';
import type { RunningProduct } from './start-product.ts';
import { goTo, forEachScreen, type Screen } from './screens.ts';

const OWN_NAME: { readonly [userType: string]: string } = {
  Standard: 'Terry Standard',
  Provider: 'Terry Provider',
  Dashboard: 'Terry Dashboard',
};

/** The user's own profile page, with the reason of a lock open over it. */
const profileIn = (area: string, userType: string): readonly Screen[] => [
  {
    name: 'profile',
    show: async (page) => {
      await goTo(page, `${area}/user/profile`);
      await page.getByRole('heading', { name: OWN_NAME[userType] ?? '', level: 1 }).waitFor();
    },
  },
  {
    name: 'reason of a lock',
    show: async (page) => {
      await page.getByRole('button', { name: 'Why User type cannot be changed' }).click();
      await page
        .getByRole('dialog', { name: "Why can't I edit this?" })
        .getByText(/decides|User type/)
        .first()
        .waitFor();
    },
  },
];

const heading =
  (path: string): Screen['show'] =>
  async (page) => {
    await goTo(page, path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
  };

/** Screens of users other than System Admins, by their type and role. */
const OTHERS: readonly { readonly userType: string; readonly role: string; readonly screens: readonly Screen[] }[] = [
  {
    userType: 'Standard',
    role: 'role_recruiter',
    screens: [
      { name: 'home', show: heading('/app/dashboard') },
      { name: 'list', show: heading('/app/leads') },
      {
        name: 'closed module',
        show: async (page) => {
          await goTo(page, '/app/roles');
          await page
            .getByText(/You do not have access/)
            .first()
            .waitFor();
        },
      },
      ...profileIn('/app', 'Standard'),
    ],
  },
  {
    userType: 'Provider',
    role: 'role_provider',
    screens: [{ name: 'home', show: heading('/provider/dashboard') }, ...profileIn('/provider', 'Provider')],
  },
  {
    userType: 'Dashboard',
    role: 'role_dashboard',
    screens: [{ name: 'home', show: heading('/dashboard') }, ...profileIn('/app', 'Dashboard')],
  },
];

/** Visits the screens of every type of user except the System Admin, signing in as each. */
export async function forEachOtherUserScreen(page: Page, product: RunningProduct, inspect: (name: string) => Promise<void>): Promise<void> {
  for (const { userType, role, screens } of OTHERS) {
    const { email } = await registerUser(product, userType, [role], `w${Date.now().toString(36)}`);
    await page.goto('/logout');
    await page.getByText('You have been logged out.').waitFor();
    await signInAs(page, email);
    // The greeting covers the page for a moment.
    await page.getByText(/^Welcome /).waitFor({ state: 'detached' });
    await forEachScreen(page, product, screens, (name) => inspect(`${userType}: ${name}`));
  }
}

import { button, dialog, goTo, type Screen } from './screens.ts';
import { ADMIN } from './start-product.ts';

/** What the signing area opens: a document of one page with a signature and a text. */
function describeSigning(status: 'consent' | 'open'): string {
  const place = { x: 72, y: 72, width: 180, height: 24 };
  const input = (id: string, inputType: string, label: string) => ({
    ...{ id, type: { inputType }, assigned_to: 'Participant 1', place: { ...place, y: id === 'sign' ? 72 : 120 } },
    field: { label, name: id, required: true },
  });
  return JSON.stringify({
    ...{ status, envelope: 'e1', title: 'Work agreement', sender: 'Ann Reyes', expiresAt: '2027-01-01T00:00:00.000Z' },
    recipient: { id: 'r1', name: 'Theodora Vance', role: 'Participant 1', email: 'tv@example.org' },
    consent: { text: 'You may ask for paper.', version: '1', given: status === 'open' },
    ...{ canDelegate: true, inPerson: false, mine: ['sign', 'school'], pictures: [], recipients: [] },
    pages: [{ width: 612, height: 792, inputs: [input('sign', 'Signature', 'Signature'), input('school', 'Text', 'School')] }],
    tokens: { consent: 'c', decline: 'd' },
  });
}

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
  {
    name: 'check of a signed document',
    show: async (page) => {
      await goTo(page, '/verify-document');
      await page.getByRole('heading', { name: 'Check a signed document' }).waitFor();
    },
  },
  {
    name: 'signing: consent',
    show: async (page) => {
      await page.route('**/api/esign/open?*', (route) =>
        route.fulfill({ contentType: 'application/json', body: describeSigning('consent') }),
      );
      await goTo(page, '/esign?token=one');
      await page.getByText('You may ask for paper.').waitFor();
      await page.unroute('**/api/esign/open?*');
    },
  },
  {
    name: 'signing: a signature',
    show: async (page) => {
      await page.route('**/api/esign/consent?*', (route) =>
        route.fulfill({ contentType: 'application/json', body: describeSigning('open') }),
      );
      await page.getByLabel(/^I agree to sign on screen/).check();
      await button(page, 'Go on to the document').click();
      await button(page, 'Start').click();
      await button(page, 'Place it').waitFor();
      await page.unroute('**/api/esign/consent?*');
    },
  },
];

import { expect, it } from 'vitest';
import { GLOBAL_TEAM_ID } from '#engine/model/definitions';
import { describeInBrowser } from './describe-in-browser.ts';
import { makeRecord } from './make-subs.ts';
import { signIn } from './open-browser.ts';
import { ADMIN } from './start-product.ts';

const FAILED = 'Error creating user for provider. This e-mail belongs to another user.';

describeInBrowser('A user who manages providers', ({ product, visit }) => {
  it('sees at the e-mail why its provider cannot have a user, and keeps the typed values', async () => {
    const { application } = product();
    const email = 'casey.morgan@muster.example';
    const assigned_to = await makeRecord(application, 'users', {
      first_name: 'Casey',
      last_name: 'Morgan',
      email,
      userType: 'Standard',
      active: true,
      roles: [],
      teams: [GLOBAL_TEAM_ID],
    });
    const id = await makeRecord(application, 'providers', {
      first_name: 'Pat',
      last_name: 'Double',
      assigned_to,
      locker_account_enabled: false,
      email_addresses: [{ email_address: email, primary: true, opt_out: false, invalid_email: false }],
    });
    const page = await visit();
    await signIn(page, ADMIN.email, ADMIN.password);
    await page.goto(`/app/providers/${id}/edit`);
    const locker = page.getByRole('switch', { name: 'Locker account' });
    await locker.click();
    await page.getByRole('button', { name: /^Save provider/ }).click();
    await page.getByText(FAILED).first().waitFor();
    expect(await locker.isChecked()).toBe(true);
    await page.getByRole('textbox', { name: 'E-mail addresses, E-mail 1' }).fill('pat.double@provider.test');
    await page.getByRole('button', { name: /^Save provider/ }).click();
    await expect
      .poll(async () => (await application.records.get({ kind: 'system' }, { module: 'providers', id }))['related_user'])
      .toBeTypeOf('string');
  });
});

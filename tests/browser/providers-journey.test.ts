import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { GLOBAL_TEAM_ID } from '#engine/model/definitions';
import { findAccessibilityViolations } from './accessibility-checks.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { makeRecord } from './make-subs.ts';
import { signIn } from './open-browser.ts';
import { registerUser, signInAs } from './register-user.ts';
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

describeInBrowser('An admin who invites providers', ({ product, enter }) => {
  it('does so from the page of users and from the record, and sees there why one gets no account', async () => {
    const { application } = product();
    const email = `${crypto.randomUUID()}@provider.test`;
    const mailbox = { email_address: email, primary: true, opt_out: false, invalid_email: false };
    await makeRecord(application, 'providers', { first_name: 'Quill', last_name: 'Without' });
    await makeRecord(application, 'providers', { first_name: 'Quinn', last_name: 'Invited', email_addresses: [mailbox] });
    const page = await enter();
    await page.goto('/admin/users');
    await page.getByRole('button', { name: 'Add user' }).click();
    await page.getByRole('menuitem', { name: 'Invite a provider' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite a provider' });
    const choose = async (words: string) => {
      await dialog.getByRole('textbox', { name: 'Provider' }).fill(words);
      await page
        .getByRole('option', { name: new RegExp(words) })
        .first()
        .click();
      await dialog.getByRole('button', { name: 'Send invite' }).click();
    };
    await choose('Quill Without');
    await dialog.getByText('A provider without an e-mail gets no account.').waitFor();
    expect(await findAccessibilityViolations(page, 'inviting a provider')).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Add user' }).click();
    await page.getByRole('menuitem', { name: 'Invite a provider' }).click();
    await choose('Quinn Invited');
    await page.getByRole('heading', { name: 'Quinn Invited', level: 1 }).waitFor();
    expect(page.url()).toContain('/admin/users/');

    const other = await makeRecord(application, 'providers', {
      first_name: 'Rae',
      last_name: 'Invited',
      email_addresses: [{ ...mailbox, email_address: `rae.${email}` }],
    });
    await page.goto(`/app/providers/${other}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Invite to the provider area' }).click();
    const question = page.getByRole('dialog', { name: 'Invite Rae Invited to the provider area?' });
    await question.getByRole('button', { name: 'Send invite' }).click();
    await page.getByText('Rae Invited has an account and is invited').waitFor();
    await expect
      .poll(async () => (await application.records.get(SYSTEM_ACTOR, { module: 'providers', id: other }))['related_user'])
      .toBeTypeOf('string');
  });
});

/** A picture drawn by the browser. */
async function makePicture(
  page: Page,
  colour: string,
): Promise<{ readonly name: string; readonly mimeType: string; readonly buffer: Buffer }> {
  const url = await page.evaluate((fill) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 30, height: 40 });
    const context = canvas.getContext('2d');
    if (context !== null) context.fillStyle = fill;
    context?.fillRect(0, 0, 30, 40);
    return canvas.toDataURL('image/png');
  }, colour);
  return { name: 'image.png', mimeType: 'image/png', buffer: Buffer.from(url.split(',')[1] ?? '', 'base64') };
}

describeInBrowser('A provider on a phone', ({ product, visit }) => {
  it('hands in several pictures as the pages of one document, and meets nothing that they may not see', async () => {
    const { application } = product();
    const { email, userId } = await registerUser(product(), 'Provider', ['role_provider'], 'pages');
    const provider = await makeRecord(application, 'providers', { first_name: 'Paige', last_name: 'Turner', related_user: userId });
    const record = await makeRecord(application, 'credentialing', { name: 'Paige Turner', providers_credentialing: provider });
    const item = await makeRecord(application, 'credentialingRequiredItems', {
      label: 'Immunization card',
      status: 'Needs Correction',
      review_note: 'The back is missing.',
      provider_assigned: true,
      relatedCredentialingRecord: record,
      assigned_to: product().data.userId,
    });
    const page = await visit();
    await page.setViewportSize({ width: 375, height: 812 });
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 403) refused.push(`${response.request().method()} ${new URL(response.url()).pathname}`);
    });
    await signInAs(page, email);
    await page.goto(`/provider/module/credentialingRequiredItems/${item}`);
    await page.getByRole('note', { name: 'What to correct' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByText('Not visible to you').count()).toBe(0);
    // One main button: the one that hands the document in.
    expect(await page.locator('main .ms-button-primary:visible').allTextContents()).toEqual(['Take a picture']);
    for (const [number, colour] of ['#2ba05b', '#e0484f'].entries()) {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: number === 0 ? 'Take a picture' : 'Add page' }).click();
      await (await chooser).setFiles([await makePicture(page, colour)]);
      await page.getByRole('img', { name: `Page ${number + 1}` }).waitFor();
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
    expect(await findAccessibilityViolations(page, 'pages to hand in')).toEqual([]);
    await page.getByRole('button', { name: 'Send 2 pages' }).click();
    await page.getByText('Sent:').waitFor();
    await page.getByText('Immunization card.pdf').first().waitFor();
    const { document: path } = await application.records.get(SYSTEM_ACTOR, { module: 'credentialingRequiredItems', id: item });
    expect(path).toBeTypeOf('string');
    expect(refused).toEqual([]);
  });
});
